// One entry of a lock file. It is text from strangers: the name becomes a path, so nothing gets out of here unchecked.
import { parseRange } from '@prime-registry/client';
import { isSha256, type Parsed, parsePrimeName, parseVersion, quote } from '@prime-registry/protocol';
import { parseRegistryUrl } from '../../settings/registry-url.ts';

/** Which bytes of a Prime are installed, and why. */
export interface LockedPrime {
  /** `@scope/name`. */
  readonly name: string;
  readonly version: string;
  /** The range that was asked for, as text that `parseRange` reads. */
  readonly range: string;
  /** SHA-256 of the tarball, 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Digest of the unpacked files, as `treeDigest` of the archive package computes it. */
  readonly tree_sha256: string;
  /** Base URL of the registry that it came from, in its one spelling. */
  readonly registry: string;
  /** The file of the project that asks for it, with `/`; absent when it was installed by name. */
  readonly required_by?: string;
}

/** What is wrong with an entry. */
export interface EntryProblem {
  /** The field; undefined for the entry as a whole. */
  readonly key: string | undefined;
  readonly message: string;
}

/** The fields of an entry below its name, in the order in which they are written. */
export const LOCKED_FIELDS = [
  'version',
  'range',
  'sha256',
  'tree_sha256',
  'registry',
  'required_by',
] as const satisfies (keyof LockedPrime)[];

type LockedField = (typeof LOCKED_FIELDS)[number];

const PARSERS: Readonly<Record<LockedField, (text: string) => Parsed<string>>> = {
  version: (text) => select(parseVersion(text), ({ full }) => full),
  range: parseLockedRange,
  sha256: parseDigest,
  tree_sha256: parseDigest,
  registry: parseRegistryUrl,
  required_by: parseProjectPath,
};

/** Checks the name and the fields of an entry, and brings them into their one spelling. */
export function parseLockedPrime(
  name: string,
  fields: ReadonlyMap<string, string>,
): { readonly prime: LockedPrime } | { readonly problems: readonly EntryProblem[] } {
  const problems: EntryProblem[] = [];
  const missing: string[] = [];
  const values: Partial<Record<LockedField, string>> = {};
  const parsedName = parsePrimeName(name);
  if (!parsedName.ok) problems.push({ key: undefined, message: parsedName.message });
  for (const key of LOCKED_FIELDS) {
    const text = fields.get(key);
    const parsed = text === undefined ? undefined : PARSERS[key](text);
    if (parsed?.ok === true) values[key] = parsed.value;
    else if (parsed !== undefined) problems.push({ key, message: parsed.message });
    else if (key !== 'required_by') missing.push(key);
  }
  if (missing.length > 0) problems.push({ key: undefined, message: `has no ${missing.join(', ')}` });
  const known: readonly string[] = LOCKED_FIELDS;
  for (const key of fields.keys()) {
    if (!known.includes(key)) problems.push({ key, message: `there is no field ${quote(key)}` });
  }
  // Without problems, every field that may not be absent is there.
  return problems.length > 0 ? { problems } : { prime: { name, ...values } as LockedPrime };
}

/** Ranges are slow to parse, and most Primes of a lock file have one of a few. */
const parsedRanges = new Map<string, Parsed<string>>();

function parseLockedRange(text: string): Parsed<string> {
  const known = parsedRanges.get(text);
  if (known !== undefined) return known;
  const parsed = select(parseRange(text), (range) => range.text);
  parsedRanges.set(text, parsed);
  return parsed;
}

function parseDigest(text: string): Parsed<string> {
  return isSha256(text)
    ? { ok: true, value: text }
    : { ok: false, message: `${quote(text)} is not a SHA-256 in 64 lower-case hexadecimal digits` };
}

const MAX_PATH_LENGTH = 1024;

/** A path of a file in the project. It is only shown and compared, never opened; all the same it leads nowhere else. */
function parseProjectPath(text: string): Parsed<string> {
  const parts = text.split('/');
  const isGood =
    text.length <= MAX_PATH_LENGTH &&
    !/[\p{Cc}\\]|^[A-Za-z]:/u.test(text) &&
    !parts.some((part) => part === '' || part === '.' || part === '..');
  return isGood
    ? { ok: true, value: text }
    : { ok: false, message: `${quote(text)} is not a path within the project, such as 'SKILL.md'` };
}

function select<T>(parsed: Parsed<T>, text: (value: T) => string): Parsed<string> {
  return parsed.ok ? { ok: true, value: text(parsed.value) } : parsed;
}
