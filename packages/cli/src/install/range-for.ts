// The range for a locked Prime: what the project and all locked Primes together allow.
import { getValue, parseRange, type VersionRange } from '@prime-registry/protocol';
import type { LockedPrime } from './lockfile/lockfile.ts';
import { findRequirement } from './plan-install.ts';
import type { Requirer } from './reach.ts';
import type { Requirement } from './skill/requirements.ts';

/** SKILL.md decides about what it requires, then the lock file. */
export function rangeFor(
  locked: LockedPrime,
  requirers: readonly Requirer[],
  skill: ReadonlyMap<string, Requirement> | undefined,
): VersionRange {
  const direct = (skill?.get(locked.name) ?? findRequirement(locked))?.range;
  const texts = new Set(requirers.map(({ range }) => range));
  const others = [...texts].map((text) => getValue(parseRange(text)));
  return intersect([...(direct === undefined ? [] : [direct]), ...others]);
}

/** The first range, as far as the others allow its versions. Only the first can be a channel. */
function intersect([first, ...others]: readonly VersionRange[]): VersionRange {
  const range = first ?? getValue(parseRange('*'));
  if (others.length === 0 || range.kind === 'channel') return range;
  const all = [range, ...others];
  return {
    text: [...new Set(all.map(({ text }) => text))].join(' and '),
    kind: 'range',
    matches: (version) => all.every((each) => each.matches(version)),
    covers: (version) => all.every((each) => each.covers(version)),
    coversKey: (key) => all.every((each) => each.coversKey(key)),
  };
}
