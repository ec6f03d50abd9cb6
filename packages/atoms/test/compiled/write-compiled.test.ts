// The compiled form that is written, as it is read back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { type Atom, compileAtoms, type Inventory } from '../../src/index.ts';
import { buildInventory, source } from '../build-inventory.ts';
import { atomModels, printAtom, Style, styles } from '../random-atoms.ts';

type Files = Readonly<Record<string, string>>;

function compile({ atoms }: Inventory): Record<string, string> {
  return Object.fromEntries(Array.from(compileAtoms(atoms), ([path, text]) => [`compiled/${path}`, text]));
}

/** What agents read of an atom. */
const read = ({ id, kind, version, description, domain, texts, edges }: Atom) => ({
  ...{ id, kind, version, description: description.replaceAll(/\s+/g, ' '), domain },
  texts: Object.values(texts).map((text) => text.trimEnd()),
  edges: edges.map(({ verb, target }) => `${verb} ${target}`),
});

async function requireSame(sources: Files): Promise<void> {
  const inventory = await buildInventory(sources);
  const compiled = compile(inventory);
  const both = await buildInventory({ ...sources, ...compiled });
  assert.equal(both.stale, undefined);
  assert.deepEqual(both.atoms.map(read), inventory.atoms.map(read));
  // Warnings of hidden characters are for each file that has them.
  assert.deepEqual(
    both.problems.filter(({ severity }) => severity === 'error'),
    inventory.problems.filter(({ severity }) => severity === 'error'),
  );
}

test('compiled atoms say the same as their sources, whatever is in these', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(atomModels, { minLength: 1, maxLength: 4 }),
      styles,
      async (models, choices) => {
        const text = models.map((model) => printAtom(model, new Style(choices))).join('\n');
        await requireSame({ 'primes/a.prime': text });
      },
    ),
  );
});

test('the compiled form alone has the same facts, edges and texts', async () => {
  const inventory = await buildInventory({
    'primes/a.prime': source(
      '@s/one',
      '  domain: "a & b"',
      '  checks: ["<one> \\"two\\" & \'three\'"]',
      '  related: [@s/two, @t/x]',
      '  requires: [@s/two]',
    ),
    'primes/b.prime': source('@s/two').replace('rule', 'anti-pattern'),
  });
  const only = await buildInventory(compile(inventory));
  assert.deepEqual(only.problems, []);
  assert.deepEqual(only.atoms.map(read), inventory.atoms.map(read));
  const [index] = Object.values(compile(inventory));
  const indexOnly = await buildInventory({ 'compiled/_index.xml': index ?? '' });
  assert.deepEqual(
    indexOnly.atoms.map(({ id, kind, edges }) => [id, kind, edges.length]),
    [
      ['@s/one', 'rule', 3],
      ['@s/two', 'anti-pattern', 0],
    ],
  );
});

test('texts beyond the size of a chunk are cut between characters', async () => {
  for (const character of ['ä', '日', '🙂']) {
    const text = character.repeat(60_000 / character.length);
    const sources = { 'primes/a.prime': source('@s/one', `  statement: "${text}"`) };
    const { atoms } = await buildInventory(sources);
    const both = await buildInventory({ ...sources, ...compile({ atoms, problems: [], problemCount: 0 }) });
    assert.deepEqual([both.problems, both.stale], [[], undefined]);
    const full = both.atoms[0]?.texts.full ?? '';
    assert.ok(full.endsWith(`${character}…`), full.slice(-3));
    assert.ok(new TextEncoder().encode(full).length > 65_000);
  }
});

test('the files do not depend on the order of the atoms', async () => {
  const { atoms } = await buildInventory({ 'primes/a.prime': `${source('@s/b')}${source('@s/a')}` });
  const files = [...compileAtoms(atoms)];
  assert.deepEqual([...compileAtoms(atoms.toReversed())], files);
  assert.deepEqual(files.map(([path]) => path).slice(0, 3), [
    '_index.xml',
    '@s/a/atom.yaml',
    '@s/a/graph.yaml',
  ]);
});
