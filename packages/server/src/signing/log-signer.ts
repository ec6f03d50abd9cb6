// What signs the heads of the log. Other kinds of signers, such as a hardware module, have the same interface.

/** The name of the log, and the keys that sign for it. */
export interface LogSigner {
  /** The first line of every checkpoint. */
  readonly origin: string;
  /** The verifier keys (C2SP signed-note), the current one first; more than one while a rotation overlaps. */
  readonly vkeys: readonly string[];
  /**
   * The checkpoint as a signed note (C2SP tlog-checkpoint). The caller has made sure that the head extends all that
   * were signed before.
   */
  sign(size: number, root: Uint8Array): string;
}
