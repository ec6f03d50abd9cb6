// The response of a witness: C2SP tlog-witness, "add-checkpoint".
import { parseDecimal } from '../notes/decimal.ts';
import { formatSignature, type Note, type NoteSignature, parseNote } from '../notes/note.ts';
import type { VerifierKey } from '../notes/verifier-key.ts';
import { type Verifiers, verifyNote } from '../notes/verify-note.ts';
import { TlogError } from '../tlog-error.ts';

/** The media type of an answer that says which size a witness has cosigned. */
export const SIZE_TYPE = 'text/x.tlog.size';

/** The answer of a witness that has cosigned another size than the request says. */
export function formatSizeAnswer(size: number): string {
  return `${size}\n`;
}

/**
 * Reads it.
 * @throws {TlogError} It is no size in a line.
 */
export function parseSizeAnswer(text: string): number {
  const size = text.endsWith('\n') ? parseDecimal(text.slice(0, -1)) : undefined;
  if (size !== undefined) return size;
  throw new TlogError('the answer is no line with a decimal size below 2^53');
}

/** The answer of a witness that has cosigned a head. */
export function formatCosignatures(cosignatures: readonly NoteSignature[]): string {
  return cosignatures.map(formatSignature).join('');
}

/**
 * Reads it, and verifies what is of a known key. All other signatures are ignored.
 * @param text The text of the checkpoint that was sent.
 * @returns At least one, and of each key the newest one: a witness could make a note so long that nobody reads it.
 * @throws {TlogError} It has something else than signatures, a signature of a known key is bad, or no known key has
 *   signed.
 */
export function readCosignatures(
  verifiers: Verifiers,
  text: string,
  answer: string,
  keys: readonly VerifierKey[],
): NoteSignature[] {
  const note = parseNote(`${text}\n${answer}`);
  // An empty line in the answer would make a part of it text that is signed.
  if (note.text !== text) throw new TlogError('the answer has something else than signatures');
  const known = note.signatures.filter(({ name, keyId }) =>
    keys.some((key) => key.name === name && key.keyId === keyId),
  );
  // Also if it is empty: then the message says who has signed.
  verifyNote(verifiers, known.length > 0 ? { text, signatures: known } : note, keys);
  return oneOfEachKey(known);
}

/** A note with further signatures, of which each key has one, in place of an earlier one of the same key. */
export function addSignatures({ text, signatures }: Note, more: readonly NoteSignature[]): Note {
  const isReplaced = (old: NoteSignature): boolean => more.some((each) => isSameKey(each, old));
  return { text, signatures: [...signatures.filter((old) => !isReplaced(old)), ...oneOfEachKey(more)] };
}

/** The newest cosignature of each key. */
function oneOfEachKey(signatures: readonly NoteSignature[]): NoteSignature[] {
  const newest: NoteSignature[] = [];
  for (const each of signatures) {
    const place = newest.findIndex((known) => isSameKey(known, each));
    const known = newest[place];
    if (known === undefined) newest.push(each);
    else if (isNewer(each, known)) newest[place] = each;
  }
  return newest;
}

function isSameKey(a: NoteSignature, b: NoteSignature): boolean {
  return a.name === b.name && a.keyId === b.keyId;
}

/** A cosignature begins with its time, the highest byte first. */
function isNewer(a: NoteSignature, b: NoteSignature): boolean {
  const place = a.signature.findIndex((byte, index) => byte !== b.signature[index]);
  return place !== -1 && (a.signature[place] ?? 0) > (b.signature[place] ?? 0);
}
