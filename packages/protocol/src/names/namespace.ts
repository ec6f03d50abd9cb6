// Namespaces of a Prime (contract section 2): scope-like texts that begin with `@`.
import { findHiddenInLine } from '../text/hidden-characters.ts';
import { quote } from '../text/quote.ts';
import { findLookAlikeWord } from './look-alikes.ts';

/** The problem with a namespace, as the end of a sentence that starts with it; undefined for a valid one. */
export function findNamespaceProblem(text: string): string | undefined {
  if (!/^@\S+$/u.test(text)) return "does not begin with '@', or contains white space";
  if (findHiddenInLine(text) !== undefined || /[\ufe0e\ufe0f]/u.test(text)) {
    return 'contains an invisible character';
  }
  if (text !== text.normalize('NFC')) return 'is not in the NFC form of Unicode';
  const word = findLookAlikeWord(text);
  if (word === undefined) return undefined;
  return `contains ${quote(word)}, whose letters of other scripts look like Latin ones`;
}
