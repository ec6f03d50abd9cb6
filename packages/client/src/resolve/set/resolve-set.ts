// Resolves requirements together with all that the found Primes require: one version of each Prime.
import { mapConcurrently } from '@prime-registry/concurrency';
import type { RegistryReader } from '../../registry-reader.ts';
import type { Resolution } from '../resolution.ts';
import { ResolutionError } from '../resolution-error.ts';
import { listFacts } from './clause.ts';
import { explainConflict, listConflicting } from './explain-conflict.ts';
import type { LockedCandidate, SetCandidate } from './known-prime.ts';
import { KnownPrimes, type SetSource } from './known-primes.ts';
import { SearchBudget, SearchExhausted } from './search-budget.ts';
import { type RootRequirement, type Solution, solve } from './solve.ts';

/** A requirement of the project itself. */
export type SetRequirement = RootRequirement;

/** One Prime of a set: a version that stays locked, or one that was found. */
export type SetMember<R extends RegistryReader = RegistryReader> =
  | { readonly locked: LockedCandidate }
  | { readonly resolution: Resolution<R> };

/** How to resolve a set. */
export interface ResolveSetOptions {
  /**
   * Versions in use, by name. They stay if they match. Only if there is no solution with all of them, others are
   * chosen.
   */
  readonly locked?: ReadonlyMap<string, LockedCandidate>;
  readonly signal?: AbortSignal;
}

const REQUEST_LIMIT = 16;
/** Most Primes that are looked at; a hostile registry could name millions. */
const MAX_PRIMES = 10_000;
/** Most rounds of requests; each leads to what the next one asks for. */
const MAX_ROUNDS = 1000;

/**
 * Finds one version of each required Prime, by name in ASCII order.
 * @throws ResolutionError `conflict` if there is none, with what contradicts what; `too-many` if there are too many
 */
export async function resolveSet<R extends RegistryReader>(
  roots: readonly SetRequirement[],
  source: SetSource<R>,
  { locked = new Map(), signal = new AbortController().signal }: ResolveSetOptions,
): Promise<ReadonlyMap<string, SetMember<R>>> {
  const search = async (isPinned: boolean) => {
    const budget = new SearchBudget();
    try {
      return await find(roots, new KnownPrimes(source, { locked, isPinned, budget }), budget, signal);
    } catch (error) {
      throw error instanceof SearchExhausted ? explainExhausted(roots, error) : error;
    }
  };
  if (locked.size === 0) return search(true);
  try {
    return await search(true);
  } catch (error) {
    if (!(error instanceof ResolutionError) || error.reason !== 'conflict') throw error;
    return search(false);
  }
}

async function find<R extends RegistryReader>(
  roots: readonly SetRequirement[],
  known: KnownPrimes<R>,
  budget: SearchBudget,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SetMember<R>>> {
  const load = async (ranges: readonly (readonly [string, string])[]) => {
    await known.loadAhead(ranges, signal);
    await mapConcurrently(ranges, { limit: REQUEST_LIMIT, signal }, ([name, range], end) =>
      known.load(name, range, end),
    );
  };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { chosen, unknown, unread } = requireSolution(solve(roots, known, budget), roots, known);
    if (known.countWith(unknown) > MAX_PRIMES) throw tooMany(roots, `more than ${MAX_PRIMES} Primes`);
    if (unknown.length > 0 || unread.length > 0) {
      // First, because an index is only valid until more candidates are known.
      await confirm(new Map(unread), known, signal);
      await load(unknown);
    } else {
      const members = await confirm(chosen, known, signal);
      if (members !== undefined) return members;
    }
    await letOthersRun(signal);
  }
  throw new SearchExhausted('work');
}

/** What was read before is known without waiting: without a pause, a long search could not be aborted. */
async function letOthersRun(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal.throwIfAborted();
}

/** Reads the manifests of a solution; undefined if one of them changes it. */
async function confirm<R extends RegistryReader>(
  chosen: ReadonlyMap<string, number>,
  known: KnownPrimes<R>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SetMember<R>> | undefined> {
  const candidates = [...chosen]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, index]): readonly [string, SetCandidate<R>] => {
      const candidate = known.candidates(name)[index];
      if (candidate === undefined) throw new Error(`there is no such candidate of ${name}`);
      return [name, candidate];
    });
  await known.confirmAhead(candidates, signal);
  let isChanged = false;
  const members = await mapConcurrently(
    candidates,
    { limit: REQUEST_LIMIT, signal },
    async ([name, candidate], end) => {
      const { kind, version, requires = {} } = candidate;
      if (kind === 'locked') return [[name, { locked: { version, requires } }]] as const;
      const resolution = await known.confirm(name, candidate, end);
      if (resolution === undefined || !isSame(resolution.manifest.requires ?? {}, requires)) isChanged = true;
      return resolution === undefined ? [] : ([[name, { resolution }]] as const);
    },
  );
  return isChanged ? undefined : new Map<string, SetMember<R>>(members.flat());
}

/** Both have their names in the same order. */
function isSame(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function requireSolution<R extends RegistryReader>(
  solution: Solution,
  roots: readonly SetRequirement[],
  known: KnownPrimes<R>,
): Extract<Solution, { chosen: unknown }> {
  if ('chosen' in solution) return solution;
  const facts = listFacts(solution.conflict);
  const [fact] = facts;
  // A direct requirement that nothing matches is reported as if it were alone.
  const error = facts.length === 1 && fact !== undefined ? known.findError(fact.name, fact.range) : undefined;
  if (error !== undefined && typeof fact?.by === 'string') throw error;
  const about = detailsOf(fact === undefined ? roots : [fact]);
  const conflicts = listConflicting(facts);
  throw new ResolutionError(explainConflict(conflicts), { ...about, reason: 'conflict', conflicts });
}

function explainExhausted(roots: readonly SetRequirement[], { reason }: SearchExhausted): ResolutionError {
  if (reason === 'lists') return tooMany(roots, 'too many versions');
  const message =
    'The search for a set of versions gave up after too many attempts. Require narrower ranges.';
  return new ResolutionError(message, { ...detailsOf(roots), reason: 'conflict' });
}

/** @param what - what they lead to */
function tooMany(roots: readonly SetRequirement[], what: string): ResolutionError {
  const message = `What ${roots[0]?.name ?? 'the project'} and others require leads to ${what}. Check what they require.`;
  return new ResolutionError(message, { ...detailsOf(roots), reason: 'too-many' });
}

function detailsOf([first]: readonly Pick<SetRequirement, 'name' | 'range'>[]) {
  return { primeName: first?.name ?? '', range: first?.range ?? '*', registries: [] };
}
