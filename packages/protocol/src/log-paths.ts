// Paths and headers of the transparency log.

import { primesParameter } from './primes-parameter.ts';
import { ROUTES } from './routes.ts';

/** The head of the log (not part of the contract). @param size - of the log; default now */
export function logCheckpointPath(size?: number): string {
  return size === undefined ? ROUTES.logCheckpoint : `${ROUTES.logCheckpoint}?size=${size}`;
}

/** The proof that a version is in the log (not part of the contract). @param size - of the log; default now */
export function logProofPath(name: string, version: string, size?: number): string {
  const path = `/-/primes/${name}/${version}/proof`;
  return size === undefined ? path : `${path}?size=${size}`;
}

/**
 * The proofs that several versions are in the log (not part of the contract).
 * @param keys - 1 to 100 of `primeBatchKey`, each with a version
 */
export function logProofsPath(keys: readonly string[]): string {
  return `${ROUTES.logProofs}?${primesParameter(keys)}`;
}

/**
 * The proof of a version from the registry that it was published in, as far back as a mirror has it.
 * @param from - a size of the log of the registry that is asked, for the hashes between that and the proof
 */
export function originProofPath(name: string, version: string, from?: number): string {
  const path = `${logProofPath(name, version)}?of=origin`;
  return from === undefined ? path : `${path}&from=${from}`;
}

/** In an origin proof of another registry: the base URL of that registry. */
export const LOG_REGISTRY_HEADER = 'Log-Registry';
/** In an origin proof of another registry: the verifier key (C2SP signed-note) that has signed its head. */
export const LOG_KEY_HEADER = 'Log-Key';
/** With a proof: the hashes between an earlier size of the log and that of the proof, in Base64, one after the other. */
export const LOG_CONSISTENCY_HEADER = 'Log-Consistency';

/**
 * A tile of the log, or a bundle of its entries (not part of the contract).
 * @param tile - as C2SP tlog-tiles has it, such as `tile/0/x001/234.p/8`
 */
export function logTilePath(tile: string): string {
  return `${ROUTES.log}/${tile}`;
}

/** The hashes that show that one size of the log extends another (not part of the contract). */
export function logConsistencyPath(from: number, to: number): string {
  return `${ROUTES.logConsistency}?from=${from}&to=${to}`;
}
