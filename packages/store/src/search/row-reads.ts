// Reads of Primes and atoms by their ids, the same for every engine; one query for any number of ids.
import { type RawBuilder, sql } from 'kysely';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Database } from '../sql/schema.ts';
import type { IdLists } from './id-lists.ts';
import type { InsideFacts } from './inside/inside-index.ts';
import {
  type AtomName,
  type FoundAtom,
  type FoundReadme,
  MAX_READ_CHARACTERS,
  type RowReads,
  type ShownEntry,
} from './search-queries.ts';
import type { Candidate } from './search-ranking.ts';
import { listAlike } from './words/vocabulary.ts';

/** Creates the reads. */
export function createRowReads({ bind, isAmong }: IdLists): RowReads {
  function prepareRead<Row>(select: RawBuilder<unknown>, id: string, more = sql``) {
    const run = prepareQuery(
      (_db, { ids }: { ids: unknown }) => sql<Row>`${select} where ${sql.ref(id)} ${isAmong(ids)} ${more}`,
    );
    return async (db: Database, ids: readonly number[]): Promise<Row[]> =>
      ids.length === 0 ? [] : run(db, { ids: bind(ids) });
  }

  const readCandidates = prepareRead<Candidate>(
    sql`select prime_id as id, name, is_deprecated as "isDeprecated", ${beginningOf('label_terms')} as "labelTerms",
      ${beginningOf('description_terms')} as "descriptionTerms" from search_entries`,
    'prime_id',
  );
  const readEntries = prepareRead<ShownEntry>(
    sql`select prime_id as id, name, version, description, is_deprecated as "isDeprecated", (
        select requires from latest_contents join versions on versions.id = version_id
        where latest_contents.prime_id = search_entries.prime_id
      ) as requires from search_entries`,
    'prime_id',
  );
  const readFacts = prepareRead<StoredFacts>(
    sql`select prime_id as id, license, namespaces, tags, kinds from search_contents`,
    'prime_id',
  );
  const readNames = prepareRead<{ id: number; name: string }>(sql`select id, name from primes`, 'id');
  const readAtomKinds = prepareRead<Pick<AtomName, 'id' | 'atom' | 'kind'>>(
    sql`select id, atom, kind from atom_contents`,
    'id',
  );
  const readAtomNames = prepareRead<Omit<AtomName, 'label'> & { facts: string }>(
    sql`select id, atom, kind, description, facts from atom_contents`,
    'id',
  );
  const readAtoms = prepareRead<FoundAtom>(
    sql`select atom_contents.id, atom, kind, name, description, facts, texts
      from atom_contents join atom_texts on atom_texts.id = texts_id`,
    'atom_contents.id',
  );
  const readReadmes = prepareRead<FoundReadme>(
    sql`select latest_contents.prime_id as id, readme
      from latest_contents join versions on versions.id = version_id`,
    'latest_contents.prime_id',
    sql`and readme is not null`,
  );
  const findPrimeIds = prepareQuery(
    (_db, { name }: { name: string }) => sql<{ id: number }>`select id from primes where name = ${name}`,
  );

  return {
    readCandidates,
    readEntries,
    readAtomKinds,
    readAtoms,
    readReadmes,
    listAlike,
    readNames: async (db, ids) => new Map((await readNames(db, ids)).map(({ id, name }) => [id, name])),
    findPrimeId: async (db, name) => (await findPrimeIds(db, { name }))[0]?.id,

    async readFacts(db, ids) {
      const rows = await readFacts(db, ids);
      return rows.map(({ id, license, namespaces, tags, kinds }) => ({
        ...{ id, license },
        namespaces: JSON.parse(namespaces) as string[],
        tags: JSON.parse(tags) as string[],
        kinds: JSON.parse(kinds) as string[],
      }));
    },

    async readAtomNames(db, ids) {
      const rows = await readAtomNames(db, ids);
      return rows.map(({ facts, ...named }) => ({
        ...named,
        label: (JSON.parse(facts) as Pick<AtomName, 'label'>).label,
      }));
    },
  };
}

type StoredFacts = { readonly id: number } & Record<keyof InsideFacts, string>;

/** The first terms of a column; each of them, including the last one, is between spaces. */
function beginningOf(column: string): RawBuilder<string> {
  const [text, most] = [sql.ref(column), sql.lit(MAX_READ_CHARACTERS)];
  // To count the characters of a text takes PostgreSQL longer than to read it.
  return sql`case when octet_length(${text}) <= ${most} then ${text} else substr(${text}, 1, ${most}) || ' ' end`;
}
