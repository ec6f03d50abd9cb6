// SHA-256 for platforms without node:crypto: Web Crypto cannot hash a stream.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Sha256 } from './sha256.ts';

/** Creates an empty hash. */
export function createSha256(): Sha256 {
  const hash = sha256.create();
  return {
    update: (bytes) => void hash.update(bytes),
    digestHex: () => bytesToHex(hash.digest()),
  };
}
