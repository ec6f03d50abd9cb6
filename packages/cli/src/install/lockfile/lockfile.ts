// The lock file of a project, `.primes/lock.yaml`: which bytes everybody installs. It is read at the start of most
// commands, so the text that prime itself writes is read without a YAML parser.
import { LOCKED_FIELDS, type LockedPrime, parseLockedPrime } from './locked-prime.ts';

export type { LockedPrime } from './locked-prime.ts';

/** The locked Primes by name, in ASCII order of their names. */
export type Lockfile = ReadonlyMap<string, LockedPrime>;

const HEADER = `# Written by prime. Commit it, so that everybody installs the same bytes.
lockfile-version: 1
`;

/** A lock file of these Primes. */
export function makeLockfile(primes: Iterable<LockedPrime>): Lockfile {
  const sorted = [...primes].sort((a, b) => (a.name < b.name ? -1 : 1));
  return new Map(sorted.map((prime) => [prime.name, prime]));
}

/** The text of a lock file: the same Primes always give the same text, and each has lines of its own for git to merge. */
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
 * Reads text exactly as {@link formatLockfile} writes it; undefined for any other, good or bad. That what was found gives
 * the very same text again is what makes so simple a reader safe: it can overlook nothing.
 */
export function findOwnLockfile(text: string): Lockfile | undefined {
  const primes: LockedPrime[] = [];
  for (const [, name = '', lines = ''] of text.matchAll(/^ {2}"([^"\n]+)":\n((?: {4}.+\n)+)/gm)) {
    const fields = new Map<string, string>();
    for (const [, key = '', value = ''] of lines.matchAll(/^ {4}(\w+): (.+)$/gm)) {
      fields.set(key, value.startsWith('"') ? findQuoted(value) : value);
    }
    const parsed = parseLockedPrime(name, fields);
    if ('problems' in parsed) return undefined;
    primes.push(parsed.prime);
  }
  const lockfile = makeLockfile(primes);
  return formatLockfile(lockfile) === text ? lockfile : undefined;
}

// What readers of every version of YAML take for text. Some words are not, nor is a digest that looks like a number: of
// digits alone, with one 'e', or binary.
const PLAIN = /^(?:https?:\/\/[\w.:/-]*\w|[A-Za-z][\w./-]*|[~^]\d[\w.-]*|\d+\.\d+\.\d[\w.+-]*|[0-9a-f]{64})$/;
const NOT_TEXT = /^(?:[\dbe]+|true|false|yes|no|on|off|null|y|n)$/i;

/** A scalar in YAML. What has to be quoted is quoted as in JSON, which is YAML (YAML 1.2.2, section 1.3). */
function formatScalar(text: string): string {
  return PLAIN.test(text) && !NOT_TEXT.test(text) ? text : JSON.stringify(text);
}

function findQuoted(value: string): string {
  try {
    return String(JSON.parse(value));
  } catch {
    // Not as prime writes it: no text formats to this.
    return '';
  }
}
