// Brings a database to the tables that this program works with; the same list for every engine, with the search index
// of the engine behind it.
import { type Kysely, type Migration, Migrator } from 'kysely';
import type { ColumnTypes } from '../sql/column-types.ts';
import { registry } from './0001-registry.ts';
import { audit } from './0004-audit.ts';
import { usage } from './0005-usage.ts';
import { webReads } from './0008-web-reads.ts';
import { atoms } from './0009-atoms.ts';
import { mirror } from './0011-mirror.ts';
import { eviction } from './0012-eviction.ts';

/** What a migration run did. */
export interface MigrationReport {
  /** Names of the migrations that were carried out, in order; empty when nothing was to be done. */
  readonly applied: readonly string[];
  /** Whether there was no database before. */
  readonly isNew: boolean;
}

/** Carries out what is missing, each migration whole or not at all. */
export async function migrate(
  db: Kysely<never>,
  types: ColumnTypes,
  engineMigrations: Record<string, Migration>,
): Promise<MigrationReport> {
  const migrations = {
    '0001-registry': registry(types),
    '0004-audit': audit(types),
    '0005-usage': usage(types),
    '0008-web-reads': webReads(types),
    '0009-atoms': atoms(types),
    '0011-mirror': mirror(types),
    '0012-eviction': eviction(types),
    ...engineMigrations,
  };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw explain(error);
  const applied = (results ?? []).map(({ migrationName }) => migrationName);
  return { applied, isNew: applied.includes('0001-registry') };
}

/** Tells the one failure that an operator can cause from the others. */
function explain(error: unknown): unknown {
  const unknown = /previously executed migration (\S+) is missing/.exec(
    error instanceof Error ? error.message : '',
  )?.[1];
  if (unknown === undefined) return error;
  return new Error(`the database was made by a newer prime-registry (it has ${unknown}); run that version`, {
    cause: error,
  });
}
