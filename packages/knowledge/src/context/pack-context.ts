// The atoms that matter for a task within a budget: finds the Primes, ranks their atoms, follows what these need, chooses
// lengths, and writes the text. Deterministic: what the source answers decides, and equal scores go by id.

import { estimateTokens } from '@prime-registry/atoms';
import { createPause } from '@prime-registry/concurrency';
import type { KnowledgeSource } from '../source/knowledge-source.ts';
import { type Candidate, type Choice, chooseAtoms } from './choose-atoms.ts';
import {
  CONTEXT_LIMITS,
  type ContextOptions,
  type ContextRequest,
  type LeftOutAtom,
  type PackedContext,
} from './context-request.ts';
import { createAlikeFinder } from './find-alike.ts';
import { type FoundPrimes, findPrimes } from './find-primes.ts';
import { listNeeds, readNeeds } from './follow-needs.ts';
import { readQueryTerms } from './query-terms.ts';
import { type Asked, readAsked } from './read-asked.ts';
import { readPoolTexts } from './read-chosen.ts';
import { type Pool, type PoolAtom, readFoundAtoms, readPool } from './read-pool.ts';
import { matchAtoms, measureRarities, rankAtoms, type Scored } from './score-atoms.ts';
import { roomOf, sizeOfAtom, type WrittenAtom, writeAtom, writeContext } from './write-context.ts';

/** Of how many atoms the text is read to rank them. */
const MAX_RANKED = 96;
/** How many atoms may be chosen from. */
const MAX_CANDIDATES = 96;
/** Atoms that score less than this share of the best one have nothing to do with the task. */
const LEAST_SHARE = 0.3;
/** How often a choice is made again with the sizes of texts that were read for it. */
const MAX_TRIES = 4;
const MAX_LEFT_OUT = 100;

/**
 * Packs a context. It is never larger than the budget. Makes at most about 150 calls to the source.
 * @throws RangeError if the budget is outside of {@link CONTEXT_LIMITS}; what the source throws
 */
export async function packContext(
  source: KnowledgeSource,
  request: ContextRequest,
  options: ContextOptions = {},
): Promise<PackedContext> {
  const { minBudget, maxBudget, maxIds, maxQuery } = CONTEXT_LIMITS;
  const { budget, kind } = request;
  if (!Number.isInteger(budget) || budget < minBudget || budget > maxBudget)
    throw new RangeError(`The budget ${budget} is not a whole number from ${minBudget} to ${maxBudget}`);
  const query = (request.query ?? '').slice(0, maxQuery);
  const { signal } = options;

  const ids = [...new Set(request.ids)].slice(0, maxIds);
  const asked = await readAsked(source, ids, signal);
  const found = await findPlaces(source, { ...request, query }, asked, options);
  const pool: Pool = new Map(asked.atoms.map((each) => [each.atom.id, each]));
  const gone = await readPool(source, found.primes, pool, signal);
  await readFoundAtoms(source, found.atoms, pool, signal);
  const isCandidate = ({ atom }: PoolAtom): boolean => kind === undefined || atom.kind === kind;
  const entries = [...pool.values()].filter(isCandidate);
  const ranked =
    found.terms.length > 0
      ? await rankBy(source, pool, entries, found, signal)
      : entries.slice(0, MAX_CANDIDATES).map((entry): Scored => ({ entry, score: 1 }));

  const listed = [...asked.atoms.map(({ atom }) => atom.id), ...ranked.map(({ entry }) => entry.atom.id)];
  await readNeeds(source, pool, [...new Set(listed)], signal);
  const candidates = listCandidates(pool, asked, ranked);
  const choice = await choose(source, pool, candidates, budget, signal);
  const sections = orderForReading(pool, choice);
  const missing = [...asked.missing, ...gone.map((id) => ({ id, similar: [] }))];
  const leftOut = describeLeftOut(pool, choice);
  const { corrected, incomplete } = found;
  const { readHint } = options;
  const text = writeContext(sections, { budget, leftOut, missing, corrected, incomplete, readHint });
  return {
    text,
    tokens: estimateTokens(text),
    atoms: sections.map((section) => ({
      id: section.entry.atom.id,
      kind: section.entry.atom.kind,
      prime: { name: section.entry.prime.name, version: section.entry.prime.version },
      level: section.level,
      tokens: estimateTokens(writeAtom(section) ?? ''),
      reason: section.reason,
      ...(section.requiredBy !== undefined && { requiredBy: section.requiredBy }),
    })),
    leftOut: leftOut.slice(0, MAX_LEFT_OUT),
    missing,
    corrected,
    incomplete,
  };
}

/** The Primes that were named, or else those that a search finds. */
async function findPlaces(
  source: KnowledgeSource,
  request: ContextRequest,
  asked: Asked,
  options: ContextOptions,
): Promise<Omit<FoundPrimes, 'primes'> & { readonly primes: readonly { readonly name: string }[] }> {
  const { query = '' } = request;
  if (asked.primes.length === 0 && query.trim() !== '') return findPrimes(source, request, options);
  const terms = readQueryTerms(query);
  return { primes: asked.primes, atoms: [], terms, corrected: [], incomplete: [] };
}

