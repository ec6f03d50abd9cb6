// A signed head together with the cosignatures that witnesses have made of it.
import { addSignatures, formatNote, parseNote } from '@prime-registry/tlog';

/**
 * A note with its cosignatures.
 * @param cosigned - a note with cosignatures of the head of this size; undefined if there is none. It may be of an earlier
 *   name of the log: then it is left out.
 */
export function withCosignatures(note: string, cosigned: string | undefined): string {
  if (cosigned === undefined) return note;
  const [signed, { text, signatures }] = [parseNote(note), parseNote(cosigned)];
  return text === signed.text ? formatNote(addSignatures(signed, signatures)) : note;
}
