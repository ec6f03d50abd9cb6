// The faults of a chain of mirrors: links that fail, registries that die, and with evictions also deaths in the
// middle of one and days that pass.
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '@prime-registry/testkit';
import { WRONGS } from './bad-link.ts';
import type { Chain } from './chain.ts';
import type { Evictions } from './evictions.ts';

const DAY_MS = 24 * 3_600_000;

const DEATHS = ['the origin dies', 'near dies', 'far dies'] as const;

const FAULTS = [
  ...WRONGS.flatMap((wrong) => [`first link ${wrong}`, `second link ${wrong}`]),
  ...DEATHS,
  'all links at once',
];

/** The faults that need evictions. 'none': evictions are all that happens. */
const WITH_EVICTIONS = ['none', 'near dies evicting', 'far dies evicting', 'days pass'] as const;

/** The names of all faults. */
export function listMirrorFaults(hasEvictions: boolean): string[] {
  return hasEvictions ? [...FAULTS, ...WITH_EVICTIONS] : [...FAULTS];
}

/** Injects and removes a fault. */
export async function carryOut(
  chain: Chain,
  evictions: Evictions | undefined,
  fault: string,
  random: SeededRandom,
): Promise<void> {
  const evicting = chain.mirrors.find(({ name }) => fault === `${name} dies evicting`);
  if (evicting !== undefined) return evictions?.killWhileItEvicts(evicting, random);
  if (fault === 'days pass') chain.forward(random.integer(1, 3) * DAY_MS);
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
