// A range as spans of precedence keys. Lists compare thousands of versions with dozens of ranges, each with up to a
// hundred alternatives: a binary search in sorted spans makes that cheap.
import Range from 'semver/classes/range.js';
import { parseVersion, precedenceKey } from './version.ts';

/** Keys from `from` to before `to`. */
interface Span {
  readonly from: string;
  readonly to: string;
}

/** Before and after each key. */
const ALL: Span = { from: '', to: '\u{7f}' };

/**
 * Creates a function that decides whether a precedence key is in a range; prereleases count by their precedence alone.
 * @param text - a valid range in npm's notation
 */
export function createCoverage(text: string): (key: string) => boolean {
  const spans = toSpans(text);
  return (key) => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((spans[middle]?.from ?? '') <= key) low = middle + 1;
      else high = middle;
    }
    const last = spans[low - 1];
    return last !== undefined && key < last.to;
  };
}

type Comparator = Range['set'][number][number];

/** The keys that all comparators admit. */
function intersect(comparators: readonly Comparator[]): Span {
  let { from, to } = ALL;
  for (const comparator of comparators) {
    const span = toSpan(comparator);
    if (span.from > from) from = span.from;
    if (span.to < to) to = span.to;
  }
  return { from, to };
}

function toSpan({ operator, semver, value }: Comparator): Span {
  // `*`
  if (value === '') return ALL;
  const { major, minor, patch, prerelease } = semver;
  const full = semver.version;
  const numbers = [`${major}`, `${minor}`, `${patch}`] as const;
  const key = precedenceKey({ full, identity: full, numbers, prerelease: prerelease.map(String) });
  const after = `${key}\0`;
  switch (operator) {
    case '<':
      return { from: ALL.from, to: key };
    case '<=':
      return { from: ALL.from, to: after };
    case '>':
      return { from: after, to: ALL.to };
    case '>=':
      return { from: key, to: ALL.to };
    default:
      return only(key);
  }
}

/** The spans in ascending order, without empty ones; those that overlap are one. */
function merge(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  const inOrder = spans
    .filter(({ from, to }) => from < to)
    .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  for (const { from, to } of inOrder) {
    const last = merged.at(-1);
    if (last === undefined || last.to < from) merged.push({ from, to });
    else if (last.to < to) merged[merged.length - 1] = { from: last.from, to };
  }
  return merged;
}

/**
 * Whether one range covers nothing but what another one covers; prereleases count by their precedence alone.
 * @param inner - a valid range in npm's notation, or a version
 * @param outer - as `inner`
 */
export function isRangeWithin(inner: string, outer: string): boolean {
  const spans = toSpans(outer);
  return toSpans(inner).every(({ from, to }) => spans.some((span) => span.from <= from && to <= span.to));
}

function toSpans(text: string): readonly Span[] {
  const exact = parseVersion(text);
  // Its numbers may be too large for the library.
  if (exact.ok) return [only(precedenceKey(exact.value))];
  return merge(new Range(text, { includePrerelease: true }).set.map(intersect));
}

function only(key: string): Span {
  return { from: key, to: `${key}\0` };
}
