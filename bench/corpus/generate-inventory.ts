// Synthetic atoms for benchmarks, as a publish would read them. The same name gives the same atoms.
import { hash } from 'node:crypto';
import type { Inventory } from '@prime-registry/atoms';
import { scopeOf } from '@prime-registry/protocol';
import { randomNumbers } from './random-numbers.ts';
import { SUBJECTS } from './vocabulary.ts';
import { writeDescription } from './write-description.ts';

const KINDS = ['rule', 'fact', 'pattern', 'example'] as const;
const TEXT_CHARACTERS = 2000;

/** What differs from one inventory to another. */
interface InventoryOptions {
  /** Number of atoms that differ from those without it. */
  readonly changed?: number;
  /** Least length of each text. */
  readonly textCharacters?: number;
}

/** @param count - of atoms */
export function generateInventory(
  prime: string,
  count: number,
  { changed = 0, textCharacters = TEXT_CHARACTERS }: InventoryOptions = {},
): Inventory {
  const scope = scopeOf(prime);
  const atoms = Array.from({ length: count }, (_, index) => {
    const seed = hash('sha256', `${prime} ${index} ${index < changed ? 'changed' : ''}`);
    const numbers = randomNumbers(Number.parseInt(seed.slice(0, 7), 16) + 1);
    const random = (): number => numbers() / 2 ** 32;
    const topic = (): string => SUBJECTS[Math.floor(random() * SUBJECTS.length)] ?? '';
    const topics = [topic(), topic()];
    const sentences: string[] = [];
    for (let length = 0; length < textCharacters; length += sentences.at(-1)?.length ?? 1)
      sentences.push(writeDescription(random, topics));
    const [description = '', second = ''] = sentences;
    const kind = KINDS[index % KINDS.length] ?? 'rule';
    return {
      id: `${scope}/${kind}-${topics.join('-')}-${index}`,
      kind,
      name: topics.join(' '),
      version: undefined,
      label: undefined,
      description,
      domain: undefined,
      tags: topics,
      edges: [],
      origin: 'source' as const,
      path: `primes/${index}.prime`,
      line: 1,
      texts: { summary: description, core: `${description} ${second}`, full: sentences.join(' ') },
      source: undefined,
      tokens: { summary: 10, core: 20, full: 400 },
      hash: seed,
      fields: [],
    };
  });
  return { atoms, problems: [], problemCount: 0 };
}
