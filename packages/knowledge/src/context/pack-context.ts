// The atoms that matter for a task within a budget: finds the Primes, ranks their atoms, follows what these need, chooses
// lengths, and writes the text. Deterministic: what the source answers decides, and equal scores go by id.
import { estimateTokens } from '@prime-registry/atoms';
import type { KnowledgeSource } from '../source/knowledge-source.ts';
import type { Choice } from './choose-atoms.ts';
import {
  CONTEXT_LIMITS,
  type ContextAtom,
  type ContextOptions,
  type ContextRequest,
  type LeftOutAtom,
  type PackedContext,
} from './context-request.ts';
import { type FittedAtom, fitContext, orderChosen } from './fit-context.ts';
import { readNeeds } from './follow-needs.ts';
import { gatherPool } from './gather-pool.ts';
import type { Pool } from './pool-atom.ts';
import { preferHomes } from './prefer-homes.ts';
import { listCandidates, rankPool } from './rank-candidates.ts';
import { readAsked, splitIds } from './read-asked.ts';
import { roomOf, writeContext } from './write-context.ts';
import { writeAtom } from './write-section.ts';

const MAX_LEFT_OUT = 100;
const MAX_UNMET = 20;

/**
 * Packs a context. It is never larger than the budget. The number of calls to the source is bounded: at most about 350,
 * and about 50 in most cases.
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
  const { signal, readHint } = options;
  const { query, ids } = splitIds((request.query ?? '').slice(0, maxQuery));
  const names = [...new Set([...(request.ids ?? []), ...ids])].slice(0, maxIds);
  const asked = await readAsked(source, names, signal);
  const pool: Pool = new Map(asked.atoms.map((each) => [each.atom.id, each]));
  const reading = { source, pool, signal };
  const gathered = await gatherPool(reading, { ...request, query }, asked);
  const { corrected, incomplete, unread } = gathered;
  // Atoms alone, without words and Primes, ask for nothing else.
  const isOpen = query !== '' || asked.primes.length > 0;
  const ranked = isOpen ? await rankPool(reading, gathered, kind) : [];
  const starts = [...asked.atoms.map(({ atom }) => atom.id), ...ranked.map(({ entry }) => entry.atom.id)];
  // Somebody who names a Prime wants what it says, whatever the ids of its atoms.
  const isNamed = asked.primes.length > 0;
  if (!isNamed) await preferHomes(reading, starts);
  await readNeeds(reading, [...new Set(starts)], isNamed);
  const choice = await fitContext(reading, listCandidates(pool, asked, ranked), roomOf(budget));
  const sections = orderChosen(pool, choice);
  const leftOut = describeLeftOut(pool, choice);
  const { missing } = asked;
  const unmet = listUnmet(pool, sections);
  const text = writeContext(sections, {
    ...{ budget, leftOut, missing, unmet, corrected, incomplete, unread, readHint },
  });
  return {
    ...{ text, tokens: estimateTokens(text), atoms: sections.map(describeSection) },
    leftOut: leftOut.slice(0, MAX_LEFT_OUT),
    ...{ missing, unmet, corrected, incomplete, unread },
  };
}

function describeSection(section: FittedAtom): ContextAtom {
  const { entry, level, reason, requiredBy } = section;
  const { id, kind } = entry.atom;
  const { name, version } = entry.prime;
  const tokens = estimateTokens(writeAtom(section) ?? '');
  return {
    ...{ id, kind, prime: { name, version }, level, tokens, reason },
    ...(requiredBy !== undefined && { requiredBy }),
  };
}

function listUnmet(pool: Pool, sections: readonly FittedAtom[]): PackedContext['unmet'] {
  const unmet = new Map<string, string>();
  for (const { entry } of sections) {
    for (const id of entry.needs) if (!pool.has(id) && !unmet.has(id)) unmet.set(id, entry.atom.id);
  }
  return Array.from(unmet, ([id, requiredBy]) => ({ id, requiredBy })).slice(0, MAX_UNMET);
}

function describeLeftOut(pool: Pool, { leftOut }: Choice): LeftOutAtom[] {
  return leftOut.flatMap((omission) => {
    const entry = pool.get(omission.id);
    if (entry === undefined) return [];
    const { name, version } = entry.prime;
    return [{ ...omission, prime: { name, version }, tokens: entry.atom.tokens.full }];
  });
}
