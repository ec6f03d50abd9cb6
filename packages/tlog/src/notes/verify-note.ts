// Verifies the signatures of a note: C2SP signed-note, "Signatures".
import { TlogError } from '../tlog-error.ts';
import type { Note, NoteSignature } from './note.ts';
import { TIME_BYTES } from './sign-note.ts';
import { signedMessage } from './signed-message.ts';
import { SIGNATURE_TYPES, type VerifierKey } from './verifier-key.ts';

/** Whether a signature over a message is that of a key. False for anything malformed. */
export type VerifySignature = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

/** The algorithms that the caller can verify. */
export interface Verifiers {
  readonly ed25519: VerifySignature;
  /** Without it, keys of this algorithm are treated as unknown ones. */
  readonly mlDsa44?: VerifySignature;
}

/** A signature that is good. */
export interface GoodSignature {
  readonly key: VerifierKey;
  /** Of a cosignature: when it was made, in seconds since 1970. It is what the cosigner says. */
  readonly time?: number;
}

/**
 * The good signatures of a note, at least one. Those of unknown keys are ignored.
 * @throws {TlogError} A signature of a known key is bad, or no known key has signed: the note must not be believed.
 */
export function verifyNote(verifiers: Verifiers, note: Note, keys: readonly VerifierKey[]): GoodSignature[] {
  const good = note.signatures.flatMap((signature) =>
    keys
      .filter((key) => key.name === signature.name && key.keyId === signature.keyId)
      .flatMap((key) => verifySignature(verifiers, note.text, key, signature)),
  );
  if (good.length > 0) return good;
  const names = note.signatures.map(({ name }) => name).join(', ');
  throw new TlogError(`no known key has signed the note: its signatures are by ${names}`);
}

/** The signature if it is good, nothing if this program has not the algorithm. */
function verifySignature(
  verifiers: Verifiers,
  text: string,
  key: VerifierKey,
  { signature }: NoteSignature,
): GoodSignature[] {
  const isTimed = key.type !== SIGNATURE_TYPES.ed25519;
  const verify = key.type === SIGNATURE_TYPES.mlDsa44Cosignature ? verifiers.mlDsa44 : verifiers.ed25519;
  if (verify === undefined) return [];
  const time = isTimed ? readTime(signature) : 0;
  if (time !== undefined) {
    const bytes = isTimed ? signature.subarray(TIME_BYTES) : signature;
    if (verify(key.publicKey, signedMessage(key, text, time), bytes))
      return [isTimed ? { key, time } : { key }];
  }
  throw new TlogError(`the signature of ${key.name} does not fit the note`);
}

/** The time of a cosignature; undefined if there is none below 2^53. */
function readTime(signature: Uint8Array): number | undefined {
  if (signature.length < TIME_BYTES) return undefined;
  const time = Number(new DataView(signature.buffer, signature.byteOffset).getBigUint64(0));
  return Number.isSafeInteger(time) ? time : undefined;
}