/** First by what the source lists, then, for the best and for what the search found, by their texts too. */
async function rankBy(
  source: KnowledgeSource,
  pool: Pool,
  entries: readonly PoolAtom[],
  { terms, atoms }: Pick<FoundPrimes, 'terms' | 'atoms'>,
  signal: AbortSignal | undefined,
): Promise<Scored[]> {
  const pause = createPause();
  const matches = await matchAtoms(entries, terms, pause);
  const rarities = measureRarities(matches, terms);
  const best = rankAtoms(entries, matches, rarities).slice(0, MAX_RANKED);
  const isEntry = new Set(entries.map(({ atom }) => atom.id));
  const ids = new Set([
    ...best.map(({ entry }) => entry.atom.id),
    ...atoms.map(({ id }) => id).filter((id) => isEntry.has(id)),
  ]);
  await readPoolTexts(
    source,
    pool,
    Array.from(ids, (id) => ({ id, level: 'core' as const })),
    signal,
  );
  const read = [...ids].flatMap((id) => pool.get(id) ?? []);
  return rankAtoms(read, await matchAtoms(read, terms, pause), rarities).slice(0, MAX_CANDIDATES);
}

function listCandidates(pool: Pool, asked: Asked, ranked: readonly Scored[]): Candidate[] {
  const best = ranked[0]?.score ?? 1;
  const isAsked = new Set(asked.atoms.map(({ atom }) => atom.id));
  return [
    ...asked.atoms.map(({ atom: { id } }) => ({
      id,
      value: 1,
      reason: 'asked' as const,
      needs: listNeeds(pool, id),
    })),
    ...ranked
      .filter(({ entry, score }) => score >= best * LEAST_SHARE && !isAsked.has(entry.atom.id))
      .map(({ entry: { atom }, score }) => ({
        id: atom.id,
        value: score / best,
        reason: 'found' as const,
        needs: listNeeds(pool, atom.id),
      })),
  ];
}

/** Chooses until all texts are read, so that the sizes are those of the texts. */
async function choose(
  source: KnowledgeSource,
  pool: Pool,
  candidates: readonly Candidate[],
  budget: number,
  signal: AbortSignal | undefined,
): Promise<Choice> {
  const room = roomOf(budget);
  const sizeOf = (id: string, level: 'summary' | 'core' | 'full'): number => {
    const entry = pool.get(id);
    return entry === undefined ? Number.POSITIVE_INFINITY : sizeOfAtom(entry, level);
  };
  const findAlike = createAlikeFinder((id) => pool.get(id));
  for (let tries = 0; ; tries += 1) {
    const choice = chooseAtoms(candidates, { sizeOf, findAlike, budget: room });
    const isRead = choice.chosen.every(({ id, level }) => pool.get(id)?.texts[level] !== undefined);
    if (isRead) return choice;
    if (tries === MAX_TRIES) return keepRead(pool, choice, room);
    await readPoolTexts(source, pool, choice.chosen, signal);
  }
}

/** Of a choice, the atoms whose text is known and fits. */
function keepRead(pool: Pool, { chosen, leftOut }: Choice, room: number): Choice {
  let left = room;
  const kept = chosen.filter(({ id, level }) => {
    const entry = pool.get(id);
    const size = entry?.texts[level] === undefined ? Number.POSITIVE_INFINITY : sizeOfAtom(entry, level);
    if (size > left) return false;
    left -= size;
    return true;
  });
  const dropped = chosen.filter((each) => !kept.includes(each));
  return { chosen: kept, leftOut: [...dropped.map(({ id }) => ({ id, why: 'room' as const })), ...leftOut] };
}

/** Best first, each after what it needs. */
function orderForReading(
  pool: Pool,
  { chosen }: Choice,
): (WrittenAtom & { readonly requiredBy: string | undefined })[] {
  const byId = new Map(chosen.map((each) => [each.id, each]));
  const rank = { asked: 0, found: 1, required: 2 } as const;
  const starts = chosen.toSorted(
    (a, b) => rank[a.reason] - rank[b.reason] || b.value - a.value || (a.id < b.id ? -1 : 1),
  );
  const ordered = new Set(
    starts.flatMap(({ id }) => [...listNeeds(pool, id).filter((need) => byId.has(need)), id]),
  );
  return [...ordered].flatMap((id) => {
    const entry = pool.get(id);
    const own = byId.get(id);
    if (entry === undefined || own === undefined) return [];
    return [{ entry, level: own.level, reason: own.reason, requiredBy: own.requiredBy }];
  });
}

function describeLeftOut(pool: Pool, { leftOut }: Choice): LeftOutAtom[] {
  return leftOut.flatMap((omission) => {
    const entry = pool.get(omission.id);
    if (entry === undefined) return [];
    const { name, version } = entry.prime;
    return [{ ...omission, prime: { name, version }, tokens: entry.atom.tokens.full }];
  });
}
