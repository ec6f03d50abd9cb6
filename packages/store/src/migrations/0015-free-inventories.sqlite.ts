// Removes the foreign keys from inventories to versions, so that a version can be evicted. An early form of
// 0009-atoms created them.
import { type Kysely, type Migration, sql } from 'kysely';

/** The tables, with their columns as 0009-atoms creates them. */
const TABLES = {
  inventories: `("version_id" integer not null primary key, "format" integer not null, "atom_count" integer not null,
    "kinds" text not null, "problems" text not null, "problem_count" integer not null, "contents" blob not null)`,
  latest_contents: `("prime_id" integer not null primary key references "primes" ("id"),
    "version_id" integer not null, "contents" blob not null)`,
};

export const freeInventories: Migration = {
  async up(db) {
    for (const [table, columns] of Object.entries(TABLES)) {
      if (await refersToVersions(db, table)) await makeAgain(db, table, columns);
    }
  },
};

async function refersToVersions(db: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql<{
    table: string;
  }>`select "table" from pragma_foreign_key_list(${table})`.execute(db);
  return rows.some((row) => row.table === 'versions');
}

/** SQLite can drop a constraint only with its table (sqlite.org/lang_altertable.html, section 7). */
async function makeAgain(db: Kysely<unknown>, table: string, columns: string): Promise<void> {
  const copy = sql.id(`${table}_again`);
  await sql`create table ${copy} ${sql.raw(columns)}`.execute(db);
  await sql`insert into ${copy} select * from ${sql.id(table)}`.execute(db);
  await sql`drop table ${sql.id(table)}`.execute(db);
  await sql`alter table ${copy} rename to ${sql.id(table)}`.execute(db);
}
