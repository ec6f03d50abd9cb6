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

/** The rows of an atom. */
export interface EncodedAtom {
  readonly content: Omit<Insertable<Schema['atom_contents']>, 'texts_id' | 'id'>;
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
