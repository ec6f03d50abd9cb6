// Generators of well-formed names and versions, with many near misses and ties. Where a length matters they
// have `size: 'max'`: without it, fast-check stays near ten characters for any maximum.
import { fc } from '@prime-registry/testkit/properties';

const letterOrDigit = [...'abcxyz0189'];

const namePart = fc
  .tuple(
    fc.constantFrom(...letterOrDigit),
    fc.string({ unit: fc.constantFrom(...letterOrDigit, '-', '_', '.'), maxLength: 62, size: 'max' }),
  )
  .map(([first, rest]) => `${first}${rest}`)
  .filter((part) => /[a-z0-9]$/.test(part));

/** Well-formed Prime names; the short name begins with a letter, so that it is never a version. */
export const primeNames: fc.Arbitrary<string> = fc
  .tuple(namePart, namePart)
  .map(([scope, shortName]) => `@${scope}/x${shortName.slice(0, 62)}x`);

/** Numbers below 2^53, as digits. */
const safeNumbers = fc.oneof(fc.nat(12), fc.maxSafeNat()).map(String);

/** Numbers of 1 to 60 digits, most of them beyond 2^53. */
export const hugeNumbers: fc.Arbitrary<string> = fc
  .string({ unit: fc.constantFrom(...'0189'), maxLength: 59, size: 'max' })
  .map((rest) => `1${rest}`);

const words = fc.constantFrom(
  'a',
  'A',
  'alpha',
  'alpha-',
  'alpha0',
  'beta',
  'rc',
  'Z',
  '-',
  '--',
  '0a',
  '1-',
  '-1',
);

/** Versions whose numbers are all below 2^53. */
export const safeVersions: fc.Arbitrary<string> = fc
  .tuple(safeNumbers, safeNumbers, safeNumbers, fc.array(fc.oneof(safeNumbers, words), { maxLength: 3 }))
  .map(([major, minor, patch, identifiers]) => {
    const prerelease = identifiers.length === 0 ? '' : `-${identifiers.join('.')}`;
    return `${major}.${minor}.${patch}${prerelease}`;
  });
