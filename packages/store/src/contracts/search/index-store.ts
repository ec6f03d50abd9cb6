// Interface to the search index after an upgrade: whether it is complete, and its rebuild in steps.

/** The result of a step of the rebuild. */
export type RebuildStep =
  | { readonly kind: 'whole' }
  /** @property share - share of the Primes that are indexed, from 0 to 1 */
  | { readonly kind: 'going-on'; readonly share: number }
  /** Another process rebuilds the index, and has reached this share of the Primes. */
  | { readonly kind: 'elsewhere'; readonly share: number };

/** Maintenance of the search index. */
export interface IndexStore {
  /**
   * Whether the index is complete. Until it is, searches fail with the RegistryError `index_rebuilding`;
   * everything else works, including publishes.
   */
  isSearchWhole(): Promise<boolean>;
  /**
   * Runs the next step of the rebuild, in one transaction of a fraction of a second. After a process was
   * killed, the next one continues. If several processes try at the same time, one of them runs the step.
   */
  rebuildSearch(): Promise<RebuildStep>;
}
