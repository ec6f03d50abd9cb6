// A migration in the list of an engine.
import type { Migration } from 'kysely';

/** A migration with its name and properties. */
export interface NamedMigration {
  /** Its row in `kysely_migration`; never change it. A new name sorts after all others of its engine. */
  readonly name: string;
  /** The first version of the program that has it. */
  readonly since: string;
  /** Whether the search index must be rebuilt afterwards. The migration itself fills no index. */
  readonly makesSearchStale?: boolean;
  readonly migration: Migration;
}
