// What both sides install: small packages of text whose content is the same in every run.
import { randomNumbers } from './random-numbers.ts';

/** One package; as a Prime and as an npm package it has the same name, version and files. */
export interface SamplePackage {
  readonly name: string;
  readonly version: string;
  /** Contents by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Requirement on a sample's version, as a project states it. */
export const SAMPLE_RANGE = '^1.0.0';

const FILES = ['README.md', 'docs/guide.md', 'docs/reference.md', 'notes/decisions.md', 'notes/sources.md'];
const WORDS_PER_FILE = 120;
const WORDS = (
  'registry version package publish install resolve tarball digest manifest scope name range lock cache ' +
  'tree folder file read write stream limit error answer request client server token yank search list page'
).split(' ');

/** The first `count` samples: five files and about 4 KB each. */
export function listSamples(count: number): SamplePackage[] {
  return Array.from({ length: count }, (_, index) => {
    const random = randomNumbers(index + 1);
    return {
      name: `@bench/p${String(index + 1).padStart(3, '0')}`,
      version: '1.0.0',
      files: Object.fromEntries(FILES.map((path) => [path, `# ${path}\n\n${prose(random)}\n`])),
    };
  });
}

function prose(random: () => number): string {
  const words = Array.from({ length: WORDS_PER_FILE }, () => WORDS[random() % WORDS.length]);
  return words.join(' ').replace(/(?:\S+ ){12}/g, '$&\n');
}
