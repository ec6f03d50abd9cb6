// What there is to say about one installed Prime: newer versions, and what happened to the installed one.
import type { Deprecation, Tombstone } from '@prime-registry/protocol';

/** An installed Prime, and what its registry has for it. */
export interface OutdatedPrime {
  readonly name: string;
  readonly current: string;
  /** The requested range. */
  readonly range: string;
  /** The version that an update would install, if it is another one: the newest within the range, or that of the channel. */
  readonly wanted?: string;
  /** The newest version of all, if it is newer than the current one. */
  readonly latest?: string;
  /** Whether the current version is yanked. */
  readonly yanked: boolean;
  /** The reason of the yank, if there is one. */
  readonly yank_reason?: string;
  /** Set if the current version is deprecated. */
  readonly deprecated?: Pick<Deprecation, 'message' | 'successor'>;
  /** Set if the current version was removed for good. */
  readonly removed?: Pick<Tombstone, 'category' | 'reason' | 'removed_at'>;
  /** The name that the Prime has moved to. */
  readonly moved_to?: string;
  /** Why a move is not followed. */
  readonly problem?: string;
  readonly registry: string;
}

/** Whether there is anything to say about it. */
export function isOutdated({ yanked, ...prime }: OutdatedPrime): boolean {
  const { wanted, latest, deprecated, removed, moved_to, problem } = prime;
  return (
    yanked || [wanted, latest, deprecated, removed, moved_to, problem].some((field) => field !== undefined)
  );
}
