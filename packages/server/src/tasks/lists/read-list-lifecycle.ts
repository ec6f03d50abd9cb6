// Reads what the list of an upstream says besides its versions: channels, deprecations, a new name, removed versions.
// It is shown to everybody, so it is checked like a request to this registry; what is malformed is left out.
import {
  findHiddenInText,
  hasToken,
  type Lifecycle,
  MAX_CHANNELS,
  MAX_DEPRECATIONS,
  MAX_LIFECYCLE_TEXT_LENGTH,
  parseChannel,
  parseDeprecatedRange,
  parsePrimeName,
  parseRange,
  parseVersion,
  precedenceKey,
  REMOVAL_CATEGORIES,
  type Successor,
} from '@prime-registry/protocol';
import type { ChannelRecord, DeprecationRecord, SuccessorRecord } from '@prime-registry/store';
import type { RemovedUpstream, UpstreamLifecycle } from './upstream-lifecycle.ts';

const MAX_REGISTRY_LENGTH = 2000;
const MAX_TIME_MS = Date.UTC(10_000);

/**
 * Reads the additions of a list.
 * @param maxRemoved - of more removed versions, the lowest are read
 * @returns undefined if there are none
 */
export function readListLifecycle(
  { name, channels = [], deprecations = [], moved_to: movedTo, removed = [] }: Lifecycle,
  maxRemoved: number,
): UpstreamLifecycle | undefined {
  const lifecycle = {
    channels: readChannels(channels),
    deprecations: readDeprecations(deprecations),
    ...(movedTo !== undefined && movedTo !== name && parsePrimeName(movedTo).ok && { movedTo }),
    removed: readRemoved(removed, maxRemoved),
  };
  const { channels: named, deprecations: deprecated, removed: gone } = lifecycle;
  const isEmpty = named.length + deprecated.length + gone.length === 0 && !('movedTo' in lifecycle);
  return isEmpty ? undefined : lifecycle;
}

function readChannels(entries: NonNullable<Lifecycle['channels']>): ChannelRecord[] {
  const channels = new Map<string, ChannelRecord>();
  for (const { channel, version, since } of entries.slice(0, MAX_CHANNELS)) {
    if (parseChannel(channel).ok && parseVersion(version).ok)
      channels.set(channel, { channel, version, setAtMs: readTime(since) ?? 0 });
  }
  return [...channels.values()].toSorted((a, b) => (a.channel < b.channel ? -1 : 1));
}

function readDeprecations(entries: NonNullable<Lifecycle['deprecations']>): DeprecationRecord[] {
  const deprecations = new Map<string, DeprecationRecord>();
  for (const { range: text, message, successor, since } of entries.slice(0, MAX_DEPRECATIONS)) {
    const range = parseDeprecatedRange(text);
    if (!range.ok || !isShowable(message) || deprecations.has(range.value)) continue;
    const read = successor && readSuccessor(successor);
    const rest = { message, ...(read && { successor: read }), setAtMs: readTime(since) ?? 0 };
    deprecations.set(range.value, { range: range.value, ...rest });
  }
  return [...deprecations.values()].toSorted((a, b) => b.setAtMs - a.setAtMs || (a.range < b.range ? -1 : 1));
}

/** Without its registry, the name would be looked for in others: so a successor is whole, or left out. */
function readSuccessor({ name, range, registry }: Successor): SuccessorRecord | undefined {
  if (!parsePrimeName(name).ok) return undefined;
  const parsed = range === undefined ? undefined : parseRange(range);
  if (parsed?.ok === false || (registry !== undefined && !isRegistry(registry))) return undefined;
  return { name, ...(parsed && { range: parsed.value.text }), ...(registry !== undefined && { registry }) };
}

function isRegistry(text: string): boolean {
  if (text.length > MAX_REGISTRY_LENGTH || !isShowable(text, MAX_REGISTRY_LENGTH) || !URL.canParse(text))
    return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}

function readRemoved(entries: NonNullable<Lifecycle['removed']>, maxRemoved: number): RemovedUpstream[] {
  const removed = new Map<string, { readonly key: string; readonly entry: RemovedUpstream }>();
  for (const { version: text, category, reason, removed_at } of entries) {
    const version = parseVersion(text);
    if (!version.ok || !REMOVAL_CATEGORIES.includes(category) || removed.has(version.value.identity))
      continue;
    const { identity, full } = version.value;
    const isGiven = reason !== undefined && isShowable(reason);
    const entry = {
      version: full,
      category,
      ...(isGiven && { reason }),
      removedAtMs: readTime(removed_at) ?? 0,
    };
    removed.set(identity, { key: precedenceKey(version.value), entry });
  }
  return [...removed.values()]
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, maxRemoved)
    .map(({ entry }) => entry);
}

/** As a request that sets such a text. */
export function isShowable(text: string, maxLength = MAX_LIFECYCLE_TEXT_LENGTH): boolean {
  if (text.length > 2 * maxLength || [...text].length > maxLength || text.trim() === '') return false;
  return findHiddenInText(text) === undefined && !hasToken(text);
}

/** Only years of four digits: others cannot be put into an answer. */
export function readTime(text = ''): number | undefined {
  const timeMs = Date.parse(text);
  return timeMs >= 0 && timeMs < MAX_TIME_MS ? timeMs : undefined;
}
