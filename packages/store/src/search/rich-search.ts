// A search that shows why a Prime matches. Only the Primes on the page are read in full.
import { setImmediate } from 'node:timers/promises';
import { createPause, mapWithPauses } from '@prime-registry/concurrency';
import { scopeOf } from '@prime-registry/protocol';
import { decodeTexts } from '../atoms/atom-texts.ts';
import { toListedAtom } from '../atoms/encode-atom.ts';
import type {
  AtomHit,
  Highlight,
  RichFindings,
  RichHit,
  RichSearchQuery,
} from '../contracts/search/rich-search-store.ts';
import { countFacets } from './facets.ts';
import { createHighlighter, type Highlighter } from './highlight.ts';
import { findPassages } from './inside/find-passages.ts';
import type { InsideFacts } from './inside/inside-index.ts';
import { rankMatches } from './ranked-search.ts';
import type { FoundAtom, SearchQueries, ShownEntry } from './search-queries.ts';
import { filterExpressions } from './words/filter-terms.ts';

/** Descriptions up to this length are shown as a whole. */
const MAX_WHOLE_CHARACTERS = 300;

/** Of each Prime. */
const MAX_SHOWN_ATOMS = 4;

/** Searches, and reads the details of each result. */
export async function searchRich(queries: SearchQueries, query: RichSearchQuery): Promise<RichFindings> {
  const { page, total, corrected, terms, candidates, isCut } = await rankMatches(queries, query);
  const names = new Map(Array.from(candidates.values(), ({ id, name }) => [id, name]));
  const facts = new Map((await queries.readFacts([...candidates.keys()])).map((one) => [one.id, one]));
  const facets = countFacets([...facts.values()], names);
  const found = { total, corrected, facets, facetTotal: candidates.size, isCut };
  if (terms === undefined || page.length === 0) return { ...found, hits: [] };

  // Yields to other requests: each step takes milliseconds of CPU.
  await setImmediate();
  const ids = page.map(({ id }) => id);
  const shown = ids.flatMap((id) => candidates.get(id) ?? []);
  const ofKinds = filterExpressions({ kind: query.filters?.kind ?? [] }, queries.notation);
  const isBestOnly = query.places === 'best';
  const passages = await findPassages(queries, terms, shown, ofKinds, isBestOnly ? 1 : MAX_SHOWN_ATOMS);
  const listed = await queries.readListed(ids);
  const entries = new Map((await queries.readEntries(ids)).map((entry) => [entry.id, entry]));
  const behind = ids.filter((id) => !facts.has(id));
  for (const one of await queries.readFacts(behind)) facts.set(one.id, one);
  await setImmediate();
  const highlighter = createHighlighter(terms);
  const foundAtoms = await queries.readAtoms([...passages.values()].flatMap(({ atomIds }) => atomIds));
  const pause = createPause();
  const described = await mapWithPauses(foundAtoms, pause, (atom) => describeAtom(atom, highlighter));
  const atoms = new Map(foundAtoms.map(({ id }, index) => [id, described[index]]));
  await pause();
  const withReadme = ids.filter((id) => {
    const { hasReadme = false, atomIds = [] } = passages.get(id) ?? {};
    return hasReadme && !(isBestOnly && atomIds.length > 0);
  });
  const readmes = new Map((await queries.readReadmes(withReadme)).map(({ id, readme }) => [id, readme]));
  const hits = await mapWithPauses(page, pause, ({ id, score }): RichHit[] => {
    const entry = entries.get(id);
    const ofPrime = facts.get(id);
    if (entry === undefined || ofPrime === undefined) return [];
    const { atomIds = [], atomTotal = 0 } = passages.get(id) ?? {};
    return [
      {
        ...describe(entry, ofPrime, score),
        listed: listed.get(id),
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
  { license, namespaces, tags }: InsideFacts,
  score: number,
) {
  const hit = { name, version, description, score, scope: scopeOf(name), license, namespaces, tags };
  return isDeprecated === 1 ? { ...hit, deprecated: true as const } : hit;
}

function highlightsOf(
  { name, description }: ShownEntry,
  readme: string | undefined,
  { whole, sentences }: Highlighter,
): Highlight[] {
  const inFields = [
    { field: 'name', segments: whole(name) },
    {
      field: 'description',
      segments: description.length <= MAX_WHOLE_CHARACTERS ? whole(description) : sentences(description),
    },
    { field: 'readme', segments: readme === undefined ? undefined : sentences(readme) },
  ] as const;
  return inFields.flatMap(({ field, segments }) => (segments === undefined ? [] : [{ field, segments }]));
}

/** The atom with the best matching part of its text. */
export function describeAtom({ texts, ...row }: FoundAtom, { whole, sentences }: Highlighter): AtomHit {
  const { id, kind, name, label, description, domain, tags, tokens } = toListedAtom(row);
  const isShort = description.length <= MAX_WHOLE_CHARACTERS;
  const snippet = (isShort ? whole(description) : undefined) ??
    sentences(decodeTexts(texts).full, label) ?? [{ text: beginningOf(description), match: false }];
  const title = whole(label ?? id.slice(id.indexOf('/') + 1));
  return { id, kind, name, label, description, domain, tags, tokens, title, snippet };
}

function beginningOf(text: string): string {
  return text.length <= MAX_WHOLE_CHARACTERS
    ? text
    : `${text.slice(0, MAX_WHOLE_CHARACTERS).toWellFormed()}…`;
}
