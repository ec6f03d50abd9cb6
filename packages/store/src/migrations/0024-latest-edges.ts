// The index of edges between Primes, and what lint found in the atoms of a version.
import { type Kysely, type Migration, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** @param backfill - inserts the edges of today's latest versions, in the SQL of the engine */
const latestEdges = (types: ColumnTypes, backfill: string): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    // The edges of latest versions that leave their Prime, to find them by their target.
    await db.schema
      .createTable('latest_edges')
      .addColumn('target', types.text, (column) => column.notNull())
      .addColumn('prime_id', types.wholeNumber, (column) => column.notNull())
      .addColumn('content_id', types.wholeNumber, (column) => column.notNull())
      // Joined by commas.
      .addColumn('verbs', types.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('latest_edges_key', ['target', 'prime_id', 'content_id'])
      .execute();
    await sql.raw(backfill).execute(db);
    await db.schema
      .createIndex('latest_edges_by_source')
      .on('latest_edges')
      .columns(['prime_id', 'content_id'])
      .execute();
    // JSON of an AtomAssessment; null for what earlier programs read.
    await db.schema.alterTable('inventories').addColumn('assessment', 'text').execute();
  },
});

export const latestEdgesOfSqlite = (types: ColumnTypes): Migration =>
  latestEdges(
    types,
    `insert into latest_edges (target, prime_id, content_id, verbs)
     select json_extract(edge.value, '$[1]') as target, prime_id, content_id,
       group_concat(json_extract(edge.value, '$[0]'), ',')
     from latest_atoms join atom_contents on atom_contents.id = content_id, json_each(edges) as edge
     where json_extract(edge.value, '$[2]') <> 'inside'
     group by target, prime_id, content_id`,
  );

export const latestEdgesOfPostgres = (types: ColumnTypes): Migration =>
  latestEdges(
    types,
    `insert into latest_edges (target, prime_id, content_id, verbs)
     select edge.value ->> 1, prime_id, content_id, string_agg(edge.value ->> 0, ',')
     from latest_atoms join atom_contents on atom_contents.id = content_id,
       json_array_elements(edges::json) as edge
     where edge.value ->> 2 <> 'inside'
     group by edge.value ->> 1, prime_id, content_id`,
  );
