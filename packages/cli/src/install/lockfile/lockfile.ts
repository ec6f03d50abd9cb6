// The lock file of a project, `.primes/lock.yaml`: the exact versions and digests that everybody installs.
import { unlessFailed } from '../../errors/expected.ts';
import { LOCKED_FIELDS, type LockedPrime } from './locked-prime.ts';
import { LockedRanges } from './locked-ranges.ts';
import { parseLockedPrime } from './parse-locked-prime.ts';

export type { LockedPrime } from './locked-prime.ts';

/** The locked Primes by name, in ASCII order of their names. */
export type Lockfile = ReadonlyMap<string, LockedPrime>;

const HEADER = `# Written by prime. Commit it, so that everybody installs the same bytes.
lockfile-version: 1
`;

/** A lock file with these Primes. */
export function makeLockfile(primes: Iterable<LockedPrime>): Lockfile {
  const sorted = [...primes].sort((a, b) => (a.name < b.name ? -1 : 1));
  return new Map(sorted.map((prime) => [prime.name, prime]));
}

/**
 * The text of a lock file. It depends only on the Primes, and each has its own lines, so that git can merge
 * them.
 */
export function formatLockfile(lockfile: Lockfile): string {
  if (lockfile.size === 0) return `${HEADER}primes: {}\n`;
  const lines: string[] = [];
  for (const prime of makeLockfile(lockfile.values()).values()) {
    lines.push(`  ${JSON.stringify(prime.name)}:\n`);
    for (const field of LOCKED_FIELDS) {
      const value = prime[field];
      if (value !== undefined) lines.push(`    ${field}: ${formatScalar(value)}\n`);
    }
  }
  return `${HEADER}primes:\n${lines.join('')}`;
}

/**
 * Parses text exactly as {@link formatLockfile} writes it; undefined for any other text, valid or not. The
 * result is formatted again and compared, so that this simple parser cannot miss anything.
 */
export function findOwnLockfile(text: string, ranges = new LockedRanges()): Lockfile | undefined {
  const primes: LockedPrime[] = [];
  for (const [, name = '', lines = ''] of text.matchAll(/^ {2}"([^"\n]+)":\n((?: {4}.+\n)+)/gm)) {
    const fields = new Map<string, string>();
    for (const [, key = '', value = ''] of lines.matchAll(/^ {4}(\w+): (.+)$/gm)) {
      fields.set(key, value.startsWith('"') ? findQuoted(value) : value);
    }
    const parsed = parseLockedPrime(name, fields, ranges);
    if ('problems' in parsed) return undefined;
    primes.push(parsed.prime);
  }
  const lockfile = makeLockfile(primes);
  return formatLockfile(lockfile) === text ? lockfile : undefined;
}

// Texts that need no quotes in any version of YAML. Some words do, and digests that look like numbers: only
// digits, digits with one 'e', or binary numbers.
const PLAIN = /^(?:https?:\/\/[\w.:/-]*\w|[A-Za-z][\w./-]*|[~^]\d[\w.-]*|\d+\.\d+\.\d[\w.+-]*|[0-9a-f]{64})$/;
const NOT_TEXT = /^(?:[\dbe]+|true|false|yes|no|on|off|null|y|n)$/i;

/**
 * A YAML scalar. Text that needs quotes is written as JSON, which is valid YAML (YAML 1.2.2, section 1.3).
 */
function formatScalar(text: string): string {
  return PLAIN.test(text) && !NOT_TEXT.test(text) ? text : JSON.stringify(text);
}

function findQuoted(value: string): string {
  // Otherwise, prime did not write this. No field may be empty, so the entry is refused.
  return unlessFailed(() => String(JSON.parse(value))) ?? '';
}
