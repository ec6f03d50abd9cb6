// The life of a Prime as the API shows it.
import { formatTimestamp, type Lifecycle, versionListPath } from '@prime-registry/protocol';
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

export function describeTombstone({ version, category, reason, removedAtMs }: ListedTombstone) {
  return {
    version,
    category,
    ...(reason !== undefined && { reason }),
    removed_at: formatTimestamp(removedAtMs),
  };
}
