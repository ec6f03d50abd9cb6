// Runs migrations: brings the tables of a database to the state that this program needs.
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { NamedMigration } from '../migrations/named-migration.ts';
import type { Database } from '../sql/schema.ts';
import { NO_FORM } from './index-forms.ts';
import { setSearchState, settleEmptyIndexes } from './index-states.ts';
import { describeNewerDatabase } from './newer-database.ts';

/** The result of a migration run. */
export interface MigrationReport {
  /** Names of the migrations that ran, in order; empty if the database was up to date. */
  readonly applied: readonly string[];
  /** Whether the database was empty before. */
  readonly isNew: boolean;
}

/** The result if nothing had to run. */
export const UP_TO_DATE: MigrationReport = { applied: [], isNew: false };

/** Called before each migration with its name. */
export type OnMigration = (name: string) => void;

/**
 * Runs the pending migrations in one transaction: a killed process leaves the database unchanged.
 * @throws Error if a newer program made the database; its message names the required version of the program
 */
export async function migrate(
  db: Database,
  migrations: readonly NamedMigration[],
  onMigration: OnMigration = () => undefined,
): Promise<MigrationReport> {
  // The migrator takes the write lock, for which a command next to a busy server might wait in vain.
  if (await isUpToDate(db, migrations)) return UP_TO_DATE;
  const { error, results } = await createMigrator(db, migrations, onMigration).migrateToLatest();
  if (error !== undefined) throw await explain(db, error);
  const applied = (results ?? []).map(({ migrationName }) => migrationName);
  if (applied.length > 0) await settleEmptyIndexes(db);
  return { applied, isNew: applied.includes('0001-registry') };
}

/** Whether exactly these migrations have run. */
export async function isUpToDate(db: Database, migrations: readonly NamedMigration[]): Promise<boolean> {
  const executed = new Set(await listExecuted(db));
  return executed.size === migrations.length && migrations.every(({ name }) => executed.has(name));
}

/**
 * Names of the migrations that have run. The migrator would first read a description of all tables, which on PostgreSQL
 * takes longer than everything else at the start; so that is only read if the statement fails.
 */
export async function listExecuted(db: Database): Promise<string[]> {
  const names = await selectExecuted(db).catch(() => undefined);
  if (names !== undefined) return names;
  // A new database does not have the table.
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.some(({ name }) => name === 'kysely_migration') ? selectExecuted(db) : [];
}

async function selectExecuted(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

function createMigrator(
  db: Database,
  migrations: readonly NamedMigration[],
  onMigration: OnMigration = () => undefined,
): Migrator {
  const named = migrations.map((each): [string, Migration] => [
    each.name,
    {
      async up(transaction) {
        onMigration(each.name);
        await each.migration.up(transaction);
        // This migration creates both tables of notes. Every program that has it also has the earlier ones.
        if (each.name >= '0014-index-states') await note(transaction, each);
      },
    },
  ]);
  return new Migrator({
    db: db as Kysely<unknown>,
    provider: { getMigrations: async () => Object.fromEntries(named) },
  });
}

/**
 * Records which program a migration needs, for older programs, and whether the search index must be rebuilt.
 */
async function note(db: Database, { name, since, makesSearchStale = false }: NamedMigration): Promise<void> {
  await db.insertInto('migration_programs').values({ migration: name, program: since }).execute();
  if (makesSearchStale) await setSearchState(db, { form: NO_FORM, rebuilding_form: null, rebuilt_to: null });
}

/** Explains the one failure that an operator can cause: a database of a newer program. */
async function explain(db: Database, error: unknown): Promise<unknown> {
  const message = error instanceof Error ? error.message : '';
  const unknown = /previously executed migration (\S+) is missing/.exec(message)?.[1];
  return unknown === undefined ? error : madeByNewer(db, unknown, error);
}

export async function madeByNewer(db: Database, migration: string, cause?: unknown): Promise<Error> {
  // The last migration needs the newest program. No release made a database without this table.
  const { rows } = await sql<{ program: string }>`
    select program from migration_programs order by migration desc limit 1`
    .execute(db)
    .catch(() => ({ rows: [] }));
  return new Error(describeNewerDatabase(migration, rows[0]?.program), { cause });
}
