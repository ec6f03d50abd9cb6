// Finds the latest version of a Prime with everything that is derived from it, in one query: in some engines,
// each query is a round trip.
import { sql } from 'kysely';
import { prepareQuery } from '../sql/prepared-query.ts';

/** A latest version, with the columns that indexes are derived from. */
export interface LatestVersion {
  readonly id: number;
  /** Name of its Prime. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** JSON. */
  readonly namespaces: string;
  readonly tags: string;
  readonly license: string;
  readonly readme: string | null;
  /** JSON: the number of atoms of each kind; null if they were not read. */
  readonly kinds: string | null;
  /** The packed list of its atoms; null if they were not read. */
  readonly contents: Uint8Array | null;
  /** JSON; null if it requires no Primes. */
  readonly requires: string | null;
  /** Not null if its Prime has rows in latest_requires. */
  readonly knownRequires: string | null;
  /** The row of its Prime in latest_contents. */
  readonly knownId: number | null;
  readonly knownContents: Uint8Array | null;
  /** `basis` of its Prime in search_contents; null if there is no row. */
  readonly basis: string | null;
  /** Base URL of the upstream it came from; null if it was published here. */
  readonly origin: string | null;
  /** The name of its Prime, if that may have deprecations, here or at its upstream; otherwise null. */
  readonly deprecatedName: string | null;
}

/** A Prime and its latest version; undefined when every version of it is yanked. */
export interface PrimeWithLatest {
  readonly primeId: number;
  readonly latest: LatestVersion | undefined;
}

/** Finds `latest`, as selectLatest of packages/protocol defines it, with an index lookup. */
export const findLatest = prepareQuery((db, { primeId }: { primeId: number }) => {
  const highest = (isPrerelease: 0 | 1) =>
    db
      .selectFrom('versions')
      .where('prime_id', '=', primeId)
      .where('is_prerelease', '=', isPrerelease)
      .where('yanked_at_ms', 'is', null)
      .select('id')
      .orderBy('precedence', 'desc')
      .limit(1);
  return db
    .selectFrom('versions')
    .innerJoin('primes', 'primes.id', 'versions.prime_id')
    .leftJoin('inventories', 'inventories.version_id', 'versions.id')
    .leftJoin('latest_contents', 'latest_contents.prime_id', 'versions.prime_id')
    .where('versions.id', '=', ({ fn }) => fn.coalesce(highest(0), highest(1)))
    .select([
      'versions.id',
      'primes.name',
      'versions.version',
      'description',
      'license',
      'namespaces',
      'tags',
      'readme',
      'versions.requires',
      sql<
        string | null
      >`(select required from latest_requires where prime_id = versions.prime_id limit 1)`.as(
        'knownRequires',
      ),
      'kinds',
      'inventories.contents',
      'latest_contents.version_id as knownId',
      'latest_contents.contents as knownContents',
      sql<string | null>`(select basis from search_contents where prime_id = versions.prime_id)`.as('basis'),
      'versions.origin',
      sql<string | null>`coalesce(
          (select name from deprecations where name = primes.name limit 1),
          (select name from mirrored_lists
           where name = primes.name and origin = versions.origin and lifecycle <> '')
        )`.as('deprecatedName'),
    ]);
});
