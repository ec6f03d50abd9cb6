// Signed notes: C2SP signed-note, "Format". A note is a text, an empty line, and a line for each signature.
import { TlogError } from '../tlog-error.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { isKeyName } from './verifier-key.ts';

/** A signature of a note, not verified. */
export interface NoteSignature {
  readonly name: string;
  /** 32 bits. Together with the name it finds the key. */
  readonly keyId: number;
  /** At least one byte. What it is depends on the type of the key. */
  readonly signature: Uint8Array;
}

/** A text with signatures. */
export interface Note {
  /** Ends in a newline. */
  readonly text: string;
  /** At least one. */
  readonly signatures: readonly NoteSignature[];
}

/** The longest note, in UTF-16 units. The specification asks for a limit; this one is that of the Go module `sumdb/note`. */
const MAX_NOTE_LENGTH = 1_000_000;

/** The most signatures of a note. At least 16 must be possible. */
const MAX_SIGNATURES = 100;

const KEY_ID_BYTES = 4;

/** What begins a signature: an em dash and a space. */
const SIGNATURE_START = '\u2014 ';

/** ASCII control characters below U+0020 other than the newline, and halves of surrogate pairs, which no UTF-8 has. */
const FORBIDDEN = /(?![\n\u007f-\u009f])\p{Cc}|\p{Surrogate}/u;

/**
 * Reads a note. Nobody may believe its text before `verifyNote` has found a signature of a known key.
 * @throws {TlogError} It is not in the form of the specification.
 */
export function parseNote(note: string): Note {
  if (note.length > MAX_NOTE_LENGTH) {
    throw new TlogError(`the note has ${note.length} characters: more than ${MAX_NOTE_LENGTH} are not read`);
  }
  const forbidden = FORBIDDEN.exec(note);
  if (forbidden !== null) {
    throw new TlogError(
      `line ${lineAt(note, forbidden.index)} of the note has a character that no note may have`,
    );
  }
  const split = note.lastIndexOf('\n\n');
  if (split < 0) throw new TlogError('the note has no empty line between its text and its signatures');
  const lines = note.slice(split + 2).split('\n');
  if (lines.pop() !== '') throw new TlogError('the note does not end in a newline');
  if (lines.length === 0) throw new TlogError('the note has no signature after its last empty line');
  if (lines.length > MAX_SIGNATURES) {
    throw new TlogError(`the note has ${lines.length} signatures: more than ${MAX_SIGNATURES} are not read`);
  }
  const first = lineAt(note, split + 2);
  return {
    text: note.slice(0, split + 1),
    signatures: lines.map((line, index) => parseSignature(line, first + index)),
  };
}

/** A note as text. */
export function formatNote({ text, signatures }: Note): string {
  return `${text}\n${signatures.map(formatSignature).join('')}`;
}

/** The line of a signature, with its newline. */
export function formatSignature({ name, keyId, signature }: NoteSignature): string {
  const bytes = new Uint8Array(KEY_ID_BYTES + signature.length);
  new DataView(bytes.buffer).setUint32(0, keyId);
  bytes.set(signature, KEY_ID_BYTES);
  return `${SIGNATURE_START}${name} ${encodeBase64(bytes)}\n`;
}

function parseSignature(line: string, number: number): NoteSignature {
  const [name = '', text = '', ...rest] = line.startsWith(SIGNATURE_START) ? line.slice(2).split(' ') : [];
  const bytes = decodeBase64(text);
  if (!isKeyName(name) || rest.length > 0 || bytes === undefined || bytes.length <= KEY_ID_BYTES) {
    throw new TlogError(`line ${number} of the note is no signature: it is "\u2014 <key name> <Base 64>"`);
  }
  return { name, keyId: new DataView(bytes.buffer).getUint32(0), signature: bytes.subarray(KEY_ID_BYTES) };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
