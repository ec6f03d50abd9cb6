// The words of a Prime and of its atoms, weighted by their place, for searches without a registry.
import { splitWords } from '@prime-registry/atoms';
import type { KnownAtom, PrimeVersion } from '../source/known-prime.ts';

export interface SearchableAtom extends KnownAtom {
  /** Its full text. */
  readonly text: string;
}

export interface SearchablePrime extends PrimeVersion {
  readonly description: string;
  /** Namespaces and tags. */
  readonly labels: readonly string[];
  readonly atoms: readonly SearchableAtom[];
}

/** The words of one thing that can be found. */
export interface WeightedWords {
  /** How often each word occurs; an occurrence in a name counts more than one in a text. */
  readonly counts: ReadonlyMap<string, number>;
  /** The sum of the counts. */
  readonly length: number;
}

export interface IndexedAtom extends WeightedWords {
  readonly atom: KnownAtom;
}

/** A Prime with its words, and those of its atoms. */
export interface IndexedPrime extends WeightedWords {
  readonly prime: Pick<SearchablePrime, 'name' | 'version' | 'description'>;
  readonly atoms: readonly IndexedAtom[];
}

/** The searched length of each text, in UTF-16 units, as in the index of a registry. */
const MAX_TEXT_LENGTH = 16_000;

const WEIGHTS = { name: 6, label: 3, description: 2, text: 1 } as const;

/** Splits all texts of a Prime into words. */
export function indexPrime({ name, version, description, labels, atoms }: SearchablePrime): IndexedPrime {
  return {
    prime: { name, version, description },
    ...weigh([
      [name, WEIGHTS.name],
      [labels.join(' '), WEIGHTS.label],
      [description, WEIGHTS.description],
    ]),
    atoms: atoms.map(({ text, ...atom }) => ({ atom, ...weighAtom(atom, text) })),
  };
}

function weighAtom(atom: KnownAtom, text: string): WeightedWords {
  const { id, kind, label = '', description, domain = '', tags } = atom;
  return weigh([
    [id.slice(id.indexOf('/') + 1), WEIGHTS.name],
    [[kind, label, domain, ...tags].join(' '), WEIGHTS.label],
    [description, WEIGHTS.description],
    [text, WEIGHTS.text],
  ]);
}

function weigh(texts: readonly (readonly [text: string, weight: number])[]): WeightedWords {
  const counts = new Map<string, number>();
  let length = 0;
  for (const [text, weight] of texts) {
    for (const word of splitWords(text.slice(0, MAX_TEXT_LENGTH))) {
      counts.set(word, (counts.get(word) ?? 0) + weight);
      length += weight;
    }
  }
  return { counts, length };
}
