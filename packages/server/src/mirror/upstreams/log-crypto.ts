// The cryptography of log checks, from Node.js. Of the client only its types, so that it is not loaded by this.
import { createPublicKey, hash, verify } from 'node:crypto';
import type { LogCrypto } from '@prime-registry/client';

/** SHA-256 and Ed25519 (RFC 8032). */
export const LOG_CRYPTO: LogCrypto = {
  sha256: (...parts) => hash('sha256', Buffer.concat(parts), 'buffer'),
  verifiers: {
    ed25519(publicKey, message, signature) {
      const x = Buffer.from(publicKey).toString('base64url');
      const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
      return verify(null, message, key, signature);
    },
  },
};
