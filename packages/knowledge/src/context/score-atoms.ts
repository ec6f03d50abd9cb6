// How well an atom fits a task: which words of the task it has, where, and how rare they are among the atoms of the
// pool. Lengths and repetition do not count: a long atom is not a better one.
import { mapWithPauses, type Pause } from '@prime-registry/concurrency';
import { type QueryTerm, readStems } from './query-terms.ts';
import type { PoolAtom } from './read-pool.ts';

/** The share of the worth of a word, by where it is. */
const PLACES = { name: 1, tags: 0.8, description: 0.7, text: 0.4, prime: 0.25 } as const;
// A word of which the atom has another form that begins the same.
const BEGINNING_SHARE = 0.7;
const MIN_BEGINNING = 5;

/** Stems by place, best place first. */
export type AtomWords = readonly { readonly share: number; readonly stems: ReadonlySet<string> }[];

/** Where an atom has which words. The body is a text that was read. */
export function listWords({ atom, primeText, texts }: PoolAtom): AtomWords {
  const { id, kind, label = '', description, domain = '', tags } = atom;
  const body = texts.full ?? texts.core;
  return [
    { share: PLACES.name, stems: readStems(`${id.slice(id.indexOf('/') + 1)} ${label} ${kind}`) },
    { share: PLACES.tags, stems: readStems([...tags, domain].join(' ')) },
    { share: PLACES.description, stems: readStems(description) },
    ...(body === undefined ? [] : [{ share: PLACES.text, stems: readStems(body) }]),
    { share: PLACES.prime, stems: readStems(primeText) },
  ];
}

/** An atom with its score, above 0. */
export interface Scored {
  readonly entry: PoolAtom;
  readonly score: number;
}

/** How rare each term is among some atoms: above 0, higher for rare ones. */
export type Rarities = readonly number[];

/** What each atom has of each term, by its best place. */
export type Shares = readonly (readonly number[])[];

/** Measures what atoms have of the terms. Lets others run meanwhile: the pool may be large. */
export function measureShares(
  entries: readonly PoolAtom[],
  terms: readonly QueryTerm[],
  pause: Pause,
): Promise<Shares> {
  return mapWithPauses(entries, pause, (entry) => sharesOf(listWords(entry), terms));
}

/** How rare the terms are. */
export function measureRarities(shares: Shares, terms: readonly QueryTerm[]): Rarities {
  return terms.map((_, at) => {
    const having = shares.filter((own) => (own[at] ?? 0) > PLACES.prime).length;
    return Math.log(1 + (shares.length + 1) / (having + 0.5));
  });
}

/** Atoms that have a word of the task, best first; equal ones by id. */
export function rankAtoms(entries: readonly PoolAtom[], shares: Shares, rarities: Rarities): Scored[] {
  const all = rarities.reduce((sum, rarity) => sum + rarity, 0);
  return entries
    .map((entry, index) => {
      const own = shares[index] ?? [];
      const sum = own.reduce((total, share, at) => total + share * (rarities[at] ?? 0), 0);
      // What only its Prime says makes an atom better, but finds none.
      const isFound = own.some((share) => share > PLACES.prime);
      return { entry, score: isFound ? sum / all : 0 };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.entry.atom.id < b.entry.atom.id ? -1 : 1));
}

function sharesOf(words: AtomWords, terms: readonly QueryTerm[]): number[] {
  return terms.map(({ stem }) => {
    let best = 0;
    for (const { share, stems } of words) {
      if (stems.has(stem)) best = Math.max(best, share);
      else if (best < share * BEGINNING_SHARE && hasBeginning(stems, stem)) best = share * BEGINNING_SHARE;
    }
    return best;
  });
}

function hasBeginning(stems: ReadonlySet<string>, stem: string): boolean {
  if (stem.length < MIN_BEGINNING) return false;
  for (const other of stems) {
    if (other.length >= MIN_BEGINNING && (other.startsWith(stem) || stem.startsWith(other))) return true;
  }
  return false;
}
