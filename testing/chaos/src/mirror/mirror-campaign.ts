// Campaigns with a chain of mirrors. In each round, a link fails or a registry dies under load. Then
// everything must be readable, and mirrored versions even while all links are dead.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SeededRandom } from '@prime-registry/testkit';
import type { Violation } from '../world.ts';
import { Chain } from './chain.ts';
import {
  type ChainCheck,
  checkAlone,
  checkData,
  checkEvicted,
  checkHealed,
  LEFT_ALONE_MS,
} from './check-chain.ts';
import { Evictions, MAX_BYTES } from './evictions.ts';
import { Expectations, PARTS } from './expectations.ts';
import { carryOut, listMirrorFaults } from './mirror-faults.ts';

/** The options of a campaign. */
export interface MirrorCampaignOptions {
  readonly rounds: number;
  readonly seed: string;
  /** Processes of each mirror. */
  readonly workers: number;
  /** Whether the mirrors evict. */
  readonly evicts: boolean;
  /** The names of the faults to draw from; empty for all. */
  readonly faults: readonly string[];
  readonly folder: string;
  readonly onRound: (round: number, fault: string) => void;
  readonly onViolation: (violation: Violation) => void;
}

/** The result of a campaign. */
export interface MirrorReport {
  readonly seed: string;
  readonly rounds: number;
  readonly faults: Record<string, number>;
  readonly requests: number;
  readonly versions: number;
  /** Reads of mirrored versions, and installs, while all links are dead. */
  readonly readsAlone: number;
  readonly installsAlone: number;
  /** Versions that commands evicted, those of them that were read again, evictions that were killed. */
  readonly evicted: number;
  readonly cameBack: number;
  readonly evictionsKilled: number;
  readonly violations: readonly Violation[];
}

const READERS = 8;
const ROUNDS_BETWEEN_DEATHS = 3;
const ROUNDS_BETWEEN_DATA_CHECKS = 10;

/** Runs all rounds. */
export async function runMirrorCampaign(options: MirrorCampaignOptions): Promise<MirrorReport> {
  const { rounds, folder, workers, evicts } = options;
  const random = new SeededRandom(options.seed);
  const possible = options.faults.length > 0 ? options.faults : listMirrorFaults(evicts);
  const violations: Violation[] = [];
  const faults: Record<string, number> = {};
  const alone = { reads: 0, installs: 0 };
  let cameBack = 0;
  let now = { round: 0, fault: 'start' };
  const violate = (what: string): void => {
    const violation = { ...now, what };
    violations.push(violation);
    options.onViolation(violation);
  };
  mkdirSync(join(folder, 'chain'));
  const chain = new Chain(join(folder, 'chain'), random, {
    workers,
    maxBytes: evicts ? MAX_BYTES : undefined,
  });
  const expected = new Expectations(chain, violate);
  const evictions = evicts ? new Evictions(chain, expected, violate) : undefined;
  const parts = { chain, expected, evictions, violate };
  try {
    await chain.start();
    for (let index = 0; index < 6; index += 1) await expected.publish(random);
    if (evicts) for (const mirror of chain.mirrors) await expected.publishLocally(mirror, random);
    const deck: string[] = [];
    for (let round = 1; round <= rounds && violations.length < 100; round += 1) {
      if (deck.length === 0) deck.push(...possible);
      const fault = deck.splice(random.integer(0, deck.length - 1), 1)[0] ?? '';
      now = { round, fault };
      faults[fault] = (faults[fault] ?? 0) + 1;
      options.onRound(round, fault);
      await runRound({ ...parts, random: random.fork(round) }, fault);
      const checking = { ...parts, random: random.fork(`healed ${round}`) };
      await checkHealed(checking);
      cameBack += await checkEvicted(checking);
      if (round % ROUNDS_BETWEEN_DEATHS === 0 || round === rounds) {
        await checkAlone({ ...parts, random: random.fork(`alone ${round}`) }, alone);
        // Waits for the circuit breakers to close, so that the next round sends requests.
        if (round < rounds) await delay(LEFT_ALONE_MS);
      }
      if (evicts && (round % ROUNDS_BETWEEN_DATA_CHECKS === 0 || round === rounds))
        await checkData({ ...parts, random }, round < rounds);
    }
  } catch (error) {
    violate(`the harness failed: ${(error as Error).stack}`);
  } finally {
    await chain.end();
  }
  const { requests, published } = expected;
  const counts = {
    requests,
    versions: published.length,
    readsAlone: alone.reads,
    installsAlone: alone.installs,
    evicted: evictions?.counts.evicted ?? 0,
    cameBack,
    evictionsKilled: evictions?.counts.killed ?? 0,
  };
  return { seed: options.seed, rounds: now.round, faults, ...counts, violations };
}

async function runRound({ chain, expected, evictions, random }: ChainCheck, fault: string): Promise<void> {
  let isOver = false;
  const repeat = async (label: string, deed: (own: SeededRandom) => Promise<void>): Promise<void> => {
    const own = random.fork(label);
    while (!isOver) await deed(own);
  };
  const load = Array.from({ length: READERS }, (_, reader) =>
    repeat(`reader ${reader}`, async (own) => {
      const mirror = own.pick(chain.mirrors);
      // Avoids a busy loop.
      if (mirror.isDown) await delay(5);
      const here = expected.hereOf(mirror);
      const draft = here.length > 0 && own.chance(0.2) ? own.pick(here) : expected.draw(own);
      // Circuit breakers stay open for a while after the end of a fault, so failures may continue.
      await expected.read(mirror, draft, own.pick(PARTS), () => true);
    }),
  );
  const publishing = repeat('publisher', async (own) => {
    await expected.publish(own);
    if (evictions !== undefined && own.chance(0.3))
      await expected.publishLocally(own.pick(chain.mirrors), own);
    await delay(own.integer(5, 40));
  });
  // A server that is to die while it evicts must find something to evict.
  const evicting =
    fault.endsWith('evicting') || repeat('evicter', async (own) => evictions?.evictSome(own) ?? delay(1000));
  await delay(random.integer(10, 100));
  await carryOut(chain, evictions, fault, random);
  await delay(random.integer(10, 100));
  isOver = true;
  await Promise.all([...load, publishing, evicting]);
}
