// The sources of the keys of one issuer.
import type { KeySet } from '@prime-registry/identity';
import type { TrustIssuer } from '@prime-registry/store';

/** How the operator lets the keys of an issuer be had; what is left out is as without settings. */
export type IssuerSettings = Pick<TrustIssuer, 'issuer'> & Partial<TrustIssuer>;

/** Reads the keys of an issuer. */
export interface KeySource {
  /** @throws KeysUnavailableError */
  read(): Promise<KeySet>;
  /** For how long keys are used without being read again, in milliseconds. */
  readonly maxAgeMs: number;
  /** The shortest time between two reads, in milliseconds. */
  readonly pauseMs: number;
  /** Whether other processes may use what was read. */
  readonly isShared: boolean;
  close(): Promise<void>;
}

/** The keys of an issuer cannot be read. The message is for the operator: a clause whose subject is the issuer. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
}
