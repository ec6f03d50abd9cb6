// Fills a PostgreSQL database: rows as arrays of their columns, and indexes at the end.
import { Kysely } from 'kysely';
import type pg from 'pg';
import { openPostgresStore } from '../../../packages/store/src/postgres/open-postgres-store.ts';
import { postgresDialect } from '../../../packages/store/src/postgres/postgres-dialect.ts';
import { createPool } from '../../../packages/store/src/postgres/postgres-pool.ts';
import { tsvectorSearchIndex } from '../../../packages/store/src/postgres/search/tsvector-search-index.ts';
import type { Schema } from '../../../packages/store/src/sql/schema.ts';
import type { FillConnection, FilledRow } from './engine.ts';

const PARALLEL = 3;
const SESSION = { options: '-c synchronous_commit=off -c jit=off -c enable_seqscan=off' };

/** Of all indexes but those of constraints; kept in the database, so that an interrupted run can make them again. */
const REMEMBER_INDEXES = `
  create table if not exists bench_indexes as
  select indexname as name, indexdef as definition, indexdef like '%USING gin%' as is_words
  from pg_indexes where schemaname = current_schema() and indexname not in (select conname from pg_constraint)`;

/** Numbers that the fill has given, so that the next ones follow. */
const IDENTITIES = `
  select attrelid::regclass::text as table, attname as column from pg_attribute
  where attidentity <> '' and attrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`;

/** Opens the connection, and creates the tables with the migrations of the server. */
export async function openPostgresFill(url: string): Promise<FillConnection> {
  await (await openPostgresStore(url, 3)).close();
  const pool = createPool(url, PARALLEL, SESSION);
  const db = new Kysely<Schema>({ dialect: postgresDialect(pool) });
  const typesOf = createTypeReader();
  const run = async (text: string) => (await pool.query<Record<string, unknown>>(text)).rows;
  return {
    parallel: PARALLEL,
    db,
    searchIndex: tsvectorSearchIndex,
    insert: (table, rows) => insertRows(pool, typesOf, table, rows),
    query: run,
    async transact(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await work((table, rows) => insertRows(client, typesOf, table, rows));
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    // Two transactions that insert the same words would wait for each other.
    indexing: (work) => work(db),
    async dropIndexes() {
      await run(REMEMBER_INDEXES);
      for (const { name } of await run('select name from bench_indexes'))
        await run(`drop index if exists ${String(name)}`);
    },
    async restoreIndexes(which) {
      const rows = await run(
        `select definition from bench_indexes where ${which === 'words' ? '' : 'not '} is_words`,
      );
      for (const { definition } of rows)
        await run(String(definition).replace(/^CREATE (UNIQUE )?INDEX /, 'CREATE $1INDEX IF NOT EXISTS '));
      await run('analyze');
    },
    async settle() {
      for (const { table, column } of await run(IDENTITIES))
        await run(
          `select setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 0) + 1, false) from ${table}`,
        );
      await run('vacuum analyze');
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

/** The types of the columns of a table. */
type ReadTypes = (from: Queries, table: string) => Promise<ReadonlyMap<string, string>>;

/** A connection, or any of the pool. */
type Queries = Pick<pg.ClientBase, 'query'> | pg.Pool;

function createTypeReader(): ReadTypes {
  const known = new Map<string, ReadonlyMap<string, string>>();
  return async (from, table) => {
    const types = known.get(table) ?? (await readTypes(from, table));
    known.set(table, types);
    return types;
  };
}

async function readTypes(from: Queries, table: string): Promise<Map<string, string>> {
  const { rows } = await from.query<{ column: string; type: string }>(
    `select column_name as column, udt_name as type from information_schema.columns
     where table_schema = current_schema() and table_name = $1`,
    [table],
  );
  return new Map(rows.map(({ column, type }) => [column, type]));
}

async function insertRows(
  to: Queries,
  readTypesOf: ReadTypes,
  table: string,
  rows: readonly FilledRow[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const types = await readTypesOf(to, table);
  const arrays = columns.map((column, index) => `$${index + 1}::${types.get(column)}[]`);
  await to.query({
    name: `insert-${table}`,
    text: `insert into ${table} (${columns.join(', ')}) overriding system value select * from unnest(${arrays.join(', ')})`,
    values: columns.map((column) => rows.map((row) => row[column])),
  });
}
