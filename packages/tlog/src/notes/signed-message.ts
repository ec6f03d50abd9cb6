// The message that each type of signature signs: C2SP signed-note and tlog-cosignature.
import { TlogError } from '../tlog-error.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { SIGNATURE_TYPES, type VerifierKey } from './verifier-key.ts';

const encoder = new TextEncoder();

/** The longest name in the message of an ML-DSA-44 cosignature, in bytes. */
const MAX_NAME_BYTES = 255;

/**
 * The bytes that a key signs for the text of a note.
 * @param time Of a cosignature, in seconds since 1970; the other types sign none.
 * @throws {TlogError} A cosignature is wanted for a text that is no checkpoint.
 */
export function signedMessage(key: VerifierKey, text: string, time: number): Uint8Array {
  switch (key.type) {
    case SIGNATURE_TYPES.ed25519:
      return encoder.encode(text);
    case SIGNATURE_TYPES.ed25519Cosignature:
      parseCheckpoint(text);
      return encoder.encode(`cosignature/v1\ntime ${time}\n${text}`);
    case SIGNATURE_TYPES.mlDsa44Cosignature:
      return subtreeMessage(key.name, text, time);
  }
}

/** The structure `cosigned_message`. It signs the whole tree, hence from leaf 0, and no extension lines. */
function subtreeMessage(cosigner: string, text: string, time: number): Uint8Array {
  const { origin, size, root } = parseCheckpoint(text);
  const parts = [
    encoder.encode('subtree/v1\n\0'),
    prefixed(cosigner),
    uint64(time),
    prefixed(origin),
    uint64(0),
    uint64(size),
    root,
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function prefixed(name: string): Uint8Array {
  const bytes = encoder.encode(name);
  if (bytes.length > MAX_NAME_BYTES) {
    throw new TlogError(
      `an ML-DSA-44 cosignature has names of at most ${MAX_NAME_BYTES} bytes, not ${bytes.length}`,
    );
  }
  return Uint8Array.of(bytes.length, ...bytes);
}

function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}
