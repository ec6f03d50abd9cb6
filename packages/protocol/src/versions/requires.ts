// The Primes that a Prime requires: the key `requires` of a pack.yaml, which is not part of the contract.

import { parsePrimeName } from '../names/prime-name.ts';
import { accept, type Parsed, reject } from '../parsed.ts';
import { quote } from '../text/quote.ts';
import { MAX_RANGE_LENGTH, parseRange, type VersionRange } from './version-range.ts';

/** The required Primes: a version range by name, in ASCII order of the names. */
export type Requires = Readonly<Record<string, string>>;

/** Bounds that keep every list of versions small: the list has the requirements of each version. */
export const REQUIRES_LIMITS = {
  /** Most required Primes. */
  maxPrimes: 256,
  /** Most characters of all names and ranges together. */
  maxCharacters: 16_384,
  /** Most characters of the requirements in a list of versions, as JSON; those of lower versions are omitted. */
  maxListCharacters: 524_288,
  /** Most characters of the requirements in search results, as JSON; those of later results are omitted. */
  maxSearchCharacters: 32_768,
} as const;

/** Ranges that were parsed: the versions of a Prime mostly require the same. */
const knownRanges = new Map<string, Parsed<VersionRange>>();
const MAX_KNOWN_RANGES = 1000;

const EXAMPLE = `write it as '"@acme/core": ^1.2'`;

/** Parses one required Prime: its name, and a range that always means the same versions. */
export function parseRequired(name: string, text: string): Parsed<readonly [name: string, range: string]> {
  const prime = parsePrimeName(name);
  if (!prime.ok) return prime;
  const range = recallRange(text);
  if (!range.ok) return reject(`the range of ${quote(name)}: ${range.message}`);
  const { kind, text: normalised } = range.value;
  if (kind === 'latest' || kind === 'channel') {
    return reject(
      `the range of ${quote(name)} is ${quote(normalised)}, which moves from version to version; write a range such as '^1.2', or '*' for any version`,
    );
  }
  return accept([prime.value.full, normalised]);
}

function recallRange(text: string): Parsed<VersionRange> {
  const known = knownRanges.get(text);
  if (known !== undefined) return known;
  const parsed = parseRange(text);
  if (text.length > MAX_RANGE_LENGTH) return parsed;
  if (knownRanges.size === MAX_KNOWN_RANGES) knownRanges.clear();
  knownRanges.set(text, parsed);
  return parsed;
}

/**
 * Makes the requirements of a Prime from parsed ones. The order of the arguments does not matter.
 * @param ownName - the name of the Prime that has them, if it is known; it cannot require itself
 */
export function makeRequires(
  required: readonly (readonly [name: string, range: string])[],
  ownName?: string,
): Parsed<Requires> {
  const sorted = required.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const twice = sorted.find(([name], index) => name === sorted[index + 1]?.[0]);
  if (twice !== undefined) return reject(`names ${quote(twice[0])} twice; keep one`);
  if (sorted.some(([name]) => name === ownName)) {
    return reject(`names ${quote(ownName ?? '')}, the Prime itself; leave it out`);
  }
  const { maxPrimes, maxCharacters } = REQUIRES_LIMITS;
  if (sorted.length > maxPrimes) return tooMany(sorted.length);
  const characters = sorted.reduce((sum, [name, range]) => sum + name.length + range.length, 0);
  if (characters > maxCharacters) {
    return reject(
      `has ${characters} characters of names and ranges; at most ${maxCharacters} are allowed: write shorter ranges`,
    );
  }
  return accept(Object.fromEntries(sorted));
}

function tooMany(count: number): Parsed<never> {
  return reject(`has ${count} Primes; a Prime requires at most ${REQUIRES_LIMITS.maxPrimes}`);
}

/**
 * Reads requirements from data that a registry sent or a database has.
 * Its malformed entries are rejected as a whole: half of the requirements would be a wrong answer.
 */
export function parseRequires(value: unknown): Parsed<Requires> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return reject(`is not a mapping of names to version ranges; ${EXAMPLE}`);
  }
  const entries = Object.entries(value);
  // Before they are parsed, which takes microseconds for each.
  if (entries.length > REQUIRES_LIMITS.maxPrimes) return tooMany(entries.length);
  const required: (readonly [string, string])[] = [];
  for (const [name, range] of entries) {
    if (typeof range !== 'string') return reject(`has no text as the range of ${quote(name)}; ${EXAMPLE}`);
    const parsed = parseRequired(name, range);
    if (!parsed.ok) return parsed;
    required.push(parsed.value);
  }
  return makeRequires(required);
}

/** The length of requirements as JSON, approximately. */
export function lengthOfRequires(requires: Requires): number {
  return Object.entries(requires).reduce((sum, [name, range]) => sum + name.length + range.length + 6, 2);
}
