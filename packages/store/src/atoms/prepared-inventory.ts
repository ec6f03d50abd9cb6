// An inventory that is ready to be stored.
import type { AtomKeys, EncodedAtom } from '../contracts/new-inventory.ts';

/** An atom that is ready to be stored. */
export type PreparedAtom = AtomKeys & (StoredAtom | NewAtom);

/** An atom whose content is stored already. */
interface StoredAtom {
  readonly contentId: number;
}

/** An atom to store; without texts if these are stored already. */
interface NewAtom extends EncodedAtom {
  readonly contentId?: undefined;
}

/** An inventory that is ready to be stored. */
export interface PreparedInventory {
  /** Sorted by id. */
  readonly atoms: readonly PreparedAtom[];
  /** The summary columns of `inventories`. */
  readonly summary: {
    readonly format: number;
    readonly atom_count: number;
    readonly kinds: string;
    readonly problems: string;
    readonly problem_count: number;
    readonly assessment: string;
  };
  /** Bytes of the rows to be written. */
  readonly sizeBytes: number;
}
