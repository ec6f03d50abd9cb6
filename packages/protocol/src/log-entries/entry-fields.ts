// The fields of each type of log entry besides the common ones, and what their values must be.

import { isSha256 } from '../digest.ts';
import { isJsonObject } from '../json-object.ts';
import { isFingerprint } from '../names/fingerprint.ts';
import { parsePrimeName, parseScope } from '../names/prime-name.ts';
import type { Parsed } from '../parsed.ts';
import { quote } from '../text/quote.ts';
import { parseTimestamp } from '../timestamp.ts';
import { parseChannel } from '../versions/channel.ts';
import { parseVersion } from '../versions/version.ts';
import { REMOVAL_CATEGORIES } from '../wire/lifecycle.ts';
import { parseProvenance } from '../wire/provenance.ts';
import type { LogEntry, LogEntryType } from './log-entry.ts';

/** The check of a field. */
interface FieldCheck {
  readonly isOptional: boolean;
  /** What is wrong with a value and what would be right; undefined if it is right. */
  readonly findProblem: (value: unknown) => string | undefined;
}

type Fields = Readonly<Record<string, FieldCheck>>;
/** A check for each field, so that a field without one does not compile. */
type FieldsOf<Entry> = { readonly [Field in Exclude<keyof Entry, 'type' | 'v' | 'at' | 'by'>]-?: FieldCheck };

