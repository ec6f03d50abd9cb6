// Signatures (OpenSSH PROTOCOL.sshsig, "Blob format").
import type { Parsed } from '@prime-registry/protocol';
import { readKeyBlob, type SshPublicKey } from '../keys/public-key.ts';
import { parsedBy, SshsigError } from '../sshsig-error.ts';
import { WireReader } from '../wire/wire-reader.ts';
import { formatArmor, readArmor } from './armor.ts';

/** At the start of signatures, and of what is signed. */
export const MAGIC = 'SSHSIG';

const VERSION = 1;

/** How the message was hashed before it was signed. */
export type SshsigHash = 'sha256' | 'sha512';

/** A signature that nobody has verified yet. */
export interface SshSignature {
  /** The key that is said to have signed. */
  readonly key: SshPublicKey;
  /** What it is a signature for: never empty. */
  readonly namespace: string;
  readonly hash: SshsigHash;
  /** The algorithm and its bytes, in the form of the SSH protocols. */
  readonly blob: Uint8Array;
  /** The whole as `ssh-keygen` writes it, however its lines were. */
  readonly armored: string;
}

/** Reads a signature, and verifies nothing. */
export function parseSignature(armored: string): Parsed<SshSignature> {
  return parsedBy(() => readSignature(armored));
}

/** As {@link parseSignature}. @throws SshsigError */
export function readSignature(armored: string): SshSignature {
  const bytes = readArmor(armored);
  const reader = new WireReader(bytes, 'the signature');
  if (reader.bytes(MAGIC.length, 'magic').toString('latin1') !== MAGIC) {
    throw new SshsigError(`a signature begins with the bytes ${MAGIC}`);
  }
  const version = reader.uint32('version');
  if (version !== VERSION)
    throw new SshsigError(`the version of a signature should be ${VERSION}, not ${version}`);
  const key = readKeyBlob(reader.string('public key'));
  const namespace = reader.text('namespace');
  if (namespace === '') throw new SshsigError('a signature needs a namespace');
  // Verifiers ignore what is reserved, and put it into what was signed: nothing may hide there.
  if (reader.string('reserved field').length > 0) {
    throw new SshsigError('the reserved field of a signature should be empty');
  }
  const hash = readHash(reader);
  const blob = reader.string('signature');
  reader.end();
  return { key, namespace, hash, blob, armored: formatArmor(bytes) };
}

function readHash(reader: WireReader): SshsigHash {
  const hash = reader.text('hash');
  if (hash !== 'sha256' && hash !== 'sha512')
    throw new SshsigError('the hash of a signature should be sha256 or sha512');
  return hash;
}
