// The cryptography of log checks, from Node.js.
import { createPublicKey, hash, verify } from 'node:crypto';
import type { LogCrypto } from '@prime-registry/client';

/** What precedes the 32 bytes of an Ed25519 key in its DER form (RFC 8410, section 4). */
const KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** The same of the 1312 bytes of an ML-DSA-44 key (RFC 9881, section 4). */
const ML_DSA_44_PREFIX = Buffer.from('30820532300b06096086480165030403110382052100', 'hex');

export const NODE_CRYPTO: LogCrypto = {
  // For millions of hashes: an object for each would take five times as long, and a digest as a buffer twice.
  sha256: (...parts) => Buffer.from(hash('sha256', Buffer.concat(parts), 'latin1'), 'latin1'),
  verifiers: {
    ed25519(publicKey, message, signature) {
      const der = Buffer.concat([KEY_PREFIX, publicKey]);
      return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
    },
    mlDsa44(publicKey, message, signature) {
      const der = Buffer.concat([ML_DSA_44_PREFIX, publicKey]);
      return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
    },
  },
};
