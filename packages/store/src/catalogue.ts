// Lists for pages and feeds.
import { createCatalogueQueries, MAX_COUNTED } from './catalogue-queries.ts';
import type { CatalogueStore, PublishedVersion } from './contracts/catalogue-store.ts';
import { countAmounts } from './count-amounts.ts';
import type { SqlStoreDeps } from './engine.ts';

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

/** Sorts after every name, because names begin with `@`. */
const BEHIND_ALL_NAMES = 'A';

/** The range of the names of a scope that follow `afterName`; both bounds are exclusive. */
function namesOf(scope: string, afterName: string): { after: string; before: string } {
  const first = `${scope}/`;
  return { after: afterName > first ? afterName : first, before: `${scope}0` };
}

interface PublishedRow extends Omit<PublishedVersion, 'publishedAtMs' | 'deprecated'> {
  readonly published_at_ms: number;
  readonly is_deprecated: number | null;
}

function toPublished({ published_at_ms, is_deprecated, ...row }: PublishedRow): PublishedVersion {
  const published = { ...row, publishedAtMs: published_at_ms };
  return is_deprecated === 1 ? { ...published, deprecated: true } : published;
}
