// Turns removed versions, channels, deprecations and new names of an export into records, with every field checked.
import {
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
import type { JsonFields } from '../export-format/read-export-file.ts';

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
  const version = fields.parse<Version>('version', parseVersion);
  const sha256 = fields.sha256('sha256');
  const word = fields.text('category');
  const category = REMOVAL_CATEGORIES.find((known) => known === word);
  if (category === undefined) throw fields.wrong('category', `one of ${REMOVAL_CATEGORIES.join(', ')}`);
  return {
    name: fields.parse<PrimeName>('name', parsePrimeName).full,
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
  return {
    name: fields.parse<PrimeName>('name', parsePrimeName),
    channels: fields.list('channels', MAX_CHANNELS).map((entry) => ({
      channel: entry.parse('channel', parseChannel),
      version: entry.parse<Version>('version', parseVersion),
      setAtMs: entry.time('set_at'),
    })),
    deprecations: fields.list('deprecations', MAX_DEPRECATIONS).map(readDeprecation),
    movedTo: fields.parseOrNull<PrimeName>('moved_to', parsePrimeName),
  };
}

function readDeprecation(fields: JsonFields): DeprecationRecord {
  const successor = fields.fieldsOrNull('successor');
  return {
    range: fields.parse('range', parseDeprecatedRange),
    message: fields.text('message'),
    successor: successor && readSuccessor(successor),
    setAtMs: fields.time('set_at'),
  };
}

function readSuccessor(fields: JsonFields): SuccessorRecord {
  return {
    name: fields.parse<PrimeName>('name', parsePrimeName).full,
    range: fields.parseOrNull('range', parseSomeRange),
    registry: fields.textOrNull('registry'),
  };
}

function parseSomeRange(text: string): Parsed<string> {
  const range = parseRange(text);
  return range.ok ? { ok: true, value: range.value.text } : range;
}
