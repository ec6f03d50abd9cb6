// Reads of Primes and atoms by their ids, the same for every engine; one query for any number of ids.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../sql/schema.ts';
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

/** Creates the reads. @param isAmong - the SQL after a column that must be one of the ids */
export function createRowReads(isAmong: (ids: readonly number[]) => RawBuilder<unknown>): RowReads {
  async function read<Row>(
    db: Kysely<Schema>,
    table: 'search_entries' | 'search_contents',
    columns: RawBuilder<unknown>,
    ids: readonly number[],
  ): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select prime_id as id, ${columns} from ${sql.table(table)} where prime_id ${isAmong(ids)}`.execute(db);
    return rows;
  }

  const candidateColumns = sql`name, is_deprecated as "isDeprecated", ${beginningOf('label_terms')} as "labelTerms",
    ${beginningOf('description_terms')} as "descriptionTerms"`;
  const entryColumns = sql`name, version, description, is_deprecated as "isDeprecated", (
      select requires from latest_contents join versions on versions.id = version_id
      where latest_contents.prime_id = search_entries.prime_id
    ) as requires`;
  const factColumns = sql`license, namespaces, tags, kinds`;

  return {
    readCandidates: (db, ids) => read<Candidate>(db, 'search_entries', candidateColumns, ids),

    async readNames(db, ids) {
      const { rows } = await sql<{ id: number; name: string }>`
        select id, name from primes where id ${isAmong(ids)}`.execute(db);
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    readEntries: (db, ids) => read<ShownEntry>(db, 'search_entries', entryColumns, ids),

    async readFacts(db, ids) {
      const rows = await read<StoredFacts>(db, 'search_contents', factColumns, ids);
      return rows.map(({ id, license, namespaces, tags, kinds }) => ({
        ...{ id, license },
        namespaces: JSON.parse(namespaces) as string[],
        tags: JSON.parse(tags) as string[],
        kinds: JSON.parse(kinds) as string[],
      }));
    },

    async findPrimeId(db, name) {
      const { rows } = await sql<{ id: number }>`select id from primes where name = ${name}`.execute(db);
      return rows[0]?.id;
    },

    async readAtomKinds(db, ids) {
      const { rows } = await sql<Pick<AtomName, 'id' | 'atom' | 'kind'>>`
        select id, atom, kind from atom_contents where id ${isAmong(ids)}`.execute(db);
      return rows;
    },

    async readAtomNames(db, ids) {
      const { rows } = await sql<Omit<AtomName, 'label'> & { facts: string }>`
        select id, atom, kind, description, facts from atom_contents where id ${isAmong(ids)}`.execute(db);
      return rows.map(({ facts, ...named }) => ({
        ...named,
        label: (JSON.parse(facts) as Pick<AtomName, 'label'>).label,
      }));
    },

    async readAtoms(db, ids) {
      const { rows } = await sql<FoundAtom>`
        select atom_contents.id, atom, kind, name, description, facts, texts
        from atom_contents join atom_texts on atom_texts.id = texts_id
        where atom_contents.id ${isAmong(ids)}`.execute(db);
      return rows;
    },

    async readReadmes(db, ids) {
      const { rows } = await sql<FoundReadme>`
        select latest_contents.prime_id as id, readme
        from latest_contents join versions on versions.id = version_id
        where latest_contents.prime_id ${isAmong(ids)} and readme is not null`.execute(db);
      return rows;
    },
  };
}

type StoredFacts = { readonly id: number } & Record<keyof InsideFacts, string>;

/** The first terms of a column; each of them, including the last one, is between spaces. */
function beginningOf(column: string): RawBuilder<string> {
  return sql`substr(${sql.ref(column)}, 1, ${sql.lit(MAX_READ_CHARACTERS)}) || ' '`;
}
