// Private keys as text, in the form of the Go module `sumdb/note`, so that its tools read them.
import { TlogError } from '../tlog-error.ts';
import type { Sha256 } from '../tree/hash.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { createVerifierKey, formatKeyId, type NamedPublicKey, SIGNATURE_TYPES } from './verifier-key.ts';

/** An Ed25519 key as a secret. */
export interface PrivateKey {
  readonly name: string;
  /** The caller has to compare it with that of the public key, which follows from the seed. */
  readonly keyId: number;
  /** 32 bytes (RFC 8032 §5.1.5). */
  readonly seed: Uint8Array;
}

const SEED_BYTES = 32;

/** `PRIVATE+KEY+<name>+<key id>+<type and seed>`. */
export function formatPrivateKey(
  sha256: Sha256,
  key: NamedPublicKey & { readonly seed: Uint8Array },
): string {
  const { name, keyId, type } = createVerifierKey(sha256, key);
  return `PRIVATE+KEY+${name}+${formatKeyId(keyId)}+${encodeBase64(Uint8Array.of(type, ...key.seed))}`;
}

/**
 * Reads a private key.
 * @throws {TlogError} It is no private key, or not one of Ed25519. The message contains no part of the key.
 */
export function parsePrivateKey(text: string): PrivateKey {
  const [, name, keyId, keyText = ''] = /^PRIVATE\+KEY\+([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(text) ?? [];
  const bytes = decodeBase64(keyText);
  if (name !== undefined && keyId !== undefined && bytes?.[0] === SIGNATURE_TYPES.ed25519) {
    const seed = bytes.subarray(1);
    if (seed.length === SEED_BYTES) return { name, keyId: Number.parseInt(keyId, 16), seed };
  }
  throw new TlogError(
    'this is no private key: it is PRIVATE+KEY+<name>+<8 hexadecimal digits>+<Base 64 of Ed25519>',
  );
}
