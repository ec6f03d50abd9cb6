// Interface for the commands of operators: removed versions with their digests, and which Primes have a life after their
// publishes.
import type { Act } from './audit-store.ts';
import type { TombstoneRecord } from './lifecycle-store.ts';

/** The place of a tombstone in the order of all. */
export interface TombstonePlace {
  readonly name: string;
  readonly identity: string;
}

/**
 * What became of a tombstone: it is `new`; it was here before; its version is here, and stays; or the Prime belongs to
 * another registry here.
 */
export type InsertedTombstone = 'new' | 'known' | 'version' | 'elsewhere';

/** Removed versions, for moving and maintaining a registry. */
export interface TombstoneStore {
  /** At most `limit` tombstones after a place, by name and identity. */
  listTombstones(after: TombstonePlace, limit: number): Promise<TombstoneRecord[]>;
  /** The tombstones of some Primes, each as its name, a space, and its identity. */
  listRemovedOf(names: readonly string[]): Promise<ReadonlySet<string>>;
  /** At most `limit` names after a name, of Primes with channels, deprecations or a new name; in their order. */
  listNamesWithLifecycle(after: string, limit: number): Promise<string[]>;
  /** Inserts the tombstone of another registry: its number is taken here, too. */
  insertTombstone(tombstone: TombstoneRecord, act: Act): Promise<InsertedTombstone>;
}
