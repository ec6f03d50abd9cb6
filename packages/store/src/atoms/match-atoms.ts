// Search within one version. It scans all atoms, of which a version has at most ten thousand.
import { setImmediate } from 'node:timers/promises';
import { splitWords } from '@prime-registry/atoms';
import type { Kysely } from 'kysely';
import { prepareForMany } from '../sql/batches.ts';
import type { Schema } from '../sql/schema.ts';
import type { ListedContent } from './content-list.ts';
import { LISTED_COLUMNS, toListedAtom } from './encode-atom.ts';

/** Creates a function that filters contents: each word of the text must be a prefix of a word of the atom. */
export function createAtomMatcher(reader: Kysely<Schema>) {
  const read = prepareForMany((db, ids: readonly number[]) =>
    db.selectFrom('atom_contents').where('id', 'in', ids).select(LISTED_COLUMNS),
  );

  return async (contents: readonly ListedContent[], text: string): Promise<ListedContent[]> => {
    const beginnings = splitWords(text).map((word) => ` ${word}`);
    const matching = new Set<number>();
    for (let at = 0; at < contents.length; at += AT_A_TIME) {
      // The search runs on this thread.
      if (at > 0) await setImmediate();
      const ids = contents.slice(at, at + AT_A_TIME).map(({ id }) => id);
      for (const row of await read(reader, ids)) {
        const words = listWords(row);
        if (beginnings.every((beginning) => words.includes(beginning))) matching.add(row.id);
      }
    }
    return contents.filter(({ id }) => matching.has(id));
  };
}

const AT_A_TIME = 100;

/** Every word of an atom, preceded by a space. */
function listWords(row: Parameters<typeof toListedAtom>[0]): string {
  const { id, kind, name, label = '', description, domain = '', tags } = toListedAtom(row);
  return ` ${splitWords([id, kind, name, label, description, domain, ...tags].join(' ')).join(' ')}`;
}
