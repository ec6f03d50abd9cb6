// Makes signatures: those of a log over its checkpoint, and the cosignatures of witnesses.
import { TlogError } from '../tlog-error.ts';
import type { Note, NoteSignature } from './note.ts';
import { signedMessage } from './signed-message.ts';
import { SIGNATURE_TYPES, type VerifierKey } from './verifier-key.ts';

/** Signs a message with a private key that the caller has. */
export type Sign = (message: Uint8Array) => Uint8Array;

/** A key that can sign. */
export interface NoteSigner {
  readonly key: VerifierKey;
  readonly sign: Sign;
}

/**
 * A text with the signatures of some keys.
 * @param text Ends in a newline.
 * @throws {TlogError} A key signs only checkpoints with a time: {@link cosign} is for those.
 */
export function signNote(text: string, signers: readonly NoteSigner[]): Note {
  return { text, signatures: signers.map((signer) => signText(signer, text)) };
}

/**
 * A cosignature of a checkpoint.
 * @param text The text of the checkpoint, without signatures.
 * @param time In whole seconds since 1970.
 * @throws {TlogError} The text is no checkpoint, or the key is none for cosignatures.
 */
export function cosign({ key, sign }: NoteSigner, text: string, time: number): NoteSignature {
  if (key.type === SIGNATURE_TYPES.ed25519)
    throw new TlogError(`the key ${key.name} is none for cosignatures`);
  const bytes = sign(signedMessage(key, text, time));
  const signature = new Uint8Array(TIME_BYTES + bytes.length);
  new DataView(signature.buffer).setBigUint64(0, BigInt(time));
  signature.set(bytes, TIME_BYTES);
  return { name: key.name, keyId: key.keyId, signature };
}

/** A cosignature begins with its time, as 64 bits. */
export const TIME_BYTES = 8;

function signText({ key, sign }: NoteSigner, text: string): NoteSignature {
  if (key.type !== SIGNATURE_TYPES.ed25519)
    throw new TlogError(`the key ${key.name} is for cosignatures only`);
  return { name: key.name, keyId: key.keyId, signature: sign(signedMessage(key, text, 0)) };
}
