// A large Prime whose texts compress like those of people: its labels and descriptions are sentences of this
// repository's documentation.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SeededRandom } from '../seeded-random.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const KINDS = ['rule', 'rule', 'rule', 'pattern', 'fact', 'anti-pattern', 'example', 'principle'] as const;
const VERBS = ['requires', 'related', 'enhances'] as const;
/** Words of a label. */
const LABEL_WORDS = 7;

/** The sources of this number of atoms, each with one to four edges to others; at most some thousands. */
export function wordyAtoms(size: number): Record<string, string> {
  const random = new SeededRandom(25);
  const sentences = readSentences();
  const sentenceAt = (index: number): string => sentences[index % sentences.length] ?? '';
  const ids = Array.from({ length: size }, (_, index) => {
    const words =
      sentenceAt(index * 2)
        .toLowerCase()
        .match(/[a-z]{3,}/g) ?? [];
    return `@acme/${[KINDS[index % KINDS.length], ...words.slice(0, 3), index].join('-')}`;
  });
  return Object.fromEntries(
    ids.map((id, index) => {
      const label = sentenceAt(index * 2)
        .split(' ')
        .slice(0, LABEL_WORDS)
        .join(' ');
      const edges = VERBS.map((verb): [string, string[]] => [
        verb,
        Array.from({ length: random.chance(0.7) ? 1 : 0 }, () => random.pick(ids)),
      ]);
      return [
        `primes/sources/${id}.prime`,
        [
          `${KINDS[index % KINDS.length]} Atom${index} {`,
          `  id: "${id}"`,
          '  version: "1.0.0"',
          `  label: "${label}"`,
          `  description: "${sentenceAt(index * 2 + 1)}"`,
          ...edges.filter(([, to]) => to.length > 0).map(([verb, to]) => `  ${verb}: [${to.join(', ')}]`),
          '}',
        ].join('\n'),
      ];
    }),
  );
}

/** Sentences without quotes and marks. */
function readSentences(): string[] {
  const texts = globSync('docs/**/*.md', { cwd: ROOT })
    .toSorted()
    .map((path) => readFileSync(join(ROOT, path), 'utf8'));
  return texts
    .join(' ')
    .replaceAll(/[|#`*<>[\](){}"\\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=\.) /)
    .filter(({ length }) => length > 50 && length < 300);
}
