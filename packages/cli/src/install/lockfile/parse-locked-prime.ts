// Parses one entry of a lock file. The text is untrusted and its name becomes a path: every field is checked here.
import {
  isSha256,
  type Parsed,
  parsePrimeName,
  parseRegistryUrl,
  parseVersion,
  quote,
} from '@prime-registry/protocol';
import { isLocal, parseLocalPath } from '../local/local-path.ts';
import { LOCKED_FIELDS, type LockedPrime } from './locked-prime.ts';
import type { LockedRanges } from './locked-ranges.ts';
import { formatRequires, parseLockedRequires } from './locked-requires.ts';

export interface EntryProblem {
  /** The field; undefined for the entry as a whole. */
  readonly key: string | undefined;
  readonly message: string;
}

/** The fields that an entry may lack. */
const OPTIONAL: readonly string[] = ['range', 'passed_over', 'moved_to', 'required_by', 'requires'];

type LockedField = (typeof LOCKED_FIELDS)[number];

const PARSERS: Readonly<Record<LockedField, (text: string, ranges: LockedRanges) => Parsed<string>>> = {
  version: (text) => select(parseVersion(text), ({ full }) => full),
  range: (text, ranges) => ranges.parseWanted(text),
  sha256: parseDigest,
  tree_sha256: parseDigest,
  registry: (text) => (isLocal(text) ? parseLocalPath(text) : parseRegistryUrl(text)),
  passed_over: parseRegistryUrls,
  moved_to: (text) => select(parsePrimeName(text), ({ full }) => full),
  required_by: parseProjectPath,
  requires: (text, ranges) =>
    select(parseLockedRequires(text, ranges), (requires) => formatRequires(requires) ?? ''),
};

/** Checks and normalises the name and the fields of an entry. @param ranges - those of its lock file */
export function parseLockedPrime(
  name: string,
  fields: ReadonlyMap<string, string>,
  ranges: LockedRanges,
): { readonly prime: LockedPrime } | { readonly problems: readonly EntryProblem[] } {
  const problems: EntryProblem[] = [];
  const missing: string[] = [];
  const values: Partial<Record<LockedField, string>> = {};
  const parsedName = parsePrimeName(name);
  if (!parsedName.ok) problems.push({ key: undefined, message: parsedName.message });
  for (const key of LOCKED_FIELDS) {
    const text = fields.get(key);
    const parsed = text === undefined ? undefined : PARSERS[key](text, ranges);
    if (parsed?.ok === true) values[key] = parsed.value;
    else if (parsed !== undefined) problems.push({ key, message: parsed.message });
    else if (!OPTIONAL.includes(key)) missing.push(key);
  }
  if (missing.length > 0) problems.push({ key: undefined, message: `has no ${missing.join(', ')}` });
  const known: readonly string[] = LOCKED_FIELDS;
  for (const key of fields.keys()) {
    if (!known.includes(key)) problems.push({ key, message: `there is no field ${quote(key)}` });
  }
  // Without problems, all required fields are there.
  return problems.length > 0 ? { problems } : { prime: { name, ...values } as LockedPrime };
}

function parseRegistryUrls(text: string): Parsed<string> {
  const urls: string[] = [];
  for (const part of text.split(' ')) {
    const url = parseRegistryUrl(part);
    if (!url.ok) return url;
    urls.push(url.value);
  }
  return { ok: true, value: urls.join(' ') };
}

function parseDigest(text: string): Parsed<string> {
  return isSha256(text)
    ? { ok: true, value: text }
    : { ok: false, message: `${quote(text)} is not a SHA-256 of 64 lower-case hexadecimal digits` };
}

const MAX_PATH_LENGTH = 1024;

/** A path within the project. It is only shown and compared, never opened, but checked nevertheless. */
export function parseProjectPath(text: string): Parsed<string> {
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
