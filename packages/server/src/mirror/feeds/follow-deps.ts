// Dependencies for following the change feed of an upstream.
import type { PrimeName } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import type { Upstream } from '../upstreams/upstream.ts';

/** The dependencies of following. */
export interface FeedFollowerDeps {
  readonly upstream: Upstream;
  readonly store: RegistryStore;
  /**
   * Looks again at what the upstream says about a Prime.
   * @returns false if the Prime does not matter here
   * @throws as `MirroredLists.refresh` does
   */
  readonly revalidate: (name: PrimeName, upstream: Upstream) => Promise<boolean>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called when the feed cannot be followed; again only for another reason. */
  readonly onFailure: (url: string, error: unknown) => void;
}
