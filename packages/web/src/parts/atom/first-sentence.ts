// The first sentence of a description, for links and lists.
import { cutText } from '../prime/prime-entries.ts';

/** In characters; a sentence is rarely longer. */
const MAX_LENGTH = 220;

/** A sentence ends before a capital letter, so not after `e.g.`; in scripts without spaces anywhere. */
const SENTENCE = /^.+?(?:[.!?…؟]["'”’)\]`]*(?=\s+["'“‘(`[]?[\p{Lu}\p{Lo}\p{N}])|[。！？]["'”’)\]`]*)/u;

/** The first sentence on one line; the beginning of a long one. */
export function firstSentence(text: string): string {
  // More than is shown, so that a hostile text costs nothing.
  const line = text
    .slice(0, 4 * MAX_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toWellFormed();
  return cutText(SENTENCE.exec(line)?.[0] ?? line, MAX_LENGTH);
}
