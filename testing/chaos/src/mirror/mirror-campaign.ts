// Campaigns with a chain of mirrors. In each round, a link fails or a registry dies under load. Then
// everything must be readable, and mirrored versions even while all links are dead.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createPrimeUser, SeededRandom } from '@prime-registry/testkit';
import type { Draft } from '../model/draft.ts';
import type { Violation } from '../world.ts';
import { WRONGS } from './bad-link.ts';
import { Chain, LIST_MAX_AGE_MS, type Member } from './chain.ts';
import { Expectations, PARTS } from './expectations.ts';

/** The options of a campaign. */
export interface MirrorCampaignOptions {
  readonly rounds: number;
  readonly seed: string;
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
  readonly violations: readonly Violation[];
}

const READERS = 8;
const CHECKED = 12;
/** How long the circuit breaker of a mirror does not call a failed upstream. */
const LEFT_ALONE_MS = 5500;
const HEALED_MS = 3 * LEFT_ALONE_MS;
const ROUNDS_BETWEEN_DEATHS = 3;

const DEATHS = ['the origin dies', 'near dies', 'far dies'] as const;
const FAULTS = [
  ...WRONGS.flatMap((wrong) => [`first link ${wrong}`, `second link ${wrong}`]),
  ...DEATHS,
  'all links at once',
];

export async function runMirrorCampaign(options: MirrorCampaignOptions): Promise<MirrorReport> {
  const { rounds, folder } = options;
  const random = new SeededRandom(options.seed);
  const violations: Violation[] = [];
  const faults: Record<string, number> = {};
  const alone = { reads: 0, installs: 0 };
  let now = { round: 0, fault: 'start' };
  const violate = (what: string): void => {
    const violation = { ...now, what };
    violations.push(violation);
    options.onViolation(violation);
  };
  mkdirSync(join(folder, 'chain'));
  const chain = new Chain(join(folder, 'chain'), random);
  const expected = new Expectations(chain, violate);
  try {
    await chain.start();
    for (let index = 0; index < 6; index += 1) await expected.publish(random);
    const deck: string[] = [];
    for (let round = 1; round <= rounds && violations.length < 100; round += 1) {
      if (deck.length === 0) deck.push(...FAULTS);
      const fault = deck.splice(random.integer(0, deck.length - 1), 1)[0] ?? '';
      now = { round, fault };
      faults[fault] = (faults[fault] ?? 0) + 1;
      options.onRound(round, fault);
      await runRound(chain, expected, fault, random.fork(round));
      await checkHealed(chain, expected, random.fork(`healed ${round}`), violate);
      if (round % ROUNDS_BETWEEN_DEATHS === 0 || round === rounds) {
        await checkAlone(chain, expected, random.fork(`alone ${round}`), violate, alone);
        // Waits for the circuit breakers to close, so that the next round sends requests.
        await delay(LEFT_ALONE_MS);
      }
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
  };
  return { seed: options.seed, rounds: now.round, faults, ...counts, violations };
}

async function runRound(
  chain: Chain,
  expected: Expectations,
  fault: string,
  random: SeededRandom,
): Promise<void> {
  let isOver = false;
  // Circuit breakers stay open for a while after the end of a fault, so failures may continue.
  const load = Array.from({ length: READERS }, async (_, reader) => {
    const own = random.fork(`reader ${reader}`);
    while (!isOver)
      await expected.read(own.pick(chain.mirrors), expected.draw(own), own.pick(PARTS), () => true);
  });
  const publishing = (async () => {
    const own = random.fork('publisher');
    while (!isOver) {
      await expected.publish(own);
      await delay(own.integer(5, 40));
    }
  })();
  await delay(random.integer(10, 100));
  await carryOut(chain, fault, random);
  await delay(random.integer(10, 100));
  isOver = true;
  await Promise.all([...load, publishing]);
}

async function carryOut(chain: Chain, fault: string, random: SeededRandom): Promise<void> {
  const dying = chain.members.find(({ name }) => fault === `${name} dies` || fault === `the ${name} dies`);
  if (dying !== undefined) {
    await dying.end(random.pick(['SIGKILL', 'SIGTERM']));
    await delay(random.integer(0, 300));
    await dying.start();
    return;
  }
  const [first, second] = chain.links;
  const isAll = fault.startsWith('all');
  for (const [link, name] of [
    [first, 'first'],
    [second, 'second'],
  ] as const) {
    if (link === undefined || !(isAll || fault.startsWith(name))) continue;
    link.wrong = isAll
      ? random.pick(WRONGS)
      : (WRONGS.find((wrong) => fault.endsWith(` ${wrong}`)) ?? 'nothing');
  }
  await delay(random.integer(200, 1500));
  for (const link of chain.links) link.wrong = 'nothing';
}

/** All versions must be readable from all mirrors soon after the fault. */
async function checkHealed(
  chain: Chain,
  expected: Expectations,
  random: SeededRandom,
  violate: (what: string) => void,
): Promise<void> {
  for (const mirror of chain.mirrors) {
    const drafts = pickSome(expected.published, random);
    const untilMs = performance.now() + HEALED_MS;
    for (const draft of drafts) {
      for (const part of PARTS) {
        while (!(await expected.read(mirror, draft, part, () => performance.now() < untilMs))) {
          if (performance.now() > untilMs)
            return violate(`${mirror.name} does not recover: ${draft.name} ${draft.version} ${part}`);
          await delay(100);
        }
      }
    }
    await delay(LIST_MAX_AGE_MS);
  }
}

/** A mirrored version must be readable while all links are dead. */
async function checkAlone(
  chain: Chain,
  expected: Expectations,
  random: SeededRandom,
  violate: (what: string) => void,
  alone: { reads: number; installs: number },
): Promise<void> {
  for (const link of chain.links) link.wrong = 'dead';
  try {
    for (const mirror of chain.mirrors) {
      for (const draft of pickSome(expected.published, random)) {
        // The first read finds out whether the mirror has stored it. From then on it must stay.
        if (await isKept(mirror, draft, expected)) expected.noteHere(mirror, draft);
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

async function isKept(mirror: Member, draft: Draft, expected: Expectations): Promise<boolean> {
  return expected.read(mirror, draft, 'tarball', () => true);
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
