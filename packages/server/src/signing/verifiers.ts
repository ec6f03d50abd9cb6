// Verifies signatures of notes with node:crypto: those of logs, and the cosignatures of witnesses.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Verifiers, VerifySignature } from '@prime-registry/tlog';

/** Before the 32 bytes of an Ed25519 key in SPKI (RFC 8410, section 4). */
const ED25519_START = Buffer.from('302a300506032b6570032100', 'hex');
/** Before the 1312 bytes of an ML-DSA-44 key in SPKI (RFC 9881, section 4). */
const ML_DSA_44_START = Buffer.from('30820532300b06096086480165030403110382052100', 'hex');

/** Both algorithms of C2SP tlog-cosignature. */
export const VERIFIERS: Verifiers = {
  ed25519: verifierWith(ED25519_START),
  mlDsa44: verifierWith(ML_DSA_44_START),
};

function verifierWith(start: Buffer): VerifySignature {
  return (publicKey, message, signature) => {
    const key = openKey(Buffer.concat([start, publicKey]));
    return key !== undefined && verify(null, message, key, signature);
  };
}

/** Undefined if it is none. */
function openKey(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}
