// Lists for pages and feeds. Every query follows an index.
import { type Kysely, sql } from 'kysely';
import type { CatalogueStore, PublishedVersion, RegistryAmounts } from './contracts/catalogue-store.ts';
import type { SqlStoreDeps } from './engine.ts';
import { prepareForMany } from './sql/batches.ts';
import { prepareQuery } from './sql/prepared-query.ts';
import type { Schema } from './sql/schema.ts';
import { isLatestVersion } from './versions/is-latest-version.ts';

export function createCatalogueStore({ reader }: SqlStoreDeps): CatalogueStore {
  const queries = createCatalogueQueries();
  return {
    async listPublishes(selection, limit) {
      const rows =
        'scope' in selection
          ? await queries.publishesOfScope(reader, { scope: selection.scope ?? '', limit })
          : 'name' in selection
            ? await queries.publishesOfPrime(reader, { name: selection.name ?? '', limit })
            : await queries.publishes(reader, { limit });
      return rows.map(toPublished);
    },

    async listPrimesOf(scope, afterName, limit) {
      const names = namesOf(scope, afterName);
      const found: PublishedVersion[] = [];
      // In batches, because some Primes may have no version left. For one query, an engine may read and sort
      // the whole scope.
      for (let { after } = names; ; ) {
        const primes = await queries.namesOfScope(reader, { ...names, after, limit });
        const rows = await queries.latestOf(
          reader,
          primes.map(({ id }) => id),
        );
        const versions = new Map(rows.map((row) => [row.name, toPublished(row)]));
        found.push(...primes.flatMap(({ name }) => versions.get(name) ?? []));
        after = primes.at(-1)?.name ?? after;
        if (primes.length < limit || found.length >= limit) return found.slice(0, limit);
      }
    },

    async countPrimesOf(scope) {
      const [row] = await queries.primesOfScope(reader, namesOf(scope, ''));
      const count = Number(row?.count ?? 0);
      return { primes: Math.min(count, MAX_COUNTED), isMore: count > MAX_COUNTED };
    },

    async listPrimes(scope, afterName, limit) {
      const names =
        scope === undefined ? { after: afterName, before: BEHIND_ALL_NAMES } : namesOf(scope, afterName);
      const rows = await queries.primes(reader, { ...names, limit });
      return rows.map(({ name, latest, versions, origin }) => ({
        name,
        latest: latest ?? undefined,
        versions: Number(versions),
        origin: origin ?? undefined,
      }));
    },

    async listVersionSummaries(name) {
      const rows = await queries.summaries(reader, { name });
      return rows.map((row) => ({
        version: row.version,
        publishedAtMs: row.published_at_ms,
        sizeBytes: row.size_bytes,
        atoms: row.atoms,
        yanked: row.yanked_at_ms !== null,
      }));
    },

    async listRequiring(required, after, limit) {
      const rows = await queries.requiring(reader, { name: required, after, limit });
      return rows.map(({ name, range }) => ({ name, range }));
    },

    async findReadme(name, { identity }) {
      const [row] = await queries.readme(reader, { name, identity });
      return row?.readme ?? undefined;
    },

    async listPublishers(name) {
      const rows = await queries.publishers(reader, { name });
      return new Map(rows.map(({ version, publisher }) => [version, publisher]));
    },

    async findActors(name, { identity }) {
      const [row] = await queries.actors(reader, { name, identity });
      return (
        row && {
          publishedBy: { id: row.published_by, name: row.publisher ?? undefined },
          yankedBy: row.yanked_by === null ? undefined : { id: row.yanked_by, name: row.yanker ?? undefined },
        }
      );
    },

    async countAmounts() {
      const [last, inScopes, ofOthers] = await Promise.all([
        reader.selectFrom('primes').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst(),
        reader
          .selectFrom('scope_usage')
          .select(({ fn }) => [fn.countAll().as('scopes'), fn.sum('versions').as('versions')])
          .executeTakeFirstOrThrow(),
        countMirrored(reader),
      ]);
      return {
        // Kysely types a sum as number, string or bigint; the sum of no rows is null.
        primes: last?.id ?? 0,
        versions: Number(inScopes.versions ?? 0) + ofOthers.versions,
        scopes: Number(inScopes.scopes) + ofOthers.scopes,
      };
    },

    async listLargestScopes(limit) {
      // Both descending, as the index is read backwards: with a million scopes of one version each, another order would sort
      // all of them.
      const rows = await reader
        .selectFrom((eb) =>
          eb
            .selectFrom('scope_usage')
            .select(['scope', 'versions'])
            .where('versions', '>', 0)
            .orderBy('versions', 'desc')
            .orderBy('scope', 'desc')
            .limit(limit)
            .as('largest'),
        )
        .select(['scope', 'versions'])
        .orderBy('versions', 'desc')
        .orderBy('scope')
        .execute();
      return rows.map(({ scope, versions }) => ({ scope, versions: Number(versions) }));
    },
  };
}

