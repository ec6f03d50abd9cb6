// Search within one version. It scans all atoms, of which a version has at most ten thousand.
import { setImmediate } from 'node:timers/promises';
import { createAtomMatcher } from '@prime-registry/atoms';
import { prepareForMany } from '../sql/batches.ts';
import type { Database } from '../sql/schema.ts';
import type { ListedContent } from './content-list.ts';
import { LISTED_COLUMNS, toListedAtom } from './encode-atom.ts';

const AT_A_TIME = 100;

const read = prepareForMany((db, ids: readonly number[]) =>
  db.selectFrom('atom_contents').where('id', 'in', ids).select(LISTED_COLUMNS),
);

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
    for (const row of await read(reader, ids)) {
      if (matches(toListedAtom(row))) matching.add(row.id);
    }
  }
  return contents.filter(({ id }) => matching.has(id));
}
