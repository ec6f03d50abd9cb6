// Where the keys of one issuer come from.
import type { KeySet } from '@prime-registry/identity';

/** How the operator lets the keys of an issuer be had. */
export interface IssuerSettings {
  /** `iss` of its tokens, byte for byte. */
  readonly issuer: string;
  /** A file with its keys: then it is never asked. */
  readonly jwksFile?: string | undefined;
  /** A file of certificate authorities in PEM, besides those of all outbound requests. */
  readonly caFile?: string | undefined;
  readonly allowPrivateAddresses?: boolean | undefined;
}

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

/** The keys of an issuer cannot be had. The message is for the operator: a clause whose subject is the issuer. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
}
