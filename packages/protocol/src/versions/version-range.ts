// Version ranges: `latest`, a channel, one exact version, or a range in npm's notation. The library for ranges is
// limited to numbers below 2^53, so exact versions are compared without it.

import Range from 'semver/classes/range.js';
import { accept, type Parsed, reject } from '../parsed.ts';
import { quote } from '../text/quote.ts';
import { parseChannel } from './channel.ts';
import { createCoverage } from './covered-versions.ts';
import { parseVersion, precedenceKey } from './version.ts';

/** A set of versions. */
export interface VersionRange {
  /** As written, with single spaces; for an exact version, the version. */
  readonly text: string;
  readonly kind: 'latest' | 'channel' | 'exact' | 'range';
  /**
   * Whether the version is in the set; false, never an error, for a malformed version. As in npm, a
   * prerelease matches a range only if the range names a prerelease with the same three numbers. `latest`
   * and channels match every version: only a list says which one it is.
   */
  matches(version: string): boolean;
  /** As `matches`, but a prerelease counts by its precedence alone: `<2.0.0` covers `1.5.0-beta`. */
  covers(version: string): boolean;
  /** As `covers`, for the precedence key of a version: faster for many ranges or versions. */
  coversKey(key: string): boolean;
}

/** Longest text of a range, in characters. */
export const MAX_RANGE_LENGTH = 256;

/** The range of the latest version. */
export const LATEST: VersionRange = {
  text: 'latest',
  kind: 'latest',
  matches: (version) => parseVersion(version).ok,
  covers: (version) => parseVersion(version).ok,
  coversKey: () => true,
};

const V_PREFIX = /(?:^|[\s<>=~^|])v(?=[\dx*])/i;

const FORMS =
  "use 'latest', a channel such as 'beta', a version such as '1.4.0', or a range such as '^1.2', '~1.2.3', '1.x' or '>=1.2 <2'";

/** Parses a range; a rejection says what would be correct. */
export function parseRange(text: string): Parsed<VersionRange> {
  if (text.length > MAX_RANGE_LENGTH) {
    return reject(`${quote(text)} is too long; a range has at most ${MAX_RANGE_LENGTH} characters`);
  }
  const range = text.trim().replaceAll(/\s+/g, ' ');
  if (range === LATEST.text) return accept(LATEST);

  const exact = parseVersion(range.replace(/^= ?/, ''));
  if (exact.ok) {
    const { full, identity } = exact.value;
    const matches = (version: string) => findIdentity(version) === identity;
    const own = precedenceKey(exact.value);
    return accept({ text: full, kind: 'exact', matches, covers: matches, coversKey: (key) => key === own });
  }

  // `x` is a range, and too short for a channel.
  if (parseChannel(range).ok) return accept({ ...LATEST, text: range, kind: 'channel' });

  // The library accepts these, but people do not mean them: `^1 ||` is any version, and no version begins with 'v'.
  const isOdd = hasEmptyAlternative(range) || V_PREFIX.test(range);
  const comparators = isOdd ? undefined : findComparators(range);
  if (comparators === undefined) return reject(`${quote(text)} is not a version range; ${explain(range)}`);
  const matches = (version: string) => parseVersion(version).ok && comparators.test(version);
  let isCovered: ReturnType<typeof createCoverage> | undefined;
  const coversKey = (key: string) => {
    isCovered ??= createCoverage(range);
    return isCovered(key);
  };
  const covers = (version: string) => {
    const parsed = parseVersion(version);
    return parsed.ok && coversKey(precedenceKey(parsed.value));
  };
  return accept({ text: range, kind: 'range', matches, covers, coversKey });
}

function hasEmptyAlternative(range: string): boolean {
  return range.split('||').some((alternative) => alternative.trim() === '');
}

function findComparators(range: string): Range | undefined {
  try {
    return new Range(range);
  } catch {
    return undefined;
  }
}

function findIdentity(version: string): string | undefined {
  const parsed = parseVersion(version);
  return parsed.ok ? parsed.value.identity : undefined;
}

function explain(range: string): string {
  if (range === '') return `it is empty; ${FORMS}`;
  if (hasEmptyAlternative(range))
    return "there is nothing on one side of a '||'; write a range on both sides";
  if (V_PREFIX.test(range)) return "leave out the 'v'";
  if (/^[a-z][\w.-]*$/i.test(range)) return `no channel can have this name; ${FORMS}`;
  if (/\d{16}/.test(range)) {
    return `its numbers must be below ${Number.MAX_SAFE_INTEGER}; for a larger one, use an exact version`;
  }
  return FORMS;
}
