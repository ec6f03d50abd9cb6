// Search within one version. It scans all atoms, of which a version has at most ten thousand.
import { setImmediate } from 'node:timers/promises';
import { createAtomMatcher } from '@prime-registry/atoms';
import type { Database } from '../sql/schema.ts';
import type { ListedContent } from './content-list.ts';
import { toListedAtom } from './encode-atom.ts';
import { readListed } from './read-contents.ts';

const AT_A_TIME = 100;

/** Filters contents: each word of the text must be a prefix of a word of the atom. */
export async function matchAtoms(
  reader: Database,
  contents: readonly ListedContent[],
  text: string,
): Promise<ListedContent[]> {
  const matches = createAtomMatcher(text);
  const matching = new Set<number>();
  for (let at = 0; at < contents.length; at += AT_A_TIME) {
    // The search runs on this thread.
    if (at > 0) await setImmediate();
    const ids = contents.slice(at, at + AT_A_TIME).map(({ id }) => id);
    for (const row of await readListed(reader, ids)) {
      if (matches(toListedAtom(row))) matching.add(row.id);
    }
  }
  return contents.filter(({ id }) => matching.has(id));
}