const TEXT = text(() => undefined);
const NAME = text((value) => messageOf(parsePrimeName(value)));
const VERSION = text((value) => messageOf(parseVersion(value)));
const CHANNEL = text((value) => messageOf(parseChannel(value)));
const DIGEST = form(isSha256, 'a SHA-256 of 64 hexadecimal digits in lower case');
const LOG_ID = form((value) => /^[0-9a-f]{16}$/.test(value), '16 hexadecimal digits in lower case');
const TIMESTAMP = form(
  (value) => parseTimestamp(value) !== undefined,
  "a time such as '2026-11-21T09:30:00Z'",
);
const CATEGORY = oneOf(REMOVAL_CATEGORIES);
const TEXTS = required((value) => (areTexts(value) ? undefined : 'it is not a list of texts'));
const COUNT = required((value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'it is not an integer from 0 to 2^53 - 1',
);
const SCOPE = text((value) => messageOf(parseScope(value)));
const FINGERPRINT = form(isFingerprint, "a fingerprint such as 'SHA256:…'");
const FINGERPRINTS = required((value) => {
  if (!Array.isArray(value)) return 'it is not a list';
  return value.map((each) => FINGERPRINT.findProblem(each)).find((problem) => problem !== undefined);
});
const SIGNER_CHANGE = text((value) =>
  value === 'add' || value === 'remove' ? undefined : `${quote(value)} is neither 'add' nor 'remove'`,
);
const PROVENANCE = required((value) => messageOf(parseProvenance(value)));
const YES = required((value) => (typeof value === 'boolean' ? undefined : 'it is neither true nor false'));
const CONDITIONS = required((value) =>
  isJsonObject(value) && Object.values(value).every(isCondition)
    ? undefined
    : 'it is not an object of texts, lists of texts, and prefixes',
);

const VERSION_FIELDS = { name: NAME, version: VERSION };
const CONTENT_FIELDS = {
  ...VERSION_FIELDS,
  sha256: DIGEST,
  size: COUNT,
  manifest_sha256: DIGEST,
  promoted_from: optional(TEXT),
  channel: optional(CHANNEL),
  provenance: optional(PROVENANCE),
  signed_by: optional(FINGERPRINTS),
};
const EARLIER_FIELDS = { published_at: TIMESTAMP, yanked: optional(YES) };
const YANK_FIELDS = {
  ...VERSION_FIELDS,
  sha256: optional(DIGEST),
  reason: optional(TEXT),
  origin: optional(TEXT),
};

const TABLE: { readonly [Type in LogEntryType]: FieldsOf<Extract<LogEntry, { type: Type }>> } = {
  begin: {
    log: LOG_ID,
    previous: optional(object({ origin: TEXT, size: COUNT, note: optional(TEXT), reason: optional(TEXT) })),
  },
  publish: CONTENT_FIELDS,
  import: { ...CONTENT_FIELDS, ...EARLIER_FIELDS, origin: optional(TEXT) },
  mirror: { ...CONTENT_FIELDS, ...EARLIER_FIELDS, origin: TEXT },
  yank: YANK_FIELDS,
  unyank: YANK_FIELDS,
  deprecate: {
    name: NAME,
    range: TEXT,
    message: TEXT,
    successor: optional(object({ name: NAME, range: optional(TEXT), registry: optional(TEXT) })),
  },
  undeprecate: { name: NAME, range: TEXT },
  channel: { ...VERSION_FIELDS, channel: CHANNEL },
  unchannel: { name: NAME, channel: CHANNEL },
  move: { name: NAME, to: NAME },
  unmove: { name: NAME },
  remove: { ...VERSION_FIELDS, sha256: DIGEST, category: CATEGORY, origin: optional(TEXT) },
  sign: { ...VERSION_FIELDS, sha256: DIGEST, fingerprint: FINGERPRINT },
  signer: {
    ...{ scope: SCOPE, change: SIGNER_CHANGE, fingerprint: FINGERPRINT, key: TEXT },
    principal: optional(TEXT),
  },
  'signing-policy': { scope: SCOPE, require_signature: YES },
  'log-key': { vkey: TEXT },
  trust: {
    rule: TEXT,
    change: oneOf(['add', 'remove', 'pin']),
    issuer: TEXT,
    may: TEXTS,
    scopes: TEXTS,
    primes: TEXTS,
    sha256: DIGEST,
    conditions: optional(CONDITIONS),
  },
};

/** The types of entries that this program knows. */
export const LOG_ENTRY_TYPES: readonly string[] = Object.keys(TABLE);

/** What every entry has besides its type, whatever the type. */
export const COMMON_FIELDS: Fields = { v: COUNT, at: TIMESTAMP, by: TEXT };

/** The fields of entries of a type; undefined if this program does not know the type. */
export function findEntryFields(type: string): Fields | undefined {
  return Object.hasOwn(TABLE, type) ? TABLE[type as LogEntryType] : undefined;
}

/** What is wrong with the first wrong field of an object; undefined if nothing is. Other fields may be there. */
export function findWrongField(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const [field, { isOptional, findProblem }] of Object.entries(fields)) {
    const value = values[field];
    if (value === undefined && isOptional) continue;
    const problem = value === undefined ? 'it is missing' : findProblem(value);
    if (problem !== undefined) return `${field}: ${problem}`;
  }
  return undefined;
}

function required(findProblem: FieldCheck['findProblem']): FieldCheck {
  return { isOptional: false, findProblem };
}

function text(findProblem: (value: string) => string | undefined): FieldCheck {
  return required((value) => (typeof value === 'string' ? findProblem(value) : 'it is not a text'));
}

function form(hasForm: (value: string) => boolean, wanted: string): FieldCheck {
  return text((value) => (hasForm(value) ? undefined : `${quote(value)} is not ${wanted}`));
}

function oneOf(words: readonly string[]): FieldCheck {
  return form((value) => words.includes(value), `one of ${words.join(', ')}`);
}

function object(fields: Fields): FieldCheck {
  return required((value) => (isJsonObject(value) ? findWrongField(fields, value) : 'it is not an object'));
}

function optional(check: FieldCheck): FieldCheck {
  return { ...check, isOptional: true };
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Whether a value is a condition of a trust rule. */
function isCondition(value: unknown): boolean {
  return isJsonObject(value)
    ? typeof value.prefix === 'string'
    : typeof value === 'string' || areTexts(value);
}

function messageOf(parsed: Parsed<unknown>): string | undefined {
  return parsed.ok ? undefined : parsed.message;
}
