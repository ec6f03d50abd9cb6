// What search reads of Primes by their ids: the same query on every engine, but for how it is given a list.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { InsideFacts } from './inside-index.ts';
import { MAX_READ_CHARACTERS, type RowReads, type ShownEntry } from './search-queries.ts';
import type { Candidate } from './search-ranking.ts';

/** Makes the reads. @param isAmong - what follows a column that is to be one of some ids */
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

  const candidateColumns = sql`name, ${beginningOf('label_terms')} as "labelTerms",
    ${beginningOf('description_terms')} as "descriptionTerms"`;
  const entryColumns = sql`name, version, description`;
  const factColumns = sql`license, namespaces, kinds`;

  return {
    readCandidates: (db, ids) => read<Candidate>(db, 'search_entries', candidateColumns, ids),

    readEntries: (db, ids) => read<ShownEntry>(db, 'search_entries', entryColumns, ids),

    async readFacts(db, ids) {
      const rows = await read<StoredFacts>(db, 'search_contents', factColumns, ids);
      return rows.map(({ id, license, namespaces, kinds }) => ({
        ...{ id, license },
        namespaces: JSON.parse(namespaces) as string[],
        kinds: JSON.parse(kinds) as string[],
      }));
    },
  };
}

type StoredFacts = { readonly id: number } & Record<keyof InsideFacts, string>;

/** The first terms of a column; each of them, also the last one, is between spaces. */
function beginningOf(column: string): RawBuilder<string> {
  return sql`substr(${sql.ref(column)}, 1, ${sql.lit(MAX_READ_CHARACTERS)}) || ' '`;
}
