// Filters a list of atoms by a text.
import type { Atom } from '../atom.ts';
import { splitWords } from './split-words.ts';

export type MatchedAtom = Pick<Atom, 'id' | 'kind' | 'name' | 'description' | 'tags'> & {
  readonly label?: string | undefined;
  readonly domain?: string | undefined;
};

/**
 * A test of whether each word of the text is the beginning of a word of an atom: of its id, kind, name, label,
 * description, domain or tags.
 */
export function createAtomMatcher(text: string): (atom: MatchedAtom) => boolean {
  const beginnings = splitWords(text).map((word) => ` ${word}`);
  return ({ id, kind, name, label = '', description, domain = '', tags }) => {
    const words = ` ${splitWords([id, kind, name, label, description, domain, ...tags].join(' ')).join(' ')}`;
    return beginnings.every((beginning) => words.includes(beginning));
  };
}
