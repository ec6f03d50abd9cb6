// Lists for people who browse: all Primes in an order, the most downloaded ones, and scopes. Every query follows an
// index, and reads a number of rows that does not grow with the registry.
import { sql } from 'kysely';
import type { BrowseStore, ListedScope, ScopePage } from './contracts/search/browse-store.ts';
import type { SqlStoreDeps } from './engine.ts';
import type { Database } from './sql/schema.ts';
import type { WhenWhole } from './upgrade/index-states.ts';

/** Primes of a scope that a list counts. */
const MAX_COUNTED_PRIMES = 1000;

export function createBrowseStore({ reader, searchIndex }: SqlStoreDeps, whenWhole: WhenWhole): BrowseStore {
  return {
    browse(page) {
      const read = () => searchIndex.browse(reader, page);
      return Object.values(page.filters).some((values) => values.length > 0) ? whenWhole(read) : read();
    },

    async listMostDownloaded(limit) {
      const ids = await searchIndex.listIds(reader, 'downloads', '', { limit, offset: 0 });
      const listed = await searchIndex.readListed(reader, ids);
      return [...listed.values()].filter(({ downloads }) => downloads > 0);
    },

    async listScopes(page) {
      const scopes = await (page.order === 'name' ? listByName(reader, page) : listByVersions(reader, page));
      return Promise.all(scopes.map((scope) => describeScope(reader, scope)));
    },
  };
}

/** A scope has a row for each of its origins. */
async function listByName(db: Database, { from, limit, offset }: ScopePage): Promise<string[]> {
  const most = offset + limit;
  const { rows } = await sql<{ scope: string }>`
    select scope from (
      select scope from (
        select scope from scope_usage where scope >= ${from} and versions > 0 order by scope limit ${most}
      ) as own
      union
      select scope from (
        select distinct scope from mirror_usage where scope >= ${from} and versions > 0 order by scope limit ${most}
      ) as mirrored
    ) as scopes order by scope limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ scope }) => scope);
}

async function listByVersions(db: Database, { limit, offset }: ScopePage): Promise<string[]> {
  // The first of both lists are enough. A scope of several origins has the place of the one with the most versions.
  const most = offset + limit;
  const { rows } = await sql<{ scope: string }>`
    select scope from (
      select scope, versions from (
        select scope, versions from scope_usage where versions > 0 order by versions desc, scope desc limit ${most}
      ) as own
      union all
      select scope, versions from (
        select scope, versions from mirror_usage where versions > 0 order by versions desc, scope desc limit ${most}
      ) as mirrored
    ) as scopes group by scope order by max(versions) desc, scope limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows.map(({ scope }) => scope);
}

async function describeScope(db: Database, scope: string): Promise<ListedScope> {
  const { rows } = await sql<{ versions: number; primes: number; publishedAtMs: number | null }>`
    select
      coalesce((select versions from scope_usage where scope = ${scope}), 0)
        + coalesce((select sum(versions) from mirror_usage where scope = ${scope}), 0) as versions,
      (select count(*) from (
        select 1 as one from primes where name > ${`${scope}/`} and name < ${`${scope}0`}
        limit ${MAX_COUNTED_PRIMES + 1}
      ) as counted) as primes,
      (select published_at_ms from versions where scope = ${scope} order by id desc limit 1) as "publishedAtMs"
  `.execute(db);
  const { versions = 0, primes = 0, publishedAtMs = null } = rows[0] ?? {};
  return {
    ...{ scope, versions },
    primes: Math.min(primes, MAX_COUNTED_PRIMES),
    hasMorePrimes: primes > MAX_COUNTED_PRIMES,
    publishedAtMs: publishedAtMs ?? undefined,
  };
}
