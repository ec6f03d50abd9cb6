// How well an atom fits a task: which words of the task it has, where, and how rare they are among the atoms of the
// pool. Lengths and repetition do not count: a long atom is not a better one.
import { mapWithPauses, type Pause } from '@prime-registry/concurrency';
import { type QueryTerm, readStems } from './query-terms.ts';
import type { PoolAtom } from './read-pool.ts';
import { spreadScores } from './spread-scores.ts';

/** The share of the worth of a word, by where it is. */
const PLACES = { name: 1, tags: 0.8, description: 0.7, text: 0.4, prime: 0.4 } as const;
// A word of which the atom has another form that begins the same.
const BEGINNING_SHARE = 0.7;
const MIN_BEGINNING = 5;
/** How much of a score depends on the other atoms of the Prime: what a task is about is seldom in one atom alone. */
const PRIME_PART = 0.5;
/** The atoms of a Prime that stand for it. */
const PRIME_ATOMS = 3;
/** The compared length of a text, in UTF-16 units, as in searches: authors decide how long texts are. */
const MAX_TEXT_LENGTH = 16_000;
/** The same of a label or a description, of which thousands are compared: what people write is shorter. */
const MAX_LINE_LENGTH = 1000;

/** What an atom has of the terms. */
export interface Match {
  /** For each term, the share of its worth, by the best place. */
  readonly shares: readonly number[];
  /** For each term, whether the atom has it, and not only its Prime. */
  readonly isOwn: readonly boolean[];
}

/** How rare each term is among some atoms: above 0, higher for rare ones. */
export type Rarities = readonly number[];

/** An atom with its score, above 0. */
export interface Scored {
  readonly entry: PoolAtom;
  readonly score: number;
}

/** Finds the terms in atoms. It yields to other requests: the pool may be large. */
export function matchAtoms(
  entries: readonly PoolAtom[],
  terms: readonly QueryTerm[],
  pause: Pause,
): Promise<readonly Match[]> {
  // Once for each Prime: it may have thousands of atoms.
  const ofPrimes = new Map<string, readonly number[]>();
  return mapWithPauses(entries, pause, (entry) => {
    const { primeText } = entry;
    const ofPrime = ofPrimes.get(primeText) ?? matchPrime(primeText, terms);
    ofPrimes.set(primeText, ofPrime);
    return matchAtom(entry, terms, ofPrime);
  });
}

/** How rare the terms are. */
export function measureRarities(matches: readonly Match[], terms: readonly QueryTerm[]): Rarities {
  return terms.map((_, at) => {
    const having = matches.filter(({ isOwn }) => isOwn[at]).length;
    return Math.log(1 + (matches.length + 1) / (having + 0.5));
  });
}

/** Atoms that have a word of the task, and those linked with them, best first; equal ones by id. */
export function rankAtoms(
  entries: readonly PoolAtom[],
  matches: readonly Match[],
  rarities: Rarities,
): Scored[] {
  const all = rarities.reduce((sum, rarity) => sum + rarity, 0);
  const alone = entries.flatMap((entry, index): Scored[] => {
    const { shares, isOwn } = matches[index] ?? { shares: [], isOwn: [] };
    // What only its Prime says makes an atom better, but finds none.
    if (!isOwn.includes(true)) return [];
    const sum = shares.reduce((total, share, at) => total + share * (rarities[at] ?? 0), 0);
    return [{ entry, score: sum / all }];
  });
  const strengths = measurePrimes(alone);
  const scores = new Map(
    alone.map(({ entry, score }) => {
      const strength = strengths.get(entry.prime.name) ?? 0;
      return [entry.atom.id, score * (1 - PRIME_PART + PRIME_PART * strength)];
    }),
  );
  const spread = spreadScores(entries, scores);
  return entries
    .map((entry) => ({ entry, score: spread.get(entry.atom.id) ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.entry.atom.id < b.entry.atom.id ? -1 : 1));
}

/** How well each Prime fits, by its best atoms: 1 for the best Prime. */
function measurePrimes(scored: readonly Scored[]): ReadonlyMap<string, number> {
  const scores = Map.groupBy(scored, ({ entry }) => entry.prime.name);
  const sums = Array.from(scores, ([name, atoms]) => {
    const best = atoms.map(({ score }) => score).sort((a, b) => b - a);
    return [name, best.slice(0, PRIME_ATOMS).reduce((sum, score) => sum + score, 0)] as const;
  });
  const most = Math.max(...sums.map(([, sum]) => sum));
  return new Map(sums.map(([name, sum]) => [name, sum / most]));
}

/** For each term, the share of its worth that what the Prime says about itself has. */
function matchPrime(primeText: string, terms: readonly QueryTerm[]): readonly number[] {
  const places = [{ share: PLACES.prime, stems: readBeginning(primeText) }];
  return terms.map(({ stem }) => bestShare(stem, places));
}

function readBeginning(text: string): Set<string> {
  return readStems(text.slice(0, MAX_TEXT_LENGTH));
}

function cut(line: string): string {
  return line.slice(0, MAX_LINE_LENGTH);
}

function matchAtom(
  { atom, texts }: PoolAtom,
  terms: readonly QueryTerm[],
  ofPrime: readonly number[],
): Match {
  const { id, kind, label = '', description, domain = '', tags } = atom;
  const body = texts.full ?? texts.core;
  const places = [
    { share: PLACES.name, stems: readStems(`${id.slice(id.indexOf('/') + 1)} ${kind} ${cut(label)}`) },
    { share: PLACES.tags, stems: readStems([...tags, domain].join(' ')) },
    { share: PLACES.description, stems: readStems(cut(description)) },
    ...(body === undefined ? [] : [{ share: PLACES.text, stems: readBeginning(body) }]),
  ];
  const own = terms.map(({ stem }) => bestShare(stem, places));
  return {
    shares: own.map((share, at) => Math.max(share, ofPrime[at] ?? 0)),
    isOwn: own.map((share) => share > 0),
  };
}

type Place = { readonly share: number; readonly stems: ReadonlySet<string> };

function bestShare(stem: string, places: readonly Place[]): number {
  let best = 0;
  for (const { share, stems } of places) {
    if (stems.has(stem)) best = Math.max(best, share);
    else if (best < share * BEGINNING_SHARE && hasBeginning(stems, stem)) best = share * BEGINNING_SHARE;
  }
  return best;
}

function hasBeginning(stems: ReadonlySet<string>, stem: string): boolean {
  if (stem.length < MIN_BEGINNING) return false;
  for (const other of stems) {
    if (other.length >= MIN_BEGINNING && (other.startsWith(stem) || stem.startsWith(other))) return true;
  }
  return false;
}
