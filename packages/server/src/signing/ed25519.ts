// Keys of Ed25519 (RFC 8032) that sign, as the bytes that notes and key files have; and SHA-256.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
} from 'node:crypto';
import type { Sha256, Sign } from '@prime-registry/tlog';

/** Before the 32 bytes of a seed in PKCS #8 (RFC 8410, section 7). */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * SHA-256 as the log needs it. A `Hash` object for each of hundreds of hashes would keep the garbage collector busy, and
 * a digest as a buffer takes Node.js twice as long as one as text.
 */
export const sha256: Sha256 = (...parts) =>
  Buffer.from(hash('sha256', Buffer.concat(parts), 'latin1'), 'latin1');

/** The 32 bytes of a new private key. */
export function makeSeed(): Uint8Array {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8_START.length);
}

/** What a key does. */
export interface KeyUse {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  readonly sign: Sign;
}

/** The key with a seed of 32 bytes. */
export function openSeed(seed: Uint8Array): KeyUse {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_START, seed]), format: 'der', type: 'pkcs8' });
  return { publicKey: publicKeyOf(key), sign: (message) => sign(null, message, key) };
}

function publicKeyOf(key: KeyObject): Uint8Array {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
}
