// What the list of an upstream says besides its versions.
import { identityOfVersion, type RemovalCategory } from '@prime-registry/protocol';
import type { ChannelRecord, DeprecationRecord } from '@prime-registry/store';

/** A version that an upstream has removed. */
export interface RemovedUpstream {
  readonly version: string;
  readonly category: RemovalCategory;
  readonly reason?: string | undefined;
  readonly removedAtMs: number;
}

/** What happened to a Prime at an upstream after its publishes. */
export interface UpstreamLifecycle {
  /** By name. */
  readonly channels: readonly ChannelRecord[];
  /** Newest first. */
  readonly deprecations: readonly DeprecationRecord[];
  readonly movedTo?: string | undefined;
  /** In ascending precedence. */
  readonly removed: readonly RemovedUpstream[];
}

/** The identities of removed versions. */
export function identitiesOf(removed: readonly Pick<RemovedUpstream, 'version'>[]): ReadonlySet<string> {
  return new Set(removed.map(({ version }) => identityOfVersion(version)));
}
