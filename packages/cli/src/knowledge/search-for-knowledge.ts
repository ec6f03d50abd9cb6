// A search over the registries of a user, with what lists of atoms say about the atoms that were found.
import { isNotFound, type RegistryClient } from '@prime-registry/client';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { KnowledgeHit, KnowledgeHits, KnowledgeQuery, KnownAtom } from '@prime-registry/knowledge';
import type { RichSearchResults } from '@prime-registry/protocol';
import type { SearchedRegistries } from '../find/search-outcome.ts';
import { searchRegistries } from '../find/search-registries.ts';
import { ignoreAbsent } from '../registries/ignore-absent.ts';
import type { Registries } from '../registries/open-registries.ts';

const REQUEST_LIMIT = 8;
/** The largest page of a list of atoms. */
const PAGE = 1000;

type RichHit = RichSearchResults['results'][number];

/** Searches registries; one that does not answer is named among the incomplete ones, unless it is the only one. */
export async function searchForKnowledge(
  { ordered, pins }: Pick<Registries, 'ordered' | 'pins'>,
  { text, scope, kind, limit, offset }: KnowledgeQuery,
  signal: AbortSignal,
): Promise<KnowledgeHits> {
  const filters = {
    ...(scope !== undefined && { scope: [scope] }),
    ...(kind !== undefined && { kind: [kind] }),
  };
  const rich = new Map<string, RichHit>();
  const corrected = new Map<string, string>();
  const clients = new Map([...ordered, ...pins.values()].map((client) => [client.baseUrl, client]));
  const inside = (registry: RegistryClient): SearchedRegistries['ordered'][number] => ({
    baseUrl: registry.baseUrl,
    async search(words, options) {
      try {
        const answer = await registry.searchInside(words, { ...options, filters });
        for (const hit of answer.results) rich.set(`${registry.baseUrl} ${hit.name}`, hit);
        for (const { from, to } of answer.corrected) corrected.set(from, to);
        return answer;
      } catch (error) {
        // The plain search knows neither atoms nor kinds.
        if (!isNotFound(error) || kind !== undefined) throw error;
        const answer = await registry.search(words, options);
        if (scope === undefined) return answer;
        return { results: answer.results.filter(({ name }) => name.startsWith(`${scope}/`)) };
      }
    },
  });
  const outcome = await searchRegistries(
    {
      ordered: ordered.map(inside),
      pins: new Map([...pins].map(([pinned, registry]) => [pinned, inside(registry)])),
    },
    { text, limit, offset },
    signal,
  );
  const hits = await mapConcurrently(outcome.results, { limit: REQUEST_LIMIT, signal }, async (hit, end) => {
    const { name, version, description, deprecated = false, registry } = hit;
    const { atoms = [], atom_total: atomTotal = 0 } = rich.get(`${registry} ${name}`) ?? {};
    const client = clients.get(registry);
    const known = client === undefined ? [] : await describeAtoms(client, { name, version, atoms }, end);
    return { name, version, description, deprecated, from: registry, atoms: known, atomTotal };
  });
  return {
    hits: hits.slice(0, limit) satisfies KnowledgeHit[],
    total: outcome.total ?? hits.length,
    corrected: Array.from(corrected, ([from, to]) => ({ from, to })),
    incomplete: [...outcome.failures.map(({ registry }) => registry), ...(outcome.incomplete ?? [])],
  };
}

/** Token counts, labels and tags of atoms that a search has found. */
async function describeAtoms(
  registry: RegistryClient,
  { name, version, atoms }: Pick<RichHit, 'name' | 'version' | 'atoms'>,
  signal: AbortSignal,
): Promise<KnownAtom[]> {
  if (atoms.length === 0) return [];
  // The version may have been removed since.
  const page = await registry.atoms(name, version, { limit: PAGE, signal }).catch(ignoreAbsent);
  const listed = new Map(page?.atoms.map((atom) => [atom.id, atom]));
  const known = await Promise.all(
    atoms.map(
      async ({ id }) =>
        listed.get(id) ?? (await registry.atom(id, { prime: name, version, signal }).catch(ignoreAbsent)),
    ),
  );
  return known.flatMap((atom) => {
    if (atom === undefined) return [];
    const { id, kind, label, description, domain, tags, tokens } = atom;
    return [{ id, kind, label, description, domain, tags, tokens }];
  });
}
