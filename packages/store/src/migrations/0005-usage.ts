// The usage of scopes, and the last use of tokens.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

const BATCH = 500;

export const usage = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    // Every publish raises the counts, so a quota check reads one row, however many versions there are.
    await db.schema
      .createTable('scope_usage')
      .addColumn('scope', types.text, (column) => column.primaryKey().notNull())
      .addColumn('versions', 'bigint', (column) => column.notNull())
      .addColumn('size_bytes', 'bigint', (column) => column.notNull())
      .execute();
    await fillUsage(db as Kysely<Tables>);
    // With a resolution of an hour.
    await db.schema.alterTable('tokens').addColumn('last_used_at_ms', 'bigint').execute();
  },
});

async function fillUsage(db: Kysely<Tables>): Promise<void> {
  const primes = await db
    .selectFrom('versions')
    .innerJoin('primes', 'primes.id', 'versions.prime_id')
    .groupBy('primes.name')
    .select(({ fn }) => ['primes.name', fn.countAll().as('versions'), fn.sum('size_bytes').as('bytes')])
    .execute();
  const scopes = new Map<string, Tables['scope_usage']>();
  for (const { name, versions, bytes } of primes) {
    const scope = name.slice(0, name.indexOf('/'));
    const known = scopes.get(scope) ?? { scope, versions: 0, size_bytes: 0 };
    // An engine may return large sums as text.
    known.versions += Number(versions);
    known.size_bytes += Number(bytes);
    scopes.set(scope, known);
  }
  const rows = [...scopes.values()];
  for (let at = 0; at < rows.length; at += BATCH) {
    await db
      .insertInto('scope_usage')
      .values(rows.slice(at, at + BATCH))
      .execute();
  }
}

interface Tables {
  primes: { id: number; name: string };
  versions: { prime_id: number; size_bytes: number };
  scope_usage: { scope: string; versions: number; size_bytes: number };
}
