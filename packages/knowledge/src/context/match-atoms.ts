// Which words of a task atoms have, and where.
import { mapWithPauses, type Pause } from '@prime-registry/concurrency';
import type { PoolAtom } from './pool-atom.ts';
import { type QueryTerm, readStems } from './query-terms.ts';

/** The share of the worth of a word, by where it is. */
const PLACES = { name: 1, tags: 0.8, description: 0.7, text: 0.4, prime: 0.4 } as const;
// A word of which the atom has another form that begins the same.
const BEGINNING_SHARE = 0.7;
const MIN_BEGINNING = 5;

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
