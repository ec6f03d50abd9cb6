// Selects and ranks the candidates for a context from the pool.
import { createPause } from '@prime-registry/concurrency';
import type { Candidate } from './choose-atoms.ts';
import { listNeeds } from './follow-needs.ts';
import type { Gathered } from './gather-pool.ts';
import { matchAtoms } from './match-atoms.ts';
import type { Pool, PoolAtom, Reading } from './pool-atom.ts';
import type { Asked } from './read-asked.ts';
import { readPoolTexts } from './read-chosen.ts';
import { measureRarities, rankAtoms, type Scored } from './score-atoms.ts';

/** How many atoms may be chosen from. */
const MAX_CANDIDATES = 96;
/** Numbers of atoms that are read to rank them: chosen by their listed facts, and found by the search. */
const MAX_READ = 96;
/** Atoms that score less than this share of the best one have nothing to do with the task. */
const LEAST_SHARE = 0.2;

/** The atoms of the pool that fit, best first. Without words to compare, the first ones by id. */
export async function rankPool(
  reading: Reading,
  { terms, found }: Gathered,
  kind: string | undefined,
): Promise<Scored[]> {
  const { pool } = reading;
  const entries = [...pool.values()].filter(({ atom }) => kind === undefined || atom.kind === kind);
  if (terms.length === 0) return entries.slice(0, MAX_CANDIDATES).map((entry) => ({ entry, score: 1 }));
  const pause = createPause();
  const matches = await matchAtoms(entries, terms, pause);
  const rarities = measureRarities(matches, terms);
  const listed = rankAtoms(entries, matches, rarities).slice(0, MAX_READ);
  const isEntry = new Set(entries.map(({ atom }) => atom.id));
  const others = found.filter((id) => isEntry.has(id)).slice(0, MAX_READ);
  const ids = [...new Set([...listed.map(({ entry }) => entry.atom.id), ...others])];
  // Full texts have words that no list has.
  await readPoolTexts(
    reading,
    ids.map((id) => ({ id, level: 'full' })),
  );
  const read = ids.flatMap((id) => pool.get(id) ?? []);
  const ranked = rankAtoms(read, await matchAtoms(read, terms, pause), rarities);
  const least = (ranked[0]?.score ?? 0) * LEAST_SHARE;
  return ranked.filter(({ score }) => score >= least).slice(0, MAX_CANDIDATES);
}

/** Candidates, best first: those that were asked for, then those that fit. */
export function listCandidates(pool: Pool, asked: Asked, ranked: readonly Scored[]): Candidate[] {
  const best = ranked[0]?.score ?? 1;
  const isAsked = new Set(asked.atoms.map(({ atom }) => atom.id));
  const found = ranked.filter(({ entry }) => !isAsked.has(entry.atom.id));
  return [
    ...asked.atoms.map((entry) => toCandidate(pool, entry, { value: 1, reason: 'asked' })),
    ...found.map(({ entry, score }) => toCandidate(pool, entry, { value: score / best, reason: 'found' })),
  ];
}

function toCandidate(
  pool: Pool,
  { atom: { id } }: PoolAtom,
  worth: Pick<Candidate, 'value' | 'reason'>,
): Candidate {
  return { id, ...worth, needs: listNeeds(pool, id) };
}
