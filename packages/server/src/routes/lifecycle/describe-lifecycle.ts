// The life of a Prime as the API shows it.

import { LruCache } from '@prime-registry/concurrency';
import {
  formatTimestamp,
  type Lifecycle,
  parseRange,
  parseVersion,
  precedenceKey,
  type VersionRange,
  versionListPath,
} from '@prime-registry/protocol';
import type { DeprecationRecord, LifecycleRecord, ListedTombstone } from '@prime-registry/store';

/** The fields of a list of versions; each only if there is something. */
export function describeLifecycle(
  { channels, deprecations, movedTo, removed }: LifecycleRecord,
  { withRemoved }: { readonly withRemoved: boolean },
): Omit<Lifecycle, 'name'> {
  return {
    ...(channels.length > 0 && {
      channels: channels.map(({ channel, version, setAtMs }) => ({
        channel,
        version,
        since: formatTimestamp(setAtMs),
      })),
    }),
    ...(deprecations.length > 0 && {
      deprecations: deprecations.map(({ range, setAtMs, ...deprecation }) => ({
        range,
        ...describeDeprecation(deprecation),
        since: formatTimestamp(setAtMs),
      })),
    }),
    ...(movedTo !== undefined && { moved_to: movedTo }),
    ...(withRemoved && removed.length > 0 && { removed: removed.map(describeTombstone) }),
  };
}

/** The Link header of a Prime that has moved (RFC 8288; the relation is of RFC 5829). */
export function linkHeaders(lifecycle: LifecycleRecord | undefined): { readonly Link?: string } {
  const movedTo = lifecycle?.movedTo;
  return movedTo === undefined ? {} : { Link: `<${versionListPath(movedTo)}>; rel="successor-version"` };
}

/** A deprecation as a manifest shows it. */
export function describeDeprecation({
  message,
  successor,
}: Pick<DeprecationRecord, 'message' | 'successor'>) {
  if (successor === undefined) return { message };
  const { name, range, registry } = successor;
  return {
    message,
    successor: { name, ...(range !== undefined && { range }), ...(registry !== undefined && { registry }) },
  };
}

/** A removed version. */
export function describeTombstone({ version, category, reason, removedAtMs }: ListedTombstone) {
  return {
    version,
    category,
    ...(reason !== undefined && { reason }),
    removed_at: formatTimestamp(removedAtMs),
  };
}

/** Ranges are slow to parse, and few are in use. */
const ranges = new LruCache<VersionRange | undefined>({ maxSize: 1000 });

/** The deprecation of a version: the newest one that covers it; undefined if there is none. */
export function findDeprecation(
  { deprecations }: Pick<LifecycleRecord, 'deprecations'>,
  version: string,
): DeprecationRecord | undefined {
  if (deprecations.length === 0) return undefined;
  const parsed = parseVersion(version);
  if (!parsed.ok) return undefined;
  const key = precedenceKey(parsed.value);
  return deprecations.find(({ range }) => rangeOf(range)?.coversKey(key) === true);
}

function rangeOf(text: string): VersionRange | undefined {
  const known = ranges.get(text);
  if (known !== undefined) return known;
  const parsed = parseRange(text);
  const range = parsed.ok ? parsed.value : undefined;
  ranges.set(text, range);
  return range;
}
