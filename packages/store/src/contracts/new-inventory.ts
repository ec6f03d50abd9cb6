// Interface to the inventory of a version that is published: the store asks for the rows that it lacks. The
// inventory may be in another thread.
import type { AtomAssessment } from '@prime-registry/lint';
import type { Insertable } from 'kysely';
import type { Schema } from '../sql/schema.ts';
import type { InventorySummary } from './inventory-summary.ts';

/** The keys of an atom: digests of its rows. */
export interface AtomKeys {
  readonly kind: string;
  /** Of its row in `atom_contents`. */
  readonly key: string;
  /** Of its row in `atom_texts`. */
  readonly textsKey: string;
}

/** An atom to encode. */
export interface WantedAtom {
  /** Its position in the list of keys. */
  readonly index: number;
  /** Whether its texts are wanted too. */
  readonly withTexts: boolean;
}

/** The row of an atom in `atom_contents`, before it is inserted. */
export type ContentRow = Omit<Insertable<Schema['atom_contents']>, 'texts_id' | 'id'>;

/**
 * The rows of an atom. As bytes, because those of thousands of atoms wait for their transaction: collections of garbage
 * would move as many texts, and hold the thread that serves.
 */
export interface EncodedAtom {
  /** A {@link ContentRow} as JSON. */
  readonly content: Uint8Array;
  /** Undefined if they were not wanted. */
  readonly texts: Uint8Array | undefined;
}

/** An inventory to store. */
export interface NewInventory {
  readonly summary: Omit<InventorySummary, 'format' | 'assessment'> & { readonly assessment: AtomAssessment };
  /**
   * The keys of all atoms, sorted by the ids of the atoms.
   * @param prime - the name of the Prime
   */
  listKeys(prime: string): Promise<readonly AtomKeys[]>;
  /** The rows of some atoms, in the given order. Call {@link listKeys} first. */
  encode(wanted: readonly WantedAtom[]): Promise<readonly EncodedAtom[]>;
}
