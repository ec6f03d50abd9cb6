// Entry point for tests of ranges. Generates versions and ranges with small numbers, so that most ranges match some
// versions and not others.
import assert from 'node:assert/strict';
import { parseRange, type VersionRange } from '@prime-registry/protocol';
import { fc } from '../properties.ts';

/** Parses a range that must be well-formed. */
export function rangeOf(text: string): VersionRange {
  const parsed = parseRange(text);
  assert.ok(parsed.ok, `refused ${text}`);
  return parsed.value;
}

const number = fc.oneof({ weight: 5, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(2 ** 40) });

const prerelease = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('-0', '-alpha', '-alpha.1', '-alpha.10', '-beta', '-rc.2', '-1.0'),
  },
);

/** Versions within the limits of the reference implementation. */
export const versions: fc.Arbitrary<string> = fc
  .tuple(number, number, number, prerelease)
  .map(([major, minor, patch, suffix]) => `${major}.${minor}.${patch}${suffix}`);

const partials = fc.oneof(
  versions,
  fc.tuple(number, number).map(([major, minor]) => `${major}.${minor}`),
  number.map(String),
  number.map((major) => `${major}.x`),
  fc.constantFrom('*', 'x'),
);

const comparators = fc
  .tuple(fc.constantFrom('', '^', '~', '>=', '>', '<', '<=', '=', '^ ', '>= '), partials)
  .map((parts) => parts.join(''));

const comparatorSets = fc.oneof(
  comparators,
  fc.tuple(comparators, comparators).map((parts) => parts.join(' ')),
  fc.tuple(partials, partials).map((parts) => parts.join(' - ')),
);

/** Ranges in every notation, with and without alternatives. */
export const ranges: fc.Arbitrary<string> = fc
  .array(comparatorSets, { minLength: 1, maxLength: 3 })
  .map((alternatives) => alternatives.join(' || '))
  .filter((range) => range.length <= 256);
