// The first sentence of a description, for links.
import { cutText } from './prime-entries.ts';

/** In characters; a sentence is rarely longer. */
const MAX_EXAMINED = 400;
const MAX_LENGTH = 180;

/** A sentence ends before a capital letter, so not after `e.g.`; in some scripts anywhere. */
const SENTENCE = /^.*?(?:[.!?]["'”’)\]]*(?=\s+["'“‘(`[]?[\p{Lu}\p{Lo}\p{N}])|[。！？])/u;

/** The first sentence on one line; the beginning of a long one. */
export function firstSentence(text: string): string {
  const line = text.slice(0, MAX_EXAMINED).replaceAll(/\s+/g, ' ').trim().toWellFormed();
  return cutText(SENTENCE.exec(line)?.[0] ?? line, MAX_LENGTH);
}
