// Primes in an order: all of them, by an index, or some that were found. The same for every engine.
import type { PrimeOrder } from '@prime-registry/protocol';
import { type RawBuilder, sql } from 'kysely';
import type { ListedPrime } from '../contracts/search/rich-search-store.ts';
import type { Database } from '../sql/schema.ts';
import type { IdLists } from './id-lists.ts';

/** A part of a list. */
interface ListPart {
  readonly limit: number;
  readonly offset: number;
}

/** Reads of Primes that have a latest version, in an order. */
export interface OrderReads {
  /** Some Primes in an order. */
  sortIds(db: Database, ids: readonly number[], order: PrimeOrder, part: ListPart): Promise<number[]>;
  /** All Primes in an order; reads the rows of the part, and those before it. @param from - see BrowsePage */
  listIds(db: Database, order: PrimeOrder, from: string, part: ListPart): Promise<number[]>;
  /** The number of Primes, counted up to `most`. */
  countPrimes(db: Database, most: number): Promise<number>;
  /** What lists show of Primes, in the order of their ids. */
  readListed(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, ListedPrime>>;
}

// A scalar subquery: a planner may turn `exists` into a join and lose the order of an index.
const hasLatest = (id: string): RawBuilder<boolean> => sql<boolean>`(
  select latest_contents.prime_id from latest_contents where latest_contents.prime_id = ${sql.ref(id)}
) is not null`;

export function createOrderReads(lists: IdLists): OrderReads {
  const isAmong = (ids: readonly number[]): RawBuilder<unknown> => lists.isAmong(lists.bind(ids));

  async function readIds(db: Database, query: RawBuilder<{ id: number }>): Promise<number[]> {
    const { rows } = await query.execute(db);
    return rows.map(({ id }) => id);
  }

  /** Those that were ever downloaded, and then the others, newest first. */
  async function listByDownloads(db: Database, { limit, offset }: ListPart): Promise<number[]> {
    const most = await readIds(
      db,
      sql`select prime_id as id from download_totals where ${hasLatest('download_totals.prime_id')}
        order by downloads desc, prime_id desc limit ${limit} offset ${offset}`,
    );
    if (most.length === limit) return most;
    // All that were downloaded have been read, so there are at most as many as this list can reach.
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from download_totals where ${hasLatest('download_totals.prime_id')}`.execute(
      db,
    );
    const others = await readIds(
      db,
      sql`select prime_id as id from latest_contents where (
          select downloads from download_totals where download_totals.prime_id = latest_contents.prime_id
        ) is null
        order by version_id desc
        limit ${limit - most.length} offset ${Math.max(0, offset - (rows[0]?.total ?? 0))}`,
    );
    return [...most, ...others];
  }

  return {
    sortIds(db, ids, order, { limit, offset }) {
      const of = {
        name: sql<{ id: number }>`select id from primes where id ${isAmong(ids)} order by name`,
        newest: sql<{ id: number }>`
          select prime_id as id from latest_contents where prime_id ${isAmong(ids)} order by version_id desc`,
        downloads: sql<{ id: number }>`
          select id from primes left join download_totals on prime_id = id where id ${isAmong(ids)}
          order by coalesce(downloads, 0) desc, id desc`,
      };
      return readIds(db, sql`${of[order]} limit ${limit} offset ${offset}`);
    },

    listIds(db, order, from, { limit, offset }) {
      if (order === 'downloads') return listByDownloads(db, { limit, offset });
      const all =
        order === 'name'
          ? sql<{
              id: number;
            }>`select id from primes where name >= ${from} and ${hasLatest('primes.id')} order by name`
          : sql<{ id: number }>`select prime_id as id from latest_contents order by version_id desc`;
      return readIds(db, sql`${all} limit ${limit} offset ${offset}`);
    },

    async countPrimes(db, most) {
      const { rows } = await sql<{ total: number }>`
        select count(*) as total from (select 1 as one from latest_contents limit ${most}) as counted`.execute(
        db,
      );
      return rows[0]?.total ?? 0;
    },

    async readListed(db, ids) {
      const { rows } = await sql<ListedRow>`
        select primes.id, primes.name, versions.version, versions.description, versions.license, versions.tags,
          versions.origin, versions.published_at_ms as "publishedAtMs",
          coalesce(
            (select atom_count from inventories where inventories.version_id = versions.id), versions.atoms
          ) as atoms,
          coalesce(
            (select downloads from download_totals where download_totals.prime_id = primes.id), 0
          ) as downloads,
          (select is_deprecated from search_entries where search_entries.prime_id = primes.id
            and search_entries.version = versions.version) as "isDeprecated"
        from latest_contents
        join versions on versions.id = latest_contents.version_id
        join primes on primes.id = latest_contents.prime_id
        where latest_contents.prime_id ${isAmong(ids)}`.execute(db);
      const byId = new Map(rows.map((row) => [row.id, toListed(row)]));
      return new Map(ids.flatMap((id) => (byId.has(id) ? [[id, byId.get(id) as ListedPrime]] : [])));
    },
  };
}

interface ListedRow extends Omit<ListedPrime, 'tags' | 'origin' | 'deprecated'> {
  readonly id: number;
  /** JSON. */
  readonly tags: string;
  readonly origin: string | null;
  readonly isDeprecated: number | null;
}

function toListed({ id: _, tags, origin, isDeprecated, ...row }: ListedRow): ListedPrime {
  return {
    ...row,
    tags: JSON.parse(tags) as string[],
    ...(origin !== null && { origin }),
    ...(isDeprecated === 1 && { deprecated: true as const }),
  };
}
