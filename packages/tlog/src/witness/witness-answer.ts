// What a witness answers: C2SP tlog-witness, "add-checkpoint".
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
 * @returns At least one.
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
  return known;
}

/** A note with further signatures, each in place of an earlier one of the same key. */
export function addSignatures({ text, signatures }: Note, more: readonly NoteSignature[]): Note {
  const isReplaced = (old: NoteSignature): boolean =>
    more.some(({ name, keyId }) => name === old.name && keyId === old.keyId);
  return { text, signatures: [...signatures.filter((old) => !isReplaced(old)), ...more] };
}
