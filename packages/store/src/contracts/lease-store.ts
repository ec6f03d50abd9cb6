// Interface to leases: exclusive rights that expire unless their holder renews them. They are for work that several
// processes could do but only one should. A holder stops before it ends, so clocks may differ by less than a
// third of a lease.

/** A lease that somebody asks for. */
export interface LeaseRequest {
  /** Of the work. */
  readonly name: string;
  /** Identifies the process; no other process has the same. */
  readonly holder: string;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** The end of the lease, in milliseconds since the epoch. */
  readonly untilMs: number;
}

/** Leases. */
export interface LeaseStore {
  /**
   * Takes a lease that is free or has expired, or renews that of the same holder. One that ends more than an hour after the
   * end that is asked for is of a clock that was ahead, and counts as expired.
   * @returns false if somebody else holds it
   */
  tryLease(request: LeaseRequest): Promise<boolean>;
  /** Gives a lease back; without effect if somebody else holds it. */
  endLease(name: string, holder: string): Promise<void>;
}
