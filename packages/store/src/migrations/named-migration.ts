// A migration as the lists of the engines name it.
import type { Migration } from 'kysely';

/** A migration of the history. */
export interface NamedMigration {
  /** Its row in `kysely_migration`; never changed. A new one sorts behind all others of its engine. */
  readonly name: string;
  /** The first version of the program that has it. */
  readonly since: string;
  /** Whether the search index has to be rebuilt after it. The migration itself fills no index. */
  readonly makesSearchStale?: boolean;
  readonly migration: Migration;
}
