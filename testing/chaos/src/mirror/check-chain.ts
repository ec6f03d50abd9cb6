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

/** Versions must be readable from all mirrors soon after the fault. @returns how many evicted ones were read */
export async function checkHealed({
  chain,
  expected,
  evictions,
  random,
  violate,
}: ChainCheck): Promise<number> {
  let cameBack = 0;
  for (const mirror of chain.mirrors) {
    const evicted = pickSome(evictions?.takeEvicted(mirror) ?? [], random);
    const untilMs = performance.now() + HEALED_MS;
    for (const draft of [...evicted, ...pickSome(expected.published, random)]) {
      for (const part of PARTS) {
        while (!(await expected.read(mirror, draft, part, () => performance.now() < untilMs))) {
          if (performance.now() > untilMs) {
            violate(`${mirror.name} does not recover: ${draft.name} ${draft.version} ${part}`);
            return cameBack;
          }
          await delay(100);
        }
      }
    }
    cameBack += evicted.length;
    await delay(LIST_MAX_AGE_MS);
  }
  return cameBack;
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

/** The data of each mirror must be in order. */
export async function checkData({ chain, violate }: ChainCheck): Promise<void> {
  for (const mirror of chain.mirrors) {
    await mirror.end('SIGTERM');
    // Below the limit of the server, so that there is something to evict.
    await checkKept(mirror, MAX_BYTES / 4, violate);
    await mirror.start();
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
