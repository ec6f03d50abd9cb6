// After a fault, everything must be readable again; while all links are dead, what a mirror has.
import { setTimeout as delay } from 'node:timers/promises';
import { createPrimeUser, type SeededRandom } from '@prime-registry/testkit';
import type { Draft } from '../model/draft.ts';
import { type Chain, LIST_MAX_AGE_MS, type Member } from './chain.ts';
import { checkKept } from './check-kept.ts';
import { type Evictions, MAX_BYTES } from './evictions.ts';
import { type Expectations, PARTS } from './expectations.ts';

const CHECKED = 12;
/** How long the circuit breaker of a mirror does not call a failed upstream. */
export const LEFT_ALONE_MS = 5500;
const HEALED_MS = 3 * LEFT_ALONE_MS;

/** What the checks need. */
export interface ChainCheck {
  readonly chain: Chain;
  readonly expected: Expectations;
  /** undefined if nothing is evicted. */
  readonly evictions: Evictions | undefined;
  readonly random: SeededRandom;
  readonly violate: (what: string) => void;
}

/** Versions must be readable from all mirrors soon after the fault. */
export async function checkHealed({ chain, expected, random, violate }: ChainCheck): Promise<void> {
  for (const mirror of chain.mirrors) {
    const flaw = await findUnreadable(expected, mirror, pickSome(expected.published, random));
    if (flaw !== undefined) return violate(flaw);
    await delay(LIST_MAX_AGE_MS);
  }
}

/** Evicts nearly everything. It must be readable again. @returns how many evicted versions were read */
export async function checkEvicted({
  chain,
  expected,
  evictions,
  random,
  violate,
}: ChainCheck): Promise<number> {
  if (evictions === undefined) return 0;
  await evictions.evict(random.pick(chain.mirrors), ['--mirror-max-bytes', '1KiB']);
  let cameBack = 0;
  for (const mirror of chain.mirrors) {
    const evicted = pickSome(evictions.takeEvicted(mirror), random);
    const flaw = await findUnreadable(expected, mirror, evicted);
    if (flaw === undefined) cameBack += evicted.length;
    else violate(flaw);
  }
  return cameBack;
}

/** Reads the versions until all have been read. @returns what could not be read in time */
async function findUnreadable(
  expected: Expectations,
  mirror: Member,
  drafts: readonly Draft[],
): Promise<string | undefined> {
  const untilMs = performance.now() + HEALED_MS;
  for (const draft of drafts) {
    for (const part of PARTS) {
      while (!(await expected.read(mirror, draft, part, () => performance.now() < untilMs))) {
        if (performance.now() > untilMs)
          return `${mirror.name} does not recover: ${draft.name} ${draft.version} ${part}`;
        await delay(100);
      }
    }
  }
  return undefined;
}

/** A mirrored version that cannot be evicted, and what was published at a mirror, must be readable alone. */
export async function checkAlone(
  { chain, expected, evictions, random, violate }: ChainCheck,
  alone: { reads: number; installs: number },
): Promise<void> {
  for (const link of chain.links) link.wrong = 'dead';
  try {
    for (const mirror of chain.mirrors) {
      for (const draft of pickSome(expected.published, random)) {
        // The first read finds out whether the mirror has stored it. From then on it must stay.
        const isKept = await expected.read(mirror, draft, 'tarball', () => true);
        if (isKept && evictions === undefined) expected.noteHere(mirror, draft);
      }
      for (const draft of pickSome(expected.hereOf(mirror), random)) {
        for (const part of PARTS) {
          await expected.read(mirror, draft, part, () => false);
          alone.reads += 1;
        }
      }
      const draft = expected.hereOf(mirror).at(-1);
      if (draft === undefined) continue;
      await install(mirror, draft, violate);
      alone.installs += 1;
    }
  } finally {
    for (const link of chain.links) link.wrong = 'nothing';
  }
}

/** The data of each mirror must be in order. @param continues - whether the mirrors start again */
export async function checkData({ chain, violate }: ChainCheck, continues: boolean): Promise<void> {
  for (const mirror of chain.mirrors) {
    await mirror.end('SIGTERM');
    // Below the limit of the server, so that there is something to evict.
    await checkKept(mirror, MAX_BYTES / 4, violate);
    if (continues) await mirror.start();
  }
}

async function install(
  mirror: Member,
  { name, version }: Draft,
  violate: (what: string) => void,
): Promise<void> {
  await using user = await createPrimeUser({ PRIME_REGISTRY: mirror.baseUrl });
  const { code, stderr } = await user.prime(['install', `${name}@${version}`]);
  if (code !== 0) violate(`${mirror.name}: prime install ${name}@${version} ended with ${code}: ${stderr}`);
}

function pickSome<T>(items: readonly T[], random: SeededRandom): T[] {
  return Array.from({ length: Math.min(CHECKED, items.length) }, () => random.pick(items));
}
