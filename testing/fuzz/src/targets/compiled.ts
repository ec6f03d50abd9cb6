// Compiled atoms, alone and next to sources. An input contains several files, each after a line '%% path'.
import { isDeepStrictEqual } from 'node:util';
import { expect, type Target } from '../target.ts';
import { inventoryOf, outlineInventory, PRIME_WORDS, type PrimeFile } from './prime.ts';

const MARK = '%% ';
const FOLDER = 'compiled/@fuzz/one';

export const compiled: Target = {
  name: 'compiled',
  weight: 8,
  usualBytes: 3000,
  dictionary: [
    ...['atom.yaml', 'graph.yaml', 'chunks/summary.md', 'chunks/core.md', 'chunks/full.md'].map(
      (name) => `\n${MARK}${FOLDER}/${name}\n`,
    ),
    `\n${MARK}compiled/_index.xml\n`,
    `\n${MARK}compiled/@fuzz/two/atom.yaml\n`,
    `\n${MARK}primes/compiled/@fuzz/one/atom.yaml\n`,
    `\n${MARK}primes/x.prime\n`,
    '<atom id="@fuzz/one" kind="rule">',
    '</atom>',
    '<edge type="related" target="@fuzz/two"/>',
    '&lt;',
    '&#65;',
    '&x;',
    '<!DOCTYPE a>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<?',
    '?>',
    '/>',
    'id: "@fuzz/one"\n',
    'atom: "@fuzz/one"\n',
    'kind: rule\n',
    'relations:\n',
    '  - { type: related, target: "@fuzz/two" }\n',
    '*a',
    '&a ',
    ...PRIME_WORDS,
  ],
  open: () => ({ run: checkCompiled }),
};

async function checkCompiled(input: Buffer): Promise<string> {
  const files = splitFiles(input);
  const inventory = await inventoryOf(files);
  expect(isDeepStrictEqual(inventory, await inventoryOf(files)), 'two reads give different inventories');
  expect(
    isDeepStrictEqual(inventory, await inventoryOf(files.toReversed())),
    'the inventory depends on the order of the files',
  );
  const paths = new Set(files.map(({ path }) => path));
  for (const { path } of inventory.problems) {
    // Folders are reported by the path of their atom.yaml, even if that is missing.
    expect(paths.has(path) || path.endsWith('/atom.yaml'), `a problem is in the missing file ${path}`);
  }
  return outlineInventory(inventory);
}

/** The files of an input. If a path repeats, the first counts. */
function splitFiles(input: Buffer): PrimeFile[] {
  const files = new Map<string, PrimeFile>();
  for (const part of `\n${input.toString('latin1')}`.split(`\n${MARK}`).slice(1)) {
    const lineEnd = part.indexOf('\n');
    const path = Buffer.from(lineEnd === -1 ? part : part.slice(0, lineEnd), 'latin1').toString('utf8');
    const bytes = Buffer.from(lineEnd === -1 ? '' : part.slice(lineEnd + 1), 'latin1');
    if (!files.has(path)) files.set(path, { path, bytes });
  }
  return [...files.values()];
}
