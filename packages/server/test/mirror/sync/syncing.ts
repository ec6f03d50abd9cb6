// Runs `prime-registry mirror sync` on a data folder.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import {
  type CommandResult,
  type FaultyProxy,
  type ParsedJson,
  type RunOptions,
  runCommand,
  startFaultyProxy,
} from '@prime-registry/testkit';
import { parseLines } from '../../process/data/on-data.ts';
import { atEnd, makeRegistry, type RegistryHere, serveHere } from '../../process/temporary-registry.ts';

/** Where and how it runs. */
export interface SyncSetup {
  readonly dataFolder: string;
  /** As in the setting: mappings with at least a url. */
  readonly upstreams: readonly ({ readonly url: string } & Readonly<Record<string, unknown>>)[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** The environment with these upstreams. */
export function knowing(upstreams: SyncSetup['upstreams']): Record<string, string> {
  const all = upstreams.map((upstream) => ({
    'allow-private-addresses': 'true',
    timeout: '1m',
    ...upstream,
  }));
  return { PRIME_REGISTRY_UPSTREAMS: JSON.stringify(all) };
}

/** Copies the first of the upstreams. */
export function sync(
  { dataFolder, upstreams, environment }: SyncSetup,
  args: readonly string[] = [],
  options: RunOptions = {},
): Promise<CommandResult> {
  // As fast as possible, unless the test sets a rate.
  const rate = args.includes('--rate') ? [] : ['--rate', '10000'];
  return runCommand(
    ['mirror', 'sync', upstreams[0]?.url ?? '', ...rate, ...args, '--data', dataFolder],
    { ...knowing(upstreams), ...environment },
    options,
  );
}

/** Runs it; it must succeed completely. @returns its standard output */
export async function mustSync(setup: SyncSetup, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await sync(setup, args);
  assert.equal(code, 0, `${stderr}${stdout}`);
  return stdout;
}

/** Runs it with --json. @returns the lines; the last one is the summary */
export async function syncForLines(setup: SyncSetup, ...args: string[]): Promise<ParsedJson[]> {
  const { stdout } = await sync(setup, [...args, '--json']);
  return parseLines(stdout);
}

/** A registry to copy, and a proxy in front of it that injects faults. */
export interface Pair extends SyncSetup {
  readonly origin: RegistryHere;
  readonly link: FaultyProxy;
}

/** Starts both, with a new registry for the copy. */
export async function startPair(t: TestContext, upstream: Record<string, unknown> = {}): Promise<Pair> {
  const origin = await serveHere(t, {
    environment: { PRIME_REGISTRY_ALLOW_STABLE_YANK: 'true', PRIME_REGISTRY_RESPONSE_CACHE: '0' },
  });
  const link = await startFaultyProxy(origin.baseUrl);
  atEnd(t, () => link.close());
  return { origin, link, dataFolder: await makeRegistry(t), upstreams: [{ url: link.baseUrl, ...upstream }] };
}
