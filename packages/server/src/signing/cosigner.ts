// The key with which a registry cosigns the logs of others (C2SP tlog-cosignature).
import { createVerifierKey, formatVerifierKey, type NoteSigner, SIGNATURE_TYPES } from '@prime-registry/tlog';
import { openSeed, sha256 } from './ed25519.ts';
import type { SigningKey } from './key-file.ts';

/** What cosigns. */
export interface Cosigner extends NoteSigner {
  /** What verifies its cosignatures. */
  readonly vkey: string;
}

/** Opens a key. It must not sign for a log as well. */
export function openCosigner({ name, seed }: Pick<SigningKey, 'name' | 'seed'>): Cosigner {
  const { publicKey, sign } = openSeed(seed);
  const named = { name, publicKey, type: SIGNATURE_TYPES.ed25519Cosignature };
  return { key: createVerifierKey(sha256, named), sign, vkey: formatVerifierKey(sha256, named) };
}
