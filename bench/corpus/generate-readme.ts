// READMEs of synthetic Primes. The same name gives the same text.
import { hash } from 'node:crypto';
import type { SyntheticPrime } from './generate-primes.ts';
import { randomNumbers } from './random-numbers.ts';
import { writeDescription } from './write-description.ts';

const CHARACTERS = 1000;

/** The Prime with a README of a title, headings and paragraphs. */
export function addReadme(prime: SyntheticPrime): SyntheticPrime {
  const numbers = randomNumbers(Number.parseInt(hash('sha256', prime.name).slice(0, 7), 16) + 1);
  const random = (): number => numbers() / 2 ** 32;
  const topics = [...prime.name.slice(prime.name.indexOf('/') + 1).split('-'), ...prime.tags];
  const paragraphs = [`# ${prime.name}`];
  for (let length = 0; length < CHARACTERS; length += paragraphs.at(-1)?.length ?? 1)
    paragraphs.push(`## ${writeDescription(random, topics)}`, writeDescription(random, topics));
  return { ...prime, readme: paragraphs.join('\n\n') };
}
