// Which atoms of a list a text chooses, as in the list of a registry.
import { splitWords } from '@prime-registry/atoms';
import type { KnownAtom } from '../source/knowledge-source.ts';

/**
 * A test of whether each word of the text is the beginning of a word of an atom: of its id, kind, name, label,
 * description, domain or tags.
 */
export function createAtomMatcher(
  text: string,
): (atom: Omit<KnownAtom, 'tokens'> & { readonly name: string }) => boolean {
  const beginnings = splitWords(text).map((word) => ` ${word}`);
  return ({ id, kind, name, label = '', description, domain = '', tags }) => {
    const words = ` ${splitWords([id, kind, name, label, description, domain, ...tags].join(' ')).join(' ')}`;
    return beginnings.every((beginning) => words.includes(beginning));
  };
}
