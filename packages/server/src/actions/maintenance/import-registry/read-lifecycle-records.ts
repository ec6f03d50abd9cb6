// Turns removed versions, channels, deprecations and new names of an export into records, with every field checked.
import {
  isSha256,
  MAX_CHANNELS,
  MAX_DEPRECATIONS,
  type Parsed,
  type PrimeName,
  parseChannel,
  parseDeprecatedRange,
  parsePrimeName,
  parseRange,
  parseVersion,
  REMOVAL_CATEGORIES,
  type Version,
} from '@prime-registry/protocol';
import type { DeprecationRecord, SuccessorRecord, TombstoneRecord } from '@prime-registry/store';
import type { JsonFields } from '../export-format/read-json-file.ts';
import { parse } from './parse-field.ts';

/** What happened to a Prime, as an export has it. */
export interface ImportedLifecycle {
  readonly name: PrimeName;
  readonly channels: readonly {
    readonly channel: string;
    readonly version: Version;
    readonly setAtMs: number;
  }[];
  readonly deprecations: readonly DeprecationRecord[];
  readonly movedTo: PrimeName | undefined;
}

/** Reads `removed/<name>/<version>.json`. @throws ExportError */
export function readTombstone(fields: JsonFields): TombstoneRecord {
  const version = parse<Version>(fields, 'version', parseVersion);
  const sha256 = fields.text('sha256');
  if (!isSha256(sha256)) throw fields.wrong('sha256', 'a digest of 64 hexadecimal digits');
  const word = fields.text('category');
  const category = REMOVAL_CATEGORIES.find((known) => known === word);
  if (category === undefined) throw fields.wrong('category', `one of ${REMOVAL_CATEGORIES.join(', ')}`);
  return {
    name: parse<PrimeName>(fields, 'name', parsePrimeName).full,
    version: version.full,
    identity: version.identity,
    ...{ sha256, category },
    reason: fields.textOrNull('reason'),
    removedAtMs: fields.time('removed_at'),
    origin: fields.textIfThere('origin'),
  };
}

/** Reads `lifecycle/<name>.json`. @throws ExportError */
export function readLifecycle(fields: JsonFields): ImportedLifecycle {
  const movedTo = fields.textOrNull('moved_to');
  return {
    name: parse<PrimeName>(fields, 'name', parsePrimeName),
    channels: fields.list('channels', MAX_CHANNELS).map((entry) => ({
      channel: parse(entry, 'channel', parseChannel),
      version: parse<Version>(entry, 'version', parseVersion),
      setAtMs: entry.time('set_at'),
    })),
    deprecations: fields.list('deprecations', MAX_DEPRECATIONS).map(readDeprecation),
    movedTo: movedTo === undefined ? undefined : parse<PrimeName>(fields, 'moved_to', parsePrimeName),
  };
}

function readDeprecation(fields: JsonFields): DeprecationRecord {
  const successor = fields.fieldsOrNull('successor');
  return {
    range: parse(fields, 'range', parseDeprecatedRange),
    message: fields.text('message'),
    successor: successor && readSuccessor(successor),
    setAtMs: fields.time('set_at'),
  };
}

function readSuccessor(fields: JsonFields): SuccessorRecord {
  const range = fields.textOrNull('range');
  return {
    name: parse<PrimeName>(fields, 'name', parsePrimeName).full,
    range: range === undefined ? undefined : parse(fields, 'range', parseSomeRange),
    registry: fields.textOrNull('registry'),
  };
}

function parseSomeRange(text: string): Parsed<string> {
  const range = parseRange(text);
  return range.ok ? { ok: true, value: range.value.text } : range;
}
