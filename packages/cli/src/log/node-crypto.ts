// The cryptography of log checks, from Node.js.
import { createHash, createPublicKey, verify } from 'node:crypto';
import type { LogCrypto } from '@prime-registry/client';

/** What precedes the 32 bytes of an Ed25519 key in its DER form (RFC 8410, section 4). */
const KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** The same of the 1312 bytes of an ML-DSA-44 key (RFC 9881, section 4). */
const ML_DSA_44_PREFIX = Buffer.from('30820532300b06096086480165030403110382052100', 'hex');

export const NODE_CRYPTO: LogCrypto = {
  sha256(...parts) {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest();
  },
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
