// Merges what happened to a mirrored Prime at its upstream with what the operator of this mirror did.
import { ownTurn } from '@prime-registry/concurrency';
import { getValue, identityOfVersion, parseVersion, precedenceKey } from '@prime-registry/protocol';
import type { LifecycleRecord, ListedTombstone } from '@prime-registry/store';
import type { UpstreamLifecycle } from '../../tasks/lists/upstream-lifecycle.ts';

/** The life of a Prime at its upstream. */
export interface LifecycleElsewhere {
  readonly name: string;
  /** Base URL of the upstream. */
  readonly origin: string;
  readonly lifecycle: UpstreamLifecycle | undefined;
}

/**
 * Merges both.
 * @param own - of this registry
 * @param isHere - whether a version is served here, although its upstream has removed it
 */
export async function uniteLifecycles(
  { name, origin, lifecycle }: LifecycleElsewhere,
  own: LifecycleRecord | undefined,
  isHere: (identity: string) => boolean,
): Promise<LifecycleRecord | undefined> {
  if (lifecycle === undefined) return own;
  const kept = own ?? NOTHING;
  const before = new Set(kept.removed.map(({ identity }) => identity));
  const added = lifecycle.removed.flatMap((entry): ListedTombstone[] => {
    const identity = identityOfVersion(entry.version);
    if (before.has(identity) || isHere(identity)) return [];
    const { version, category, reason, removedAtMs } = entry;
    return [{ name, version, identity, category, reason, removedAtMs, origin }];
  });
  const united = {
    ...withoutRemoved({ lifecycle }, kept),
    removed: await joinRemoved(kept.removed, added),
  };
  const { channels, deprecations, movedTo, removed } = united;
  const isEmpty = channels.length + deprecations.length + removed.length === 0 && movedTo === undefined;
  return isEmpty ? undefined : united;
}

/** The same, with the removed versions of this registry alone. */
export function withoutRemoved(
  { lifecycle }: Pick<LifecycleElsewhere, 'lifecycle'>,
  own: LifecycleRecord = NOTHING,
): LifecycleRecord {
  if (lifecycle === undefined) return own;
  const removed = new Set(own.removed.map(({ identity }) => identity));
  const named = new Set(own.channels.map(({ channel }) => channel));
  const channels = lifecycle.channels.filter(
    ({ channel, version }) => !named.has(channel) && !removed.has(identityOfVersion(version)),
  );
  return {
    channels:
      named.size === 0
        ? channels
        : [...own.channels, ...channels].toSorted((a, b) => (a.channel < b.channel ? -1 : 1)),
    deprecations: [...own.deprecations, ...lifecycle.deprecations].toSorted((a, b) => b.setAtMs - a.setAtMs),
    movedTo: own.movedTo ?? lifecycle.movedTo,
    removed: own.removed,
  };
}

const NOTHING: LifecycleRecord = { channels: [], deprecations: [], movedTo: undefined, removed: [] };

/** Versions that are parsed before other requests have a turn: some milliseconds. */
const PARSED_AT_ONCE = 500;

async function joinRemoved(
  own: readonly ListedTombstone[],
  added: readonly ListedTombstone[],
): Promise<readonly ListedTombstone[]> {
  if (own.length === 0 || added.length === 0) return own.length === 0 ? added : own;
  const keyed: { readonly key: string; readonly tombstone: ListedTombstone }[] = [];
  for (const tombstone of [...own, ...added]) {
    if (keyed.length % PARSED_AT_ONCE === PARSED_AT_ONCE - 1) await ownTurn();
    keyed.push({ key: precedenceKey(getValue(parseVersion(tombstone.identity))), tombstone });
  }
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ tombstone }) => tombstone);
}

/** What a version was that an upstream says it has removed. */
export function findRemovedElsewhere(
  { name, origin, lifecycle }: LifecycleElsewhere,
  identity: string,
): ListedTombstone | undefined {
  const entry = lifecycle?.removed.find(({ version }) => identityOfVersion(version) === identity);
  if (entry === undefined) return undefined;
  const { version, category, reason, removedAtMs } = entry;
  return { name, version, identity, category, reason, removedAtMs, origin };
}
