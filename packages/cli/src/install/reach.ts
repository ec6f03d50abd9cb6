// The requirement graph of a lock file: which Primes the project needs, directly or indirectly.
import { type Parsed, parseRange, type VersionRange } from '@prime-registry/protocol';
import { requiresOf } from './lockfile/locked-requires.ts';
import type { LockedPrime } from './lockfile/lockfile.ts';

/** A requirement of a locked Prime that no locked version satisfies. */
export interface UnmetRequirement {
  /** The Prime that has it. */
  readonly by: string;
  readonly name: string;
  readonly range: string;
}

/** What a project reaches from what it requires itself. */
export interface Reach {
  /** Names of Primes that are needed. */
  readonly needed: ReadonlySet<string>;
  readonly unmet: readonly UnmetRequirement[];
}

/** Whether the project itself requires it, in a file or by name; otherwise only other Primes do. */
export function isDirect({ range }: LockedPrime): boolean {
  return range !== undefined;
}

/** Walks from the direct requirements along what each locked version requires. */
export function findReach(primes: ReadonlyMap<string, LockedPrime>): Reach {
  const needed = new Set<string>();
  for (const prime of primes.values()) if (isDirect(prime)) needed.add(prime.name);
  const unmet: UnmetRequirement[] = [];
  // The set grows while it is walked.
  for (const by of needed) {
    const prime = primes.get(by);
    if (prime === undefined) continue;
    for (const [name, range] of Object.entries(requiresOf(prime))) {
      const version = primes.get(name)?.version;
      if (version === undefined || !matches(range, version)) unmet.push({ by, name, range });
      else needed.add(name);
    }
  }
  return { needed, unmet };
}

/** A Prime that requires another one, and the range. */
export interface Requirer {
  readonly prime: LockedPrime;
  readonly range: string;
}

/** Who requires each Prime; the requirers are in the order of the lock file. */
export function indexRequirers(
  primes: ReadonlyMap<string, LockedPrime>,
): (name: string) => readonly Requirer[] {
  const index = new Map<string, Requirer[]>();
  for (const prime of primes.values()) {
    for (const [name, range] of Object.entries(requiresOf(prime))) {
      const requirers = index.get(name);
      if (requirers === undefined) index.set(name, [{ prime, range }]);
      else requirers.push({ prime, range });
    }
  }
  return (name) => index.get(name) ?? [];
}

/** A cache: ranges are slow to parse, and a lock file has the same ones again and again. */
const parsedRanges = new Map<string, Parsed<VersionRange>>();
const MAX_PARSED_RANGES = 10_000;

function matches(range: string, version: string): boolean {
  const parsed = parsedRanges.get(range) ?? parseRange(range);
  if (parsedRanges.size === MAX_PARSED_RANGES) parsedRanges.clear();
  parsedRanges.set(range, parsed);
  return parsed.ok && parsed.value.matches(version);
}
