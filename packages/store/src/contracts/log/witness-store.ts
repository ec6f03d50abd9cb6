// Interface to witnesses, in both directions: how far the witnesses of this log have cosigned it, and which heads of other
// logs this registry has cosigned as their witness.

/** How far a witness of this log is. */
export interface WitnessProgress {
  /** A verifier key (C2SP signed-note). */
  readonly vkey: string;
  /** Size of the largest head that it has cosigned; 0 for none. */
  readonly size: number;
  /** When it did, in milliseconds since the epoch. */
  readonly cosignedAtMs: number | undefined;
  /** Attempts that failed since then. */
  readonly failures: number;
  /** When to ask it again, in milliseconds since the epoch. */
  readonly nextAtMs: number;
  /** Why the last attempt failed; undefined if it did not. */
  readonly problem: string | undefined;
}

/** A head of this log with cosignatures. */
export interface CosignedHead {
  readonly size: number;
  /** A note with cosignatures only (C2SP tlog-cosignature). */
  readonly note: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

/** A log that this registry is a witness of. */
export interface WitnessedLog {
  /** Its name. */
  readonly origin: string;
  /** The base URL of the upstream that it is of. */
  readonly url: string;
  /** The verifier keys that sign its heads. */
  readonly vkeys: readonly string[];
  /** Size of the last head that was cosigned; 0 before the first one. */
  readonly size: number;
  /** That head, with the signatures of the log and the cosignature; undefined before the first one. */
  readonly note: string | undefined;
}

/** Witnesses. */
export interface WitnessStore {
  listWitnesses(): Promise<WitnessProgress[]>;
  /**
   * Notes what came of asking some witnesses for one head, in one transaction. Cosignatures are added to those that the
   * head has. Only the newest heads are kept, and the last one of each witness.
   */
  noteCosignatures(progress: readonly WitnessProgress[], head: CosignedHead | undefined): Promise<void>;
  /** The cosignatures of the head of a size, as a note with its text; undefined if there are none. */
  findCosignedHead(size: number): Promise<string | undefined>;
  findWitnessedLog(origin: string): Promise<WitnessedLog | undefined>;
  listWitnessedLogs(): Promise<WitnessedLog[]>;
  /**
   * Remembers which keys sign for a log. A log belongs to the upstream that named it first.
   * @returns false if it belongs to another one, or this one has named too many
   */
  keepWitnessedLog(log: Pick<WitnessedLog, 'origin' | 'url' | 'vkeys'>, atMs: number): Promise<boolean>;
  /**
   * Replaces the last cosigned head of a log, unless another request was faster (compare-and-swap, C2SP tlog-witness).
   * @param fromSize - the size that the proof begins at
   * @returns false, with nothing changed, if the last cosigned head has another size
   */
  advanceWitnessedLog(
    origin: string,
    fromSize: number,
    head: { readonly size: number; readonly note: string; readonly atMs: number },
  ): Promise<boolean>;
}
