// What a plan says about how a query grows.

/** The summary of a plan. */
export interface Plan {
  /** Rows that were read in tables and indexes, including those filtered out; undefined if the engine does not count them. */
  readonly rows: number | undefined;
  /** Pages that were read; undefined like the rows. */
  readonly pages: number | undefined;
  /** Tables that grow and were read whole. */
  readonly scanned: readonly string[];
  /** Indexes that were used. */
  readonly indexes: readonly string[];
}

/** The plan of what reads nothing. */
export const NOTHING: Plan = { rows: 0, pages: 0, scanned: [], indexes: [] };
