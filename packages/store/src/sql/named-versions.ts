// A Prime and its versions, by name, as parts of queries. They are subqueries, not joins: a planner without statistics might
// begin with the versions.
import type { Database } from './schema.ts';

/** Also a transaction. */
type Db = Pick<Database, 'selectFrom'>;

/** Names one version. */
export interface VersionKey {
  readonly name: string;
  /** The version without build metadata. */
  readonly identity: string;
}

/** The id of a Prime. */
export function primeIdOf(db: Db, name: string) {
  return db.selectFrom('primes').where('name', '=', name).select('id');
}

/** The versions of a Prime. */
export function versionsOf(db: Db, name: string) {
  return db.selectFrom('versions').where('prime_id', '=', primeIdOf(db, name));
}

/** One version. */
export function versionOf(db: Db, { name, identity }: VersionKey) {
  return versionsOf(db, name).where('identity', '=', identity);
}

/** The id of one version. */
export function versionIdOf(db: Db, version: VersionKey) {
  return versionOf(db, version).select('versions.id');
}

/** The tombstone of one version. */
export function tombstoneOf(db: Db, { name, identity }: VersionKey) {
  return db.selectFrom('removed_versions').where('name', '=', name).where('identity', '=', identity);
}
