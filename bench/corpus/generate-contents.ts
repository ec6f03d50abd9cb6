// What is inside a synthetic Prime: a README, and a few atoms; some Primes have many. The same name gives the same.
import { hash } from 'node:crypto';
import type { Inventory } from '@prime-registry/atoms';
import { generateInventory } from './generate-inventory.ts';
import type { SyntheticPrime } from './generate-primes.ts';
import { randomNumbers } from './random-numbers.ts';
import { writeDescription } from './write-description.ts';

const README_CHARACTERS = 1000;
const ATOM_CHARACTERS = 400;
/** The mean number of atoms is about 4: half of all Primes have 2 or 3. */
const FEWEST_ATOMS = 2;
const MOST_ATOMS = 100;

/** The contents of a version. */
export interface SyntheticContents {
  readonly readme: string;
  readonly inventory: Inventory;
}

export function generateContents({ name, tags }: SyntheticPrime): SyntheticContents {
  const numbers = randomNumbers(Number.parseInt(hash('sha256', name).slice(0, 7), 16) + 1);
  const random = (): number => numbers() / 2 ** 32;
  const topics = [...name.slice(name.indexOf('/') + 1).split('-'), ...tags];
  const paragraphs = [`# ${name}`];
  for (let length = 0; length < README_CHARACTERS; length += paragraphs.at(-1)?.length ?? 1)
    paragraphs.push(`## ${writeDescription(random, topics)}`, writeDescription(random, topics));
  const atoms = Math.min(MOST_ATOMS, Math.floor(FEWEST_ATOMS / Math.sqrt(1 - random())));
  return {
    readme: paragraphs.join('\n\n'),
    inventory: generateInventory(name, atoms, { length: ATOM_CHARACTERS }),
  };
}
