// The queries of the lists for pages and feeds. Every one follows an index.
import { sql } from 'kysely';
import { prepareForMany } from './sql/batches.ts';
import { primeIdOf, type VersionKey } from './sql/named-versions.ts';
import { prepareQuery } from './sql/prepared-query.ts';
import type { Database } from './sql/schema.ts';
import { isLatestVersion } from './versions/is-latest-version.ts';

/** Counting Primes reads an index entry for each, and one of their versions. */
export const MAX_COUNTED = 1000;

interface NameRange {
  readonly after: string;
  readonly before: string;
  readonly limit: number;
}

/** Some versions, in the order of the index of versions. */
interface SummariesQuery {
  readonly name: string;
  readonly prerelease: 0 | 1;
  /** Only those of a lower precedence. */
  readonly before: string;
  readonly limit: number;
}

interface RequiringQuery {
  readonly name: string;
  readonly after: string;
  readonly limit: number;
}

/** 1 for a deprecated version that is the latest of its Prime; the search index knows. */
const IS_DEPRECATED = sql<number | null>`(select is_deprecated from search_entries
  where search_entries.prime_id = versions.prime_id and search_entries.version = versions.version)`;

/** How many atoms were read; of a version whose atoms were not read, how many its manifest or its files tell. */
const ATOM_COUNT = sql<number>`coalesce((select atom_count from inventories
  where inventories.version_id = versions.id), versions.atoms)`;

const PUBLISHED_COLUMNS = [
  'primes.name',
  'versions.version',
  'versions.description',
  'versions.license',
  ATOM_COUNT.as('atoms'),
  'versions.published_at_ms',
  IS_DEPRECATED.as('is_deprecated'),
] as const;

const publishes = (db: Database, limit: number) =>
  db
    .selectFrom('versions')
    .innerJoin('primes', 'primes.id', 'versions.prime_id')
    .where('yanked_at_ms', 'is', null)
    .select(PUBLISHED_COLUMNS)
    // Ids ascend in the order of insertion.
    .orderBy('versions.id', 'desc')
    .limit(limit);

export const queries = {
  publishes: prepareQuery((db, { limit }: { limit: number }) => publishes(db, limit)),
  publishesOfScope: prepareQuery((db, { scope, limit }: { scope: string; limit: number }) =>
    publishes(db, limit).where('versions.scope', '=', scope),
  ),
  publishesOfPrime: prepareQuery((db, { name, limit }: { name: string; limit: number }) =>
    publishes(db, limit).where('versions.prime_id', '=', primeIdOf(db, name)),
  ),
  primes: prepareQuery((db, { after, before, limit }: NameRange) =>
    db
      .selectFrom('primes')
      .where('primes.name', '>', after)
      .where('primes.name', '<', before)
      .select((eb) => [
        'primes.name',
        eb
          .selectFrom('versions')
          .whereRef('prime_id', '=', 'primes.id')
          .select(({ fn }) => fn.countAll().as('count'))
          .as('versions'),
        eb.selectFrom('versions').where(isLatestVersion).select('version').as('latest'),
        eb
          .selectFrom('versions')
          .whereRef('prime_id', '=', 'primes.id')
          .select('origin')
          .limit(1)
          .as('origin'),
      ])
      // A scalar subquery: a planner may turn `exists` into a join and lose the order of names.
      .where(
        (eb) =>
          eb.selectFrom('versions').whereRef('prime_id', '=', 'primes.id').select('versions.id').limit(1),
        'is not',
        null,
      )
      .orderBy('primes.name')
      .limit(limit),
  ),
  primesOfScope: prepareQuery((db, { after, before }: Pick<NameRange, 'after' | 'before'>) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('primes')
          .where('name', '>', after)
          .where('name', '<', before)
          .where(
            (inner) =>
              inner
                .selectFrom('versions')
                .whereRef('prime_id', '=', 'primes.id')
                .select('versions.id')
                .limit(1),
            'is not',
            null,
          )
          .select('id')
          .limit(MAX_COUNTED + 1)
          .as('counted'),
      )
      .select(({ fn }) => fn.countAll().as('count')),
  ),
  namesOfScope: prepareQuery((db, { after, before, limit }: NameRange) =>
    db
      .selectFrom('primes')
      .where('name', '>', after)
      .where('name', '<', before)
      .select(['id', 'name'])
      .orderBy('name')
      .limit(limit),
  ),
  latestOf: prepareForMany((db, ids: readonly number[]) =>
    db
      .selectFrom('primes')
      .innerJoin('versions', 'versions.prime_id', 'primes.id')
      .where('primes.id', 'in', ids)
      .where(isLatestVersion)
      .select(PUBLISHED_COLUMNS),
  ),
  summaries: prepareQuery((db, { name, prerelease, before, limit }: SummariesQuery) =>
    db
      .selectFrom('versions')
      .where('prime_id', '=', primeIdOf(db, name))
      .where('is_prerelease', '=', prerelease)
      .where('precedence', '<', before)
      .select([
        ...(['version', 'precedence', 'published_at_ms', 'size_bytes', 'yanked_at_ms'] as const),
        ATOM_COUNT.as('atoms'),
      ])
      .orderBy('precedence', 'desc')
      .limit(limit),
  ),
  requiring: prepareQuery((db, { name, after, limit }: RequiringQuery) =>
    db
      .selectFrom('latest_requires')
      .where('required', '=', name)
      .where('name', '>', after)
      .select(['name', 'range'])
      .orderBy('name')
      .limit(limit),
  ),
  readme: prepareQuery((db, { name, identity }: VersionKey) =>
    db
      .selectFrom('versions')
      .where('prime_id', '=', primeIdOf(db, name))
      .where('identity', '=', identity)
      .select('readme'),
  ),
  publishers: prepareQuery((db, { name }: { name: string }) =>
    db
      .selectFrom('versions')
      .innerJoin('tokens', 'tokens.id', 'versions.published_by')
      .where('prime_id', '=', primeIdOf(db, name))
      .select(['version', 'tokens.name as publisher']),
  ),
  actors: prepareQuery((db, { name, identity }: VersionKey) =>
    db
      .selectFrom('versions')
      .leftJoin('tokens as publishers', 'publishers.id', 'versions.published_by')
      .leftJoin('tokens as yankers', 'yankers.id', 'versions.yanked_by')
      .where('prime_id', '=', primeIdOf(db, name))
      .where('identity', '=', identity)
      .select(['published_by', 'publishers.name as publisher', 'yanked_by', 'yankers.name as yanker']),
  ),
};
