// The first sentence of a description, for lists.
import { cutText } from './prime-entries.ts';

/** Longest sentence, in characters. */
const MAX_LENGTH = 220;

/**
 * Up to a mark that ends a sentence, with quotes and brackets behind it, but not before a small letter, as in `e.g. this`. A
 * CJK mark needs no space.
 */
const SENTENCE = /^.+?(?:[.!?…؟](?=["'”’)\]`]*(?:\s+(?!\p{Ll})|$))|[。！？])["'”’)\]`]*/u;

/** The first sentence of a text, on one line; cut after a whole word if it is too long. */
export function firstSentence(text: string): string {
  // More than is shown, so that a hostile text costs nothing.
  const line = text
    .slice(0, 4 * MAX_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [sentence = line] = SENTENCE.exec(line) ?? [];
  // A full stop behind a short beginning is that of an abbreviation, as in `E.g.`.
  return cutText(sentence.length < 12 ? line : sentence, MAX_LENGTH);
}
