// Dependencies of a copy of an upstream.
import type { RegistryStore } from '@prime-registry/store';
import type { RemovalDeps } from '../lists/follow-list.ts';
import type { KeepDeps } from '../pull/keep-version.ts';
import type { SupplierDeps } from '../suppliers.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import type { TellOutcome } from './sync-outcome.ts';

export interface SyncDeps extends KeepDeps, SupplierDeps {
  readonly store: RegistryStore;
  /** The upstream to copy, one of {@link upstreams}. */
  readonly upstream: Upstream;
  /** How removals of the upstream are followed. */
  readonly removal: RemovalDeps;
  /** Reports what a copy would do, and changes nothing. */
  readonly isDryRun: boolean;
  /** Reads everything, also if the feed of the upstream says that nothing has changed. */
  readonly isFull: boolean;
  readonly signal: AbortSignal;
  readonly onOutcome: TellOutcome;
  /** Called with each new name up to which all selected scopes are copied. */
  readonly onReached: (name: string) => void;
  /** Called if only the Primes are read that changed since the last copy; with their number. */
  readonly onContinued: (primes: number) => void;
}
