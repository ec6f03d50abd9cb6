// SHA-256, Ed25519 and ML-DSA-44 of Node.js, in the forms in which this package wants them.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import { createVerifierKey, type NoteSigner, SIGNATURE_TYPES, type Verifiers } from '../src/index.ts';

/** SHA-256 of the parts, one after the other. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** What comes before the 32 bytes of a seed in PKCS #8 (RFC 8410). */
const SEED_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** What comes before the public key in SPKI (RFC 9881). */
const ML_DSA_44_PREFIX = Buffer.from('30820532300b06096086480165030403110382052100', 'hex');

/** Verifies with Node.js. */
export const VERIFIERS: Verifiers = {
  ed25519: (publicKey, message, signature) => {
    const x = Buffer.from(publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, message, key, signature);
  },
  mlDsa44: (publicKey, message, signature) => {
    const der = Buffer.concat([ML_DSA_44_PREFIX, publicKey]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, message, key, signature);
  },
};

/** An Ed25519 key of which every byte of the seed is the same. */
export function ed25519Signer(name: string, seed: number, isCosigner = false): NoteSigner {
  const der = Buffer.concat([SEED_PREFIX, Buffer.alloc(32, seed)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const type = isCosigner ? SIGNATURE_TYPES.ed25519Cosignature : SIGNATURE_TYPES.ed25519;
  return {
    key: createVerifierKey(sha256, { name, type, publicKey: new Uint8Array(Buffer.from(x, 'base64url')) }),
    sign: (message) => sign(null, message, privateKey),
  };
}

/** A new ML-DSA-44 key. */
export function mlDsa44Signer(name: string): NoteSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ml-dsa-44');
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(ML_DSA_44_PREFIX.length);
  const type = SIGNATURE_TYPES.mlDsa44Cosignature;
  return {
    key: createVerifierKey(sha256, { name, type, publicKey: new Uint8Array(bytes) }),
    sign: (message) => sign(null, message, privateKey),
  };
}
