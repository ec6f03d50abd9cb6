// Lists for pages and feeds.
import { setImmediate } from 'node:timers/promises';
import { MAX_COUNTED, queries } from './catalogue-queries.ts';
import type { CatalogueStore, PublishedVersion, VersionSummary } from './contracts/catalogue-store.ts';
import { countAmounts } from './count-amounts.ts';
import type { SqlStoreDeps } from './engine.ts';

export function createCatalogueStore({ reader }: SqlStoreDeps): CatalogueStore {
  /** Descending. Others have their turn in between: a Prime may have ten thousand. */
  async function readSummaries(name: string, prerelease: 0 | 1): Promise<SummaryRow[]> {
    const found: SummaryRow[] = [];
    for (let before = BEHIND_ALL_PRECEDENCES; ; ) {
      const rows = await queries.summaries(reader, {
        name,
        prerelease,
        before,
        limit: SUMMARIES_AT_ONCE,
      });
      found.push(...rows);
      const last = rows[SUMMARIES_AT_ONCE - 1];
      if (last === undefined) return found;
      before = last.precedence;
      await setImmediate();
    }
  }

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
      const [releases, prereleases] = await Promise.all([readSummaries(name, 0), readSummaries(name, 1)]);
      if (prereleases.length === 0) return releases.map(toSummary);
      const rows = [...releases, ...prereleases];
      // Precedences are of ASCII, and no two are equal.
      rows.sort((a, b) => (a.precedence < b.precedence ? 1 : -1));
      return rows.map(toSummary);
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

    countAmounts: () => countAmounts(reader),

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

/** In a page of the list: reading them takes some milliseconds, and each page adds a little. */
const SUMMARIES_AT_ONCE = 1000;
/** Sorts after every precedence: those are visible ASCII. */
const BEHIND_ALL_PRECEDENCES = '\x7f';
/** Sorts after every name, because names begin with `@`. */
const BEHIND_ALL_NAMES = 'A';

/** The range of the names of a scope that follow `afterName`; both bounds are exclusive. */
function namesOf(scope: string, afterName: string): { after: string; before: string } {
  const first = `${scope}/`;
  return { after: afterName > first ? afterName : first, before: `${scope}0` };
}

interface SummaryRow {
  readonly version: string;
  readonly precedence: string;
  readonly published_at_ms: number;
  readonly size_bytes: number;
  readonly yanked_at_ms: number | null;
  readonly atoms: number;
}

function toSummary({ version, ...row }: SummaryRow): VersionSummary {
  return {
    version,
    publishedAtMs: row.published_at_ms,
    sizeBytes: row.size_bytes,
    atoms: row.atoms,
    yanked: row.yanked_at_ms !== null,
  };
}

interface PublishedRow extends Omit<PublishedVersion, 'publishedAtMs' | 'deprecated'> {
  readonly published_at_ms: number;
  readonly is_deprecated: number | null;
}

function toPublished({ published_at_ms, is_deprecated, ...row }: PublishedRow): PublishedVersion {
  const published = { ...row, publishedAtMs: published_at_ms };
  return is_deprecated === 1 ? { ...published, deprecated: true } : published;
}
