// A request in one text: words of the task, and between them ids of atoms and names of Primes.
import { isAtomId } from '@prime-registry/atoms';

/** The ids of a text, each once, and its other words. */
export function splitIds(text: string): { readonly query: string; readonly ids: readonly string[] } {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return {
    query: words.filter((word) => !isAtomId(word)).join(' '),
    ids: [...new Set(words.filter(isAtomId))],
  };
}
