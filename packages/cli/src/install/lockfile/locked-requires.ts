// The requirements of a locked Prime as one line of the lock file: `@acme/core@^1.2, @acme/css@>=1 <2`.
import {
  makeRequires,
  type Parsed,
  parsePrimeName,
  REQUIRES_LIMITS,
  type Requires,
} from '@prime-registry/protocol';
import type { LockedRanges } from './locked-ranges.ts';

/** No range contains it. */
const SEPARATOR = ', ';

/** The line; undefined without requirements. */
export function formatRequires(requires: Requires): string | undefined {
  const entries = Object.entries(requires);
  return entries.length === 0 ? undefined : entries.map((entry) => entry.join('@')).join(SEPARATOR);
}

/** The requirements of a line; a rejection says what is wrong. @param ranges - those of the lock file */
export function parseLockedRequires(line: string, ranges: LockedRanges): Parsed<Requires> {
  const entries = splitLine(line);
  // Before they are parsed, which takes microseconds for each.
  if (entries.length > REQUIRES_LIMITS.maxPrimes) return makeRequires(entries);
  const required: (readonly [string, string])[] = [];
  for (const [name, text] of entries) {
    const prime = parsePrimeName(name);
    if (!prime.ok) return prime;
    const range = ranges.parseRequired(name, text);
    if (!range.ok) return range;
    required.push([prime.value.full, range.value]);
  }
  return makeRequires(required);
}

/** A cache: the requirements of a lock file are walked several times. */
const splitLines = new Map<string, Requires>();

/** The requirements of a locked Prime. Its line was checked when the lock file was read. */
export function requiresOf({ requires: line }: { readonly requires?: string }): Requires {
  if (line === undefined) return {};
  const known = splitLines.get(line);
  if (known !== undefined) return known;
  const requires = Object.fromEntries(splitLine(line));
  splitLines.set(line, requires);
  return requires;
}

function splitLine(line: string): [name: string, range: string][] {
  return line.split(SEPARATOR).map((entry) => {
    // The first '@' belongs to the scope.
    const at = entry.indexOf('@', 1);
    return at === -1 ? [entry, ''] : [entry.slice(0, at), entry.slice(at + 1)];
  });
}
