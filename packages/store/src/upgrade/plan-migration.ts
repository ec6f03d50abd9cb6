// Finds out what a migration run would do.
import type { NamedMigration } from '../migrations/named-migration.ts';
import type { Database } from '../sql/schema.ts';
import { isSearchWhole } from './index-states.ts';
import { listExecuted, madeByNewer } from './migrate.ts';

/** The plan of {@link migrate}. */
export interface MigrationPlan {
  /** Names of the pending migrations, in order. */
  readonly pending: readonly string[];
  /** Whether the database is empty. */
  readonly isNew: boolean;
  /** Number of Primes that the next server would index again. */
  readonly primesToIndex: number;
}

/**
 * Finds out what {@link migrate} would do; writes nothing.
 * @throws Error like migrate
 */
export async function planMigration(
  db: Database,
  migrations: readonly NamedMigration[],
): Promise<MigrationPlan> {
  const executed = await listExecuted(db);
  const pending = migrations.map(({ name }) => name).filter((name) => !executed.includes(name));
  const isNew = pending.length === migrations.length;
  if (isNew) return { pending, isNew, primesToIndex: 0 };
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = executed.findLast((name) => !names.has(name));
  if (unknown !== undefined) throw await madeByNewer(db, unknown);
  const makesSearchStale = migrations.some((each) => each.makesSearchStale && pending.includes(each.name));
  const isStale = makesSearchStale || !(await isSearchWhole(db));
  const { primes } = await db
    .selectFrom('primes')
    .select(({ fn }) => fn.countAll<number>().as('primes'))
    .executeTakeFirstOrThrow();
  return { pending, isNew, primesToIndex: isStale ? primes : 0 };
}
