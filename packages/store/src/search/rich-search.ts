// A search that shows why a Prime matches. Only the Primes on the page are read in full.
import { setImmediate } from 'node:timers/promises';
import { createPause, mapWithPauses } from '@prime-registry/concurrency';
import { SEARCH_FILTERS, type SearchFilter, scopeOf } from '@prime-registry/protocol';
import type { Kysely } from 'kysely';
import { decodeTexts, toListedAtom } from '../atoms/encode-atom.ts';
import type {
  AtomHit,
  FacetValue,
  Highlight,
  RichFindings,
  RichHit,
  RichSearchQuery,
} from '../contracts/rich-search-store.ts';
import type { Schema } from '../sql/schema.ts';
import { findPassages } from './find-passages.ts';
import { createHighlighter, type Highlighter } from './highlight.ts';
import type { InsideFacts } from './inside-index.ts';
import { rankMatches } from './ranked-search.ts';
import type { FoundAtom, SearchQueries, ShownEntry } from './search-queries.ts';

const MAX_FACET_VALUES = 20;

/** Searches, and reads the details of each result. */
export async function searchRich(
  queries: SearchQueries,
  db: Kysely<Schema>,
  query: RichSearchQuery,
): Promise<RichFindings> {
  const { page, total, corrected, terms, candidates } = await rankMatches(queries, db, query);
  const names = new Map(Array.from(candidates.values(), ({ id, name }) => [id, name]));
  const facts = new Map((await queries.readFacts(db, [...candidates.keys()])).map((one) => [one.id, one]));
  const facets = countFacets([...facts.values()], names);
  const found = { total, corrected, facets, facetTotal: candidates.size };
  if (terms === undefined || page.length === 0) return { ...found, hits: [] };

  // Yields to other requests: each step takes milliseconds of CPU.
  await setImmediate();
  const ids = page.map(({ id }) => id);
  const shown = ids.flatMap((id) => candidates.get(id) ?? []);
  const passages = await findPassages(queries, db, terms, shown);
  const entries = new Map((await queries.readEntries(db, ids)).map((entry) => [entry.id, entry]));
  const behind = ids.filter((id) => !facts.has(id));
  for (const one of await queries.readFacts(db, behind)) facts.set(one.id, one);
  await setImmediate();
  const highlighter = createHighlighter(terms);
  const foundAtoms = await queries.readAtoms(
    db,
    [...passages.values()].flatMap(({ atomIds }) => atomIds),
  );
  const pause = createPause();
  const described = await mapWithPauses(foundAtoms, pause, (atom) => describeAtom(atom, highlighter));
  const atoms = new Map(foundAtoms.map(({ id }, index) => [id, described[index]]));
  await pause();
  const withReadme = ids.filter((id) => passages.get(id)?.hasReadme === true);
  const readmes = new Map((await queries.readReadmes(db, withReadme)).map(({ id, readme }) => [id, readme]));
  const hits = await mapWithPauses(page, pause, ({ id, score }): RichHit[] => {
    const entry = entries.get(id);
    const ofPrime = facts.get(id);
    if (entry === undefined || ofPrime === undefined) return [];
    const { atomIds = [], atomTotal = 0 } = passages.get(id) ?? {};
    return [
      {
        ...describe(entry, ofPrime, score),
        highlights: highlightsOf(entry, readmes.get(id), highlighter),
        atoms: atomIds.flatMap((atomId) => atoms.get(atomId) ?? []),
        atomTotal,
      },
    ];
  });
  return { ...found, hits: hits.flat() };
}

function describe(
  { name, version, description, isDeprecated }: ShownEntry,
  { license, namespaces }: InsideFacts,
  score: number,
) {
  const hit = { name, version, description, score, scope: scopeOf(name), license, namespaces };
  return isDeprecated === 1 ? { ...hit, deprecated: true as const } : hit;
}

function highlightsOf(
  { name, description }: ShownEntry,
  readme: string | undefined,
  { whole, snippet, markdownSnippet }: Highlighter,
): Highlight[] {
  const inFields = [
    { field: 'name', segments: whole(name) },
    { field: 'description', segments: snippet(description) },
    { field: 'readme', segments: readme === undefined ? undefined : markdownSnippet(readme) },
  ] as const;
  return inFields.flatMap(({ field, segments }) => (segments === undefined ? [] : [{ field, segments }]));
}

function describeAtom({ texts, ...row }: FoundAtom, { markdownSnippet }: Highlighter): AtomHit {
  const { id, kind, name, label, description, domain, tags, tokens } = toListedAtom(row);
  const snippet = markdownSnippet(decodeTexts(texts).full) ?? [];
  return { id, kind, name, label, description, domain, tags, tokens, snippet };
}

function countFacets(
  primes: readonly (InsideFacts & { readonly id: number })[],
  names: ReadonlyMap<number, string>,
): Record<SearchFilter, FacetValue[]> {
  const counts = {
    scope: new Map(),
    license: new Map(),
    namespace: new Map(),
    kind: new Map(),
  } satisfies Record<SearchFilter, Map<string, number>>;
  const count = (field: SearchFilter, value: string): void => {
    counts[field].set(value, (counts[field].get(value) ?? 0) + 1);
  };
  for (const { id, license, namespaces, kinds } of primes) {
    const name = names.get(id) ?? '';
    count('scope', scopeOf(name));
    count('license', license);
    for (const namespace of new Set(namespaces)) count('namespace', namespace);
    for (const kind of kinds) count('kind', kind);
  }
  return Object.fromEntries(SEARCH_FILTERS.map((field) => [field, listMost(counts[field])])) as Record<
    SearchFilter,
    FacetValue[]
  >;
}

function listMost(counts: ReadonlyMap<string, number>): FacetValue[] {
  return Array.from(counts, ([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_FACET_VALUES);
}
