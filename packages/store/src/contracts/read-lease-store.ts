// Interface to read leases: the right of a process to send an answer again for a moment without a look at the store. A
// change that would make such answers wrong waits until all leases have ended, and none begins meanwhile
// (decision 0093).

/**
 * How long after registering a process begins to use leases, in milliseconds: changes that were about to be committed did
 * not know of the registration.
 */
export const LEASES_AFTER_MS = 6000;

/** Read leases. */
export interface ReadLeaseStore {
  /**
   * Lets this process use read leases. From then on, changes wait for them, whichever process makes them.
   * @param leaseMs - how long a lease lasts at most, in milliseconds
   * @param forMs - how long from now leases may begin, in milliseconds; call it again before that
   */
  registerReadLeases(leaseMs: number, forMs: number): Promise<void>;
  /**
   * Finds out whether a change waits for leases.
   * @returns the change stamp at which none does: while the store has this stamp, a lease may begin. Undefined if one
   *   waits, or if something was committed meanwhile.
   */
  findLeasableStamp(): Promise<number | undefined>;
}
