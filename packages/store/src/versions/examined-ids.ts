// A bound that the store and the ledger share.

/** Bounds the search for published versions behind many mirrored ones. */
export const EXAMINED_IDS = 10_000;
