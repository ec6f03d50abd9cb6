// Interface to the bindings of mirrored Primes: which upstream each belongs to, and how an operator changes
// that. A Prime is bound by its versions that are here, so by bytes that were verified.
import type { AuditEntry } from '../audit-store.ts';
import type { EvictableVersion } from './eviction-store.ts';

/** A mirrored Prime, and the upstream that it belongs to. */
export interface PrimeBinding {
  readonly name: string;
  /** Base URL of the upstream. */
  readonly origin: string;
  /** Number of its versions that are here. */
  readonly versions: number;
}

/** A change of the upstream of a Prime. */
export interface Rebinding {
  readonly name: string;
  /** Base URL of the upstream that it belongs to. */
  readonly from: string;
  /** Base URL of the new one; undefined if all versions are removed. */
  readonly to: string | undefined;
  /** Versions that stay, as versions of the new upstream. */
  readonly stays: readonly EvictableVersion[];
  /** Versions that are removed, with everything that belongs to them except their blobs. */
  readonly removed: readonly EvictableVersion[];
}

/** Upstreams of mirrored Primes. */
export interface BindingStore {
  /** At most `limit` mirrored Primes behind a name, by name. */
  listBindings(after: string, limit: number): Promise<PrimeBinding[]>;
  /** The versions of a Prime that came from an upstream, in ascending precedence. */
  listBoundVersions(name: string): Promise<EvictableVersion[]>;
  /**
   * Changes the upstream of a Prime, in one transaction, and removes its list.
   * @param toEntry - makes the audit entry of a removed version
   * @returns false, without a change, if the Prime has other versions than those of the rebinding
   */
  rebindPrime(
    rebinding: Rebinding,
    entry: AuditEntry,
    toEntry: (version: EvictableVersion) => AuditEntry,
  ): Promise<boolean>;
}
