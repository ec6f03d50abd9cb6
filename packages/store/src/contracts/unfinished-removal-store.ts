// Interface to the removals that are not finished: what a version has left outside of its rows.

/**
 * `tarball`: its blob may still be stored. `words`: its words may still be in the vocabulary of the search, and in
 * files of the database.
 */
export type RemovalPart = 'tarball' | 'words';

/** A part of a removal that is not finished. */
export interface UnfinishedRemoval {
  readonly part: RemovalPart;
  readonly name: string;
  /** The version without build metadata. */
  readonly identity: string;
  readonly sha256: string;
}

/** Every removal notes its parts in its transaction, so that a process that is killed loses none. */
export interface UnfinishedRemovalStore {
  /** At most `limit` of them. */
  listUnfinishedRemovals(part: RemovalPart, limit: number): Promise<UnfinishedRemoval[]>;
  finishRemovals(removals: readonly UnfinishedRemoval[]): Promise<void>;
  /**
   * Removes words whose last Prime is gone, from the vocabulary and, as far as the engine can, from the files of
   * the database, in transactions of some milliseconds. Costs as much as the index is large.
   * @throws RegistryError `storage_unavailable`, and the reason of the signal; it can be repeated
   */
  eraseWords(signal: AbortSignal): Promise<void>;
}
