// Reads the lifecycle fields of a Prime (not part of the contract).
import {
  ChannelEntrySchema,
  DeprecatedSchema,
  DeprecationSchema,
  type Lifecycle,
  LifecycleSchema,
  MAX_CHANNELS,
  MAX_DEPRECATIONS,
  PromotedFromSchema,
  parseChannel,
  parsePrimeName,
  parseRange,
  type Successor,
  SuccessorSchema,
  TombstoneSchema,
} from '@prime-registry/protocol';
import { parseBaseUrl } from '../base-url.ts';
import type { RegistryManifest } from '../registry-reader.ts';
import { findAddedList, findAddition, readOrDrop, withoutAdditions } from './additions.ts';
import { requireName, requireSameName, requireVersion } from './identity.ts';
import { readShape, ShapeError, type ShapeReader } from './read-shape.ts';

/** The additions of a list of versions. */
export type ListLifecycle = Omit<Lifecycle, 'name'>;

/** Reads the additions of a list of versions; a malformed one is left out. */
export function readListLifecycle(body: unknown): ListLifecycle {
  const channels = findAddedList(body, 'channels', readChannelEntry, MAX_CHANNELS);
  const deprecations = findAddedList(body, 'deprecations', readDeprecation, MAX_DEPRECATIONS);
  const movedTo = findNewName(body);
  const removed = findAddedList(body, 'removed', readTombstone, Number.POSITIVE_INFINITY);
  return {
    ...(channels && { channels }),
    ...(deprecations && { deprecations }),
    ...(movedTo !== undefined && { moved_to: movedTo }),
    ...(removed && { removed }),
  };
}

const DeprecatedCore = withoutAdditions(DeprecatedSchema, 'successor');
const DeprecationCore = withoutAdditions(DeprecationSchema, 'successor');

/** Reads the additions of a manifest; a malformed one is left out. */
export function readManifestLifecycle(
  body: unknown,
): Pick<RegistryManifest, 'deprecated' | 'moved_to' | 'promoted_from'> {
  const deprecated = findAddition(body, 'deprecated', DeprecatedCore);
  const successor = findSuccessor(body, 'deprecated');
  const movedTo = findNewName(body);
  const promotedFrom = findAddition(body, 'promoted_from', PromotedFromSchema);
  return {
    ...(deprecated && { deprecated: { ...deprecated, ...(successor && { successor }) } }),
    ...(movedTo !== undefined && { moved_to: movedTo }),
    ...(promotedFrom && { promoted_from: promotedFrom }),
  };
}

/** Reads the answer to a change of the life of a Prime, and to the question about it. */
export function lifecycleReader(name: string): ShapeReader<Lifecycle> {
  return (body) => {
    const answer = readShape(LifecycleName, body);
    requireSameName(answer.name, name);
    return { name, ...readListLifecycle(body) };
  };
}

const LifecycleName = withoutAdditions(LifecycleSchema, 'channels', 'deprecations', 'moved_to', 'removed');

function readChannelEntry(item: unknown) {
  const entry = readShape(ChannelEntrySchema, item);
  if (!parseChannel(entry.channel).ok) throw new ShapeError('it has no name of a channel');
  requireVersion(entry.version);
  return entry;
}

function readDeprecation(item: unknown) {
  const deprecation = readShape(DeprecationCore, item);
  const range = parseRange(deprecation.range);
  if (!range.ok || (range.value.kind !== 'range' && range.value.kind !== 'exact'))
    throw new ShapeError('it has no range of versions');
  const successor = findSuccessor({ item }, 'item');
  return { ...deprecation, ...(successor && { successor }) };
}

function readTombstone(item: unknown) {
  const tombstone = readShape(TombstoneSchema, item);
  requireVersion(tombstone.version);
  return tombstone;
}

function findNewName(body: unknown): string | undefined {
  const name = findAddition(body, 'moved_to', { type: 'string' } as const);
  return name !== undefined && parsePrimeName(name).ok ? name : undefined;
}

/**
 * The successor in a field of an answer. One with a malformed part is left out as a whole: without its registry,
 * its name would be looked for in others.
 */
function findSuccessor(body: unknown, field: string): Successor | undefined {
  const holder = {
    type: 'object',
    required: ['successor'],
    properties: { successor: SuccessorSchema },
  } as const;
  const successor = findAddition(body, field, holder)?.successor;
  return successor && readOrDrop(() => checkSuccessor(successor));
}

function checkSuccessor(successor: Successor): Successor {
  requireName(successor.name);
  if (successor.range !== undefined && !parseRange(successor.range).ok)
    throw new ShapeError('the range of the successor is malformed');
  if (successor.registry === undefined) return successor;
  try {
    return { ...successor, registry: parseBaseUrl(successor.registry) };
  } catch {
    throw new ShapeError('the registry of the successor is malformed');
  }
}
