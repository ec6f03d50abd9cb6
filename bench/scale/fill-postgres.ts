// Fills a PostgreSQL database of any size in minutes: writes the rows of the store directly.
import { hash } from 'node:crypto';
import { getValue, parseVersion, precedenceKey } from '@prime-registry/protocol';
import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { openPostgresStore } from '../../packages/store/src/postgres/open-postgres-store.ts';
import { postgresDialect } from '../../packages/store/src/postgres/postgres-dialect.ts';
import { tsvectorSearchIndex } from '../../packages/store/src/postgres/tsvector-search-index.ts';
import { createSearchFiller } from '../../packages/store/src/search/fill-search.ts';
import type { Schema } from '../../packages/store/src/sql/schema.ts';
import { createContentsFiller } from '../corpus/fill-contents.ts';
import type { FillOptions } from '../corpus/fill-database.ts';
import type { SyntheticPrime } from '../corpus/generate-primes.ts';
import { listNewVersions } from '../corpus/new-versions.ts';

const PRIMES_AT_ONCE = 500;
const CONNECTIONS = 4;

/** The progress. */
export interface Filled {
  primes: number;
  versions: number;
}

/** Creates the tables in an empty database with the server's migrations, and inserts the Primes. */
export async function fillPostgres(
  url: string,
  primes: Iterable<SyntheticPrime>,
  onProgress: (filled: Filled) => void = () => undefined,
  { hasContents = false }: FillOptions = {},
): Promise<Filled> {
  await (await openPostgresStore(url, 3)).close();
  // Not durable: after a power failure the database is filled again.
  const options = '-c synchronous_commit=off';
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, options });
  const filled: Filled = { primes: 0, versions: 0 };
  try {
    const restoreIndexes = await dropIndexes(pool);
    const batches = inBatches(primes, PRIMES_AT_ONCE);
    const withContents: SyntheticPrime[][] = [];
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (const batch of batches) {
          const versions = await insertBatch(pool, batch);
          filled.versions += versions;
          filled.primes += batch.length;
          if (hasContents) withContents.push(batch);
          onProgress(filled);
        }
      }),
    );
    await pool.query(COUNT_SCOPES);
    await restoreIndexes();
    await fillContents(pool, withContents);
    await fillSearch(pool);
    await pool.query('vacuum analyze');
    return filled;
  } finally {
    await pool.end();
  }
}

function* inBatches<T>(items: Iterable<T>, size: number): Generator<T[], undefined> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Stores READMEs and atoms over several connections. */
async function fillContents(pool: pg.Pool, batches: readonly SyntheticPrime[][]): Promise<void> {
  const fill = createContentsFiller(new Kysely<Schema>({ dialect: postgresDialect(pool) }));
  const left = batches.values();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const batch of left) await fill(batch);
    }),
  );
}

/** Fills the search index like a rebuild of the server, over several connections. */
async function fillSearch(pool: pg.Pool): Promise<void> {
  const db = new Kysely<Schema>({ dialect: postgresDialect(pool) });
  const primes = await db.selectFrom('primes').select('id').orderBy('id').execute();
  const batches = inBatches(
    primes.map(({ id }) => id),
    PRIMES_AT_ONCE,
  );
  const fill = createSearchFiller(tsvectorSearchIndex);
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      // Without a surrounding transaction: two transactions that insert the same words would wait for each
      // other.
      for (const batch of batches) await fill(db as Transaction<Schema>, batch);
    }),
  );
}

/** Drops all indexes except constraints: creating them at the end is much faster. */
async function dropIndexes(pool: pg.Pool): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and indexname not in (select conname from pg_constraint)`);
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of rows) await pool.query(definition);
  };
}

async function insertBatch(pool: pg.Pool, primes: readonly SyntheticPrime[]): Promise<number> {
  const rows = primes.map(toRow);
  const ids = await insertPrimes(pool, rows);
  const versions = rows.flatMap(({ versions }, index) =>
    versions.map((version) => ({ prime: index + 1, version })),
  );
  await pool.query(INSERT_VERSIONS, [
    ids,
    ...(['name', 'description', 'license', 'namespaces', 'tags', 'manifest', 'firstMs'] as const).map(
      (field) => rows.map((row) => row[field]),
    ),
    versions.map(({ prime }) => prime),
    versions.map(({ version }) => version),
    versions.map(({ version }) => keyOf(version)),
    versions.map(({ version }) => (version.includes('-') ? 1 : 0)),
    versions.map(({ prime, version }) => hash('sha256', `${rows[prime - 1]?.name}@${version}`)),
  ]);
  return versions.length;
}

/** The fields that all versions share, once. */
function toRow(prime: SyntheticPrime) {
  const [first] = listNewVersions(prime);
  if (first === undefined) throw new Error('a Prime has a version');
  return {
    name: prime.name,
    description: prime.description,
    license: prime.license,
    namespaces: JSON.stringify(prime.namespaces),
    tags: JSON.stringify(prime.tags),
    manifest: Buffer.from(first.sourceManifest).toString().replace(JSON.stringify(first.version.full), '%'),
    firstMs: first.publishedAtMs,
    versions: prime.versions,
  };
}

function keyOf(text: string): string {
  return precedenceKey(getValue(parseVersion(text)));
}

/** Inserts Primes. @returns their ids, in the order of the rows */
async function insertPrimes(pool: pg.Pool, rows: readonly ReturnType<typeof toRow>[]): Promise<number[]> {
  const inserted = await pool.query<{ id: string; name: string }>(
    `insert into primes (name, created_at_ms) select * from unnest($1::text[], $2::bigint[]) returning id, name`,
    [rows.map(({ name }) => name), rows.map(({ firstMs }) => firstMs)],
  );
  const ids = new Map(inserted.rows.map(({ id, name }) => [name, Number(id)]));
  return rows.map(({ name }) => ids.get(name) ?? 0);
}

const COUNT_SCOPES = `
  insert into scope_usage (scope, versions, size_bytes)
  select split_part(name, '/', 1), count(*), sum(size_bytes)
  from versions join primes on primes.id = prime_id group by 1`;

// 10 KB to 20 KB and up to 255 atoms, derived from the digest: see new-versions.ts.
const INSERT_VERSIONS = `
  insert into versions (
    prime_id, version, identity, precedence, is_prerelease, published_at_ms, published_by, sha256, size_bytes,
    description, license, prime_version, atoms, namespaces, tags, source_manifest, scope)
  select p.id, v.version, v.version, v.precedence, v.is_prerelease,
    p.first_ms + 86400000 * (row_number() over (partition by p.number order by v.position) - 1), 'benchmark', v.sha256,
    10240 + ('x' || left(v.sha256, 4))::bit(16)::int % 10240,
    p.description, p.license, '1.0', ('x' || substr(v.sha256, 5, 2))::bit(8)::int, p.namespaces, p.tags,
    convert_to(replace(p.manifest, '%', '"' || v.version || '"'), 'UTF8'),
    split_part(p.name, '/', 1)
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[])
      with ordinality as p (id, name, description, license, namespaces, tags, manifest, first_ms, number)
    join unnest($9::bigint[], $10::text[], $11::text[], $12::int[], $13::text[])
      with ordinality as v (prime, version, precedence, is_prerelease, sha256, position) on v.prime = p.number`;
