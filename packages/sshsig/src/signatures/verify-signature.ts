// Verification (OpenSSH PROTOCOL.sshsig, "Signed Data").
import { hash } from 'node:crypto';
import type { Parsed } from '@prime-registry/protocol';
import { keyFormOf } from '../keys/key-forms.ts';
import { fingerprintOf, openKey, type SshPublicKey } from '../keys/public-key.ts';
import { parsedBy, SshsigError } from '../sshsig-error.ts';
import { WireReader } from '../wire/wire-reader.ts';
import { MAGIC, readSignature, type SshSignature } from './signature.ts';

/** A signature that is good. Whose key it is, and whether that matters, is for the caller. */
export interface VerifiedSignature {
  readonly key: SshPublicKey;
  /** `SHA256:…`, as OpenSSH prints it. */
  readonly fingerprint: string;
  /** The signature as `ssh-keygen` writes it. */
  readonly armored: string;
}

/** What a signature must be for. */
export interface SignatureUse {
  /** Compared byte for byte: a signature for another use, such as a git commit, is none for this. */
  readonly namespace: string;
}

/** Verifies that a signature is one of these bytes, and for this use, by the key that it names. */
export function verifySignature(
  armored: string,
  message: Uint8Array,
  use: SignatureUse,
): Parsed<VerifiedSignature> {
  return parsedBy(() => {
    const signature = readSignature(armored);
    if (signature.namespace !== use.namespace) {
      throw new SshsigError(
        `the namespace of the signature should be ${use.namespace}: sign with "ssh-keygen -Y sign -n ${use.namespace}"`,
      );
    }
    const { key } = signature;
    if (!isGood(signature, message)) {
      throw new SshsigError('the signature is not one of these contents by the key that it names');
    }
    return { key, fingerprint: fingerprintOf(key), armored: signature.armored };
  });
}

function isGood(signature: SshSignature, message: Uint8Array): boolean {
  const { key } = signature;
  const reader = new WireReader(signature.blob, 'the signature');
  const algorithm = reader.text('algorithm');
  const { algorithms, verify } = keyFormOf(key.type);
  if (!algorithms.includes(algorithm)) {
    throw new SshsigError(`a signature of an ${key.type} key should be of ${algorithms.join(' or ')}`);
  }
  return verify(openKey(key.blob), { algorithm, reader, signed: signedBytes(signature, message) });
}

/** What the key signs: the hash of the message, and what it is for. */
function signedBytes({ namespace, hash: hashName }: SshSignature, message: Uint8Array): Buffer {
  const digest = hash(hashName, message, 'buffer');
  return Buffer.concat([
    Buffer.from(MAGIC),
    ...[namespace, '', hashName, digest].map((field) => wireString(field)),
  ]);
}

/** A `string` (RFC 4251, section 5): its length, then its bytes; text as UTF-8. */
function wireString(value: Uint8Array | string): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
