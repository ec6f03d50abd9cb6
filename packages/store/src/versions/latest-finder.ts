// Which version of a Prime is the latest, and what is kept apart of it: all in one query, as each is a round trip for some engines.
import { sql } from 'kysely';
import { prepareQuery } from '../sql/prepared-query.ts';

/** A latest version, as far as it is kept apart. */
export interface LatestVersion {
  readonly id: number;
  /** Of its Prime. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** JSON. */
  readonly namespaces: string;
  readonly tags: string;
  readonly license: string;
  readonly readme: string | null;
  /** JSON: how many atoms of each kind; null where they were not read. */
  readonly kinds: string | null;
  /** The packed list of its atoms; null where they were not read. */
  readonly contents: Uint8Array | null;
  /** What is in latest_contents of its Prime. */
  readonly knownId: number | null;
  readonly knownContents: Uint8Array | null;
  /** Of what is searched inside its Prime; null where nothing is. */
  readonly basis: string | null;
}

/** A Prime and its latest version; undefined when every version of it is yanked. */
export interface PrimeWithLatest {
  readonly primeId: number;
  readonly latest: LatestVersion | undefined;
}

/** `latest`, as protocol's selectLatest has it, asked of the index: however many versions there are, one is read. */
export function createLatestFinder() {
  return prepareQuery((db, { primeId }: { primeId: number }) => {
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
        'kinds',
        'inventories.contents',
        'latest_contents.version_id as knownId',
        'latest_contents.contents as knownContents',
        sql<string | null>`(select basis from search_contents where prime_id = versions.prime_id)`.as(
          'basis',
        ),
      ]);
  });
}
