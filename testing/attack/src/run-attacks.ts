// Runs attacks one after another, each against a registry with the same data.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand } from '@prime-registry/testkit';
import { Attacker, type AttackTokens, type Target } from './attacker/attacker.ts';
import { Attackers } from './attacker/attackers.ts';
import { getAttack } from './attacks/index.ts';
import { publishFixture } from './others/fixture.ts';
import { Others } from './others/others.ts';
import { AttackedRegistry, type RegistryOptions } from './registry/attacked-registry.ts';
import type { MemoryGroup } from './registry/memory-group.ts';
import type { Network } from './registry/network.ts';
import { Watch } from './registry/watch.ts';
import type { AttackResult } from './report/judge.ts';

/** What to run. */
export interface RunOptions {
  readonly names: readonly string[];
  readonly seconds: number;
  readonly scale: number;
  readonly hasOneServer: boolean;
  /** An empty folder. */
  readonly folder: string;
  readonly network: Network;
  readonly group: MemoryGroup | undefined;
}

const PRIMES = 300;
/** The full time before an attack in which the others warm up registry and clients. */
const WARM_UP_MS = 2000;

/** Runs the attacks. @returns a result for each, as soon as there is one. @throws Error if it cannot prepare them */
export async function* runAttacks(options: RunOptions): AsyncGenerator<AttackResult> {
  const { names, scale, folder, network, group, hasOneServer } = options;
  const tokens = await createTokens(folder);
  const registryOptions = { folder, network, operatorToken: randomBytes(32).toString('base64url') };
  // Without the memory limit: what is published may come from another machine.
  let registry = await prepare(registryOptions, options, tokens);
  const others = new Others();
  const attackers = new Attackers();
  try {
    for (const name of names) {
      if (!hasOneServer || group !== undefined || registry.ending !== undefined) {
        await registry.end();
        registry = await AttackedRegistry.start({ ...registryOptions, group });
      }
      const { baseUrl } = registry;
      const target = { baseUrl, localAddress: network.attacker, isStrange: network.isStrange, scale, tokens };
      others.start({ baseUrl, localAddress: network.others, token: registryOptions.operatorToken });
      yield await runAttack(name, { registry, others, attackers, target, seconds: options.seconds, group });
    }
  } finally {
    others.end();
    attackers.close();
    await registry.end();
  }
}

interface Scene {
  readonly registry: AttackedRegistry;
  /** The clients, which have just started. */
  readonly others: Others;
  readonly attackers: Attackers;
  readonly target: Target;
  readonly seconds: number;
  readonly group: MemoryGroup | undefined;
}

async function runAttack(
  name: string,
  { registry, others, attackers, target, seconds, group }: Scene,
): Promise<AttackResult> {
  await Promise.all([attackers.arm({ name, target }), delay(WARM_UP_MS * target.scale)]);
  const killsBefore = group?.countKills() ?? 0;
  const watch = new Watch(registry);
  others.measure();
  attackers.start();
  await delay(seconds * 1000);
  const record = await attackers.end();
  const figures = await others.stop();
  const peaks = await watch.end();
  const turns = registry.readTurns();
  const isAlive = await registry.isAlive();
  const { serverErrors, fatalError } = await registry.readLog();
  const isOutOfMemory = (group?.countKills() ?? 0) > killsBefore;
  const reason = isOutOfMemory ? 'killed by the memory limit' : fatalError;
  return {
    attack: name,
    others: figures,
    answers: record?.answers ?? { 'the attacker failed': 1 },
    peaks,
    inputs: Object.fromEntries((record?.inputs ?? []).map(([input, span]) => [input, turns.longestMs(span)])),
    ending: registry.ending && [registry.ending, reason].filter((part) => part !== undefined).join(', '),
    isAlive,
    serverErrors,
  };
}

/** Starts a registry and publishes everything that attackers and others read. */
async function prepare(
  registryOptions: RegistryOptions,
  { names, scale, network }: RunOptions,
  tokens: AttackTokens,
): Promise<AttackedRegistry> {
  const registry = await AttackedRegistry.start(registryOptions);
  await publishFixture(registry.operator, Math.round(PRIMES * scale));
  const { baseUrl } = registry;
  const target = { baseUrl, localAddress: network.attacker, isStrange: network.isStrange, scale, tokens };
  const end = new AbortController();
  const attacker = new Attacker(target, end.signal);
  for (const name of names) await getAttack(name).prepare?.(attacker);
  end.abort();
  return registry;
}

async function createTokens(folder: string): Promise<AttackTokens> {
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCommand([...args, '--data', join(folder, 'data')]);
    if (code !== 0) throw new Error(`prime-registry ${args.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  };
  const create = async (...flags: string[]): Promise<string> => {
    const created = await run('token', 'create', '--name', 'attack', '--json', ...flags);
    return (JSON.parse(created) as { token: string }).token;
  };
  await run('init');
  const publisher = await create('--scope', '@attack');
  return { publisher, reader: await create('--permission', 'read') };
}
