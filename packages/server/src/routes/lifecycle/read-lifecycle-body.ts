// Reads the bodies of requests that change the life of a Prime. Their texts are public.
import {
  MAX_LIFECYCLE_TEXT_LENGTH,
  type Parsed,
  parseDeprecatedRange,
  parsePrimeName,
  parseRange,
  parseRegistryUrl,
  REMOVAL_CATEGORIES,
  type RemovalCategory,
} from '@prime-registry/protocol';
import type { DeprecationRecord, SuccessorRecord } from '@prime-registry/store';
import type { JsonBody } from '../../http/requests/json-body.ts';

/** The whole Prime. */
export const ALL_VERSIONS = '*';

/** What a deprecation says. @throws RegistryError `invalid_request` with each wrong field */
export function readDeprecation(body: JsonBody): Omit<DeprecationRecord, 'setAtMs'> {
  const range = body.optional('range', parseDeprecatedRange) ?? ALL_VERSIONS;
  const message = body.text('message', MAX_LIFECYCLE_TEXT_LENGTH);
  const given = body.optionalObject('successor');
  const successor = given && readSuccessor(given);
  body.requireValid();
  return { range, message: message ?? '', successor };
}

function readSuccessor(body: JsonBody): SuccessorRecord {
  const name = body.required('name', parsePrimeName);
  const range = body.optional('range', (text) => toText(parseRange(text)));
  const registry = body.optional('registry', parseRegistryUrl);
  return { name: name?.full ?? '', range, registry };
}

/** Why a version is removed. @throws RegistryError `invalid_request` */
export function readRemoval(body: JsonBody): {
  readonly category: RemovalCategory;
  readonly reason: string | undefined;
} {
  const category = body.required('category', parseCategory);
  const reason = body.optionalText('reason', MAX_LIFECYCLE_TEXT_LENGTH);
  body.requireValid();
  return { category: category ?? 'other', reason };
}

function toText(range: ReturnType<typeof parseRange>): Parsed<string> {
  return range.ok ? { ok: true, value: range.value.text } : range;
}

function parseCategory(text: string): Parsed<RemovalCategory> {
  const category = REMOVAL_CATEGORIES.find((known) => known === text);
  return category === undefined
    ? { ok: false, message: `is none of ${REMOVAL_CATEGORIES.join(', ')}` }
    : { ok: true, value: category };
}
