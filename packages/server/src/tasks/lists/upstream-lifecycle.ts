// What the list of an upstream says besides its versions.
import { identityOfVersion } from '@prime-registry/protocol';
import type { LifecycleRecord, ListedTombstone } from '@prime-registry/store';

/** A version that an upstream has removed. */
export interface RemovedUpstream extends Pick<ListedTombstone, 'version' | 'category' | 'removedAtMs'> {
  readonly reason?: string | undefined;
}

/** What happened to a Prime at an upstream after its publishes. */
export interface UpstreamLifecycle extends Pick<LifecycleRecord, 'channels' | 'deprecations'> {
  readonly movedTo?: string | undefined;
  /** In ascending precedence. */
  readonly removed: readonly RemovedUpstream[];
}

/** The identities of removed versions. */
export function identitiesOf(removed: readonly Pick<RemovedUpstream, 'version'>[]): ReadonlySet<string> {
  return new Set(removed.map(({ version }) => identityOfVersion(version)));
}
