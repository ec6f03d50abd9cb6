// Evictions from mirrors: by the operator's command next to the servers, and by the servers themselves. Some
// are killed in the middle.
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '@prime-registry/testkit';
import type { Draft } from '../model/draft.ts';
import { type OperatorCommand, startCommand } from '../registry/operator-command.ts';
import type { Chain, Member } from './chain.ts';
import type { Expectations } from './expectations.ts';
import { countMirrored } from './kept-data.ts';

/** The limit of what a mirror keeps, in bytes: some ten versions. */
export const MAX_BYTES = 400 * 1024;

/** Why there is an eviction, as flags of the command. */
const LIMITS = [
  ['--mirror-max-bytes', String(MAX_BYTES), '--mirror-max-age', '0'],
  ['--mirror-max-bytes', '64KiB', '--mirror-max-age', '0'],
  ['--mirror-max-bytes', '0', '--mirror-max-age', '2d'],
  ['--mirror-max-bytes', String(MAX_BYTES), '--mirror-max-age', '1d'],
] as const;

// A server evicts some seconds after its start.
const ROUND_TIMEOUT_MS = 15_000;

export class Evictions {
  /** How many versions were evicted by commands, and how many evictions were killed. */
  readonly counts = { evicted: 0, killed: 0 };
  readonly #chain: Chain;
  readonly #expected: Expectations;
  readonly #violate: (what: string) => void;
  readonly #evicted = new Map<Member, Map<string, Draft>>();

  constructor(chain: Chain, expected: Expectations, violate: (what: string) => void) {
    this.#chain = chain;
    this.#expected = expected;
    this.#violate = violate;
    for (const mirror of chain.mirrors) this.#evicted.set(mirror, new Map());
  }

  /** Versions that were evicted from the mirror since the last call. */
  takeEvicted(mirror: Member): Draft[] {
    const evicted = this.#evicted.get(mirror);
    const drafts = [...(evicted?.values() ?? [])];
    evicted?.clear();
    return drafts;
  }

  /** Evicts from some mirror with some limit. */
  async evictSome(random: SeededRandom): Promise<void> {
    const mirror = random.pick(this.#chain.mirrors);
    await this.evict(mirror, random.pick(LIMITS), random.chance(0.3) ? random : undefined);
  }

  /** Evicts by command. @param killing - if given, chooses when to kill it, after its first transaction */
  async evict(mirror: Member, limits: readonly string[], killing?: SeededRandom): Promise<void> {
    const args = ['mirror', 'evict', '--json', '--data', mirror.folder, ...limits];
    const command = startCommand(args, mirror.environment, mirror.clockFile);
    if (killing !== undefined) {
      await waitForOutput(command);
      await delay(killing.integer(0, 40));
      command.kill();
    }
    const { code, stdout, stderr } = await command.ended;
    if (code === null) {
      mirror.mayLitter = true;
      this.counts.killed += 1;
    } else if (code !== 0 && !stderr.includes('database is locked'))
      this.#violate(`${mirror.name}: mirror evict ended with ${code}: ${stderr}`);
    for (const line of stdout.split('\n').filter((text) => text.endsWith('}'))) {
      const { kind, name, version } = JSON.parse(line) as Record<string, unknown>;
      if (kind === 'version') this.#note(mirror, String(name), String(version));
    }
  }

  /** Kills a mirror while its server evicts. It restarts before, because servers evict soon after a start. */
  async killWhileItEvicts(mirror: Member, random: SeededRandom): Promise<void> {
    await mirror.end('SIGTERM');
    await mirror.start();
    const giveUpMs = performance.now() + ROUND_TIMEOUT_MS;
    for (let before = 0; performance.now() < giveUpMs; await delay(4)) {
      const versions = countMirrored(mirror.folder);
      if (versions < before) break;
      before = versions;
    }
    await delay(random.integer(0, 40));
    await mirror.end('SIGKILL');
    this.counts.killed += 1;
    await mirror.start();
  }

  #note(mirror: Member, name: string, version: string): void {
    this.counts.evicted += 1;
    const draft = this.#expected.published.find((each) => each.name === name && each.version === version);
    if (draft !== undefined) this.#evicted.get(mirror)?.set(`${name} ${version}`, draft);
    else this.#violate(`${mirror.name}: ${name} ${version} was evicted, but is not of the origin`);
  }
}

async function waitForOutput({ stdout, ended }: OperatorCommand): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver && stdout() === '') await delay(1);
}
