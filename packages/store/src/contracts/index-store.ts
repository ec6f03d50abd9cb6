// The search index after an upgrade: whether it is whole, and its rebuild, piece by piece.

/** What a piece of work at the rebuild came to. */
export type RebuildStep =
  | { readonly kind: 'whole' }
  /** @property share - of the Primes that are indexed, from 0 to 1 */
  | { readonly kind: 'going-on'; readonly share: number }
  /** Another process has the rebuild; it is at this share of the Primes. */
  | { readonly kind: 'elsewhere'; readonly share: number };

/** The index of the search, apart from searches. */
export interface IndexStore {
  /**
   * Whether searches find everything. While they would not, they fail with a RegistryError `index_rebuilding`; all else is as
   * ever, publishes included.
   */
  isSearchWhole(): Promise<boolean>;
  /**
   * Does the next piece of the rebuild, in one transaction of a fraction of a second. Where a process was killed, the next one
   * goes on; of several that try at the same time one does a piece.
   */
  rebuildSearch(): Promise<RebuildStep>;
}