/** Counting Primes reads an index entry for each. */
const MAX_COUNTED = 10_000;

/** What came from upstreams; a scope in which something was published here is not counted again. */
async function countMirrored(db: Kysely<Schema>): Promise<Pick<RegistryAmounts, 'versions' | 'scopes'>> {
  const { rows } = await sql<{ versions: number | null; scopes: number }>`
    select sum(versions) as versions, count(distinct case when (
        select scope from scope_usage where scope_usage.scope = mirror_usage.scope
      ) is null then scope end) as scopes
    from mirror_usage where versions > 0`.execute(db);
  return { versions: rows[0]?.versions ?? 0, scopes: rows[0]?.scopes ?? 0 };
}

/** Sorts after every name, because names begin with `@`. */
const BEHIND_ALL_NAMES = 'A';

/** The range of the names of a scope that follow `afterName`; both bounds are exclusive. */
function namesOf(scope: string, afterName: string): { after: string; before: string } {
  const first = `${scope}/`;
  return { after: afterName > first ? afterName : first, before: `${scope}0` };
}

interface NameRange {
  readonly after: string;
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

interface PublishedRow extends Omit<PublishedVersion, 'publishedAtMs' | 'deprecated'> {
  readonly published_at_ms: number;
  readonly is_deprecated: number | null;
}

function toPublished({ published_at_ms, is_deprecated, ...row }: PublishedRow): PublishedVersion {
  const published = { ...row, publishedAtMs: published_at_ms };
  return is_deprecated === 1 ? { ...published, deprecated: true } : published;
}

function createCatalogueQueries() {
  const publishes = (db: Kysely<Schema>, limit: number) =>
    db
      .selectFrom('versions')
      .innerJoin('primes', 'primes.id', 'versions.prime_id')
      .where('yanked_at_ms', 'is', null)
      .select(PUBLISHED_COLUMNS)
      // Ids ascend in the order of insertion.
      .orderBy('versions.id', 'desc')
      .limit(limit);
  const primeId = (db: Kysely<Schema>, name: string) =>
    db.selectFrom('primes').where('name', '=', name).select('id');

  return {
    publishes: prepareQuery((db, { limit }: { limit: number }) => publishes(db, limit)),
    publishesOfScope: prepareQuery((db, { scope, limit }: { scope: string; limit: number }) =>
      publishes(db, limit).where('versions.scope', '=', scope),
    ),
    publishesOfPrime: prepareQuery((db, { name, limit }: { name: string; limit: number }) =>
      publishes(db, limit).where('versions.prime_id', '=', primeId(db, name)),
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
    summaries: prepareQuery((db, { name }: { name: string }) =>
      db
        .selectFrom('versions')
        .where('prime_id', '=', primeId(db, name))
        .select(['version', 'published_at_ms', 'size_bytes', ATOM_COUNT.as('atoms'), 'yanked_at_ms'])
        .orderBy('precedence', 'desc'),
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
    readme: prepareQuery((db, { name, identity }: { name: string; identity: string }) =>
      db
        .selectFrom('versions')
        .where('prime_id', '=', primeId(db, name))
        .where('identity', '=', identity)
        .select('readme'),
    ),
    publishers: prepareQuery((db, { name }: { name: string }) =>
      db
        .selectFrom('versions')
        .innerJoin('tokens', 'tokens.id', 'versions.published_by')
        .where('prime_id', '=', primeId(db, name))
        .select(['version', 'tokens.name as publisher']),
    ),
    actors: prepareQuery((db, { name, identity }: { name: string; identity: string }) =>
      db
        .selectFrom('versions')
        .leftJoin('tokens as publishers', 'publishers.id', 'versions.published_by')
        .leftJoin('tokens as yankers', 'yankers.id', 'versions.yanked_by')
        .where('prime_id', '=', primeId(db, name))
        .where('identity', '=', identity)
        .select(['published_by', 'publishers.name as publisher', 'yanked_by', 'yankers.name as yanker']),
    ),
  };
}
