// A compiled form of other sources: what is noticed, and what is read then.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compileAtoms } from '../../src/index.ts';
import { buildInventory, source } from '../build-inventory.ts';

const CHECK = 'Every response says how long it may be reused.';
const SOURCES = {
  'primes/one.prime': source(
    '@s/one',
    `  checks: ["${CHECK}", "A test fails on every response that lacks the header it needs."]`,
  ),
  'primes/two.prime': source('@s/two', '  checks: ["Each route has a test of its own."]'),
};
const ONE = 'compiled/@s/one/atom.yaml';

const edit = (from: string, to: string) => ({
  ...SOURCES,
  'primes/one.prime': SOURCES['primes/one.prime'].replace(from, to),
});

suite('the form that this package writes', async () => {
  const { atoms } = await buildInventory(SOURCES);
  const compiled = Object.fromEntries(
    Array.from(compileAtoms(atoms), ([path, text]) => [`compiled/${path}`, text]),
  );

  test('is stale after any change of a source, and then the texts are those of the source', async () => {
    for (const [from, to] of [
      [CHECK, 'x'],
      ['rule One', 'rule Another'],
      ['  version: "1.0.0"', '  version: "1.0.1"'],
      ['checks', 'tests'],
    ] as const) {
      const { stale, atoms: read, problems } = await buildInventory({ ...compiled, ...edit(from, to) });
      assert.equal(stale?.count, 1, from);
      assert.equal(stale.places[0]?.path, ONE);
      assert.ok(problems.some(({ path, severity }) => path === ONE && severity === 'warning'));
      const alone = await buildInventory(edit(from, to));
      assert.deepEqual(read[0]?.texts, alone.atoms[0]?.texts, from);
      assert.deepEqual(read[1]?.texts, alone.atoms[1]?.texts);
    }
  });

  test('is not stale after a change of layout and comments', async () => {
    const { stale } = await buildInventory({ ...compiled, ...edit('rule One {', '// why\nrule One   {\n') });
    assert.equal(stale, undefined);
  });

  test('is stale after an atom was added or deleted', async () => {
    const added = await buildInventory({ ...compiled, ...SOURCES, 'primes/three.prime': source('@s/three') });
    assert.deepEqual(added.stale?.places, [
      {
        path: 'primes/three.prime',
        message: "'@s/three' is not in the compiled form; compile the sources again",
      },
    ]);
    const deleted = await buildInventory({ ...compiled, 'primes/one.prime': SOURCES['primes/one.prime'] });
    assert.deepEqual(
      deleted.stale?.places.map(({ path, message }) => `${path} ${message}`),
      ["compiled/@s/two/atom.yaml '@s/two' has no source and was left out; compile the sources again"],
    );
  });

  test('is stale if its own files contradict each other', async () => {
    const index = compiled['compiled/_index.xml']?.replace('kind="rule"', 'kind="fact"') ?? '';
    const { stale } = await buildInventory({ ...compiled, ...SOURCES, 'compiled/_index.xml': index });
    assert.match(stale?.places[0]?.message ?? '', /its kind is 'rule' here and 'fact' in the index/);
  });

  test('of many atoms has a bounded list of places, and all are counted', async () => {
    const many = Array.from({ length: 300 }, (_, index) => source(`@s/more-${index}`)).join('');
    const { stale } = await buildInventory({
      ...compiled,
      ...SOURCES,
      'primes/more-1.prime': many.slice(0, many.indexOf('rule One', many.length / 2)),
      'primes/more-2.prime': many.slice(many.indexOf('rule One', many.length / 2)),
    });
    assert.deepEqual([stale?.count, stale?.places.length], [300, 200]);
  });
});

suite('the form of a compiler that records no hash', () => {
  const compiled = {
    [ONE]: 'id: "@s/one"\nkind: rule\nversion: "1.0.0"\ndescription: "It says one thing."\n',
    'compiled/@s/one/chunks/full.md': `# One\n\n## Checks\n- [ ] ${CHECK}\n- [ ] A test fails on every response\n  that lacks the header it needs.\n\n## Notes\nIn its own words, which are not in the source.\n`,
    'compiled/@s/two/atom.yaml': 'id: "@s/two"\n',
    'compiled/@s/two/chunks/full.md': '## Checks\n* Each route has a test of its own.\n',
  };

  test('is not stale if it wraps, marks and adds text', async () => {
    const { stale, atoms } = await buildInventory({ ...compiled, ...SOURCES });
    assert.equal(stale, undefined);
    assert.match(atoms[0]?.texts.full ?? '', /In its own words/);
  });

  test('is stale after a line of a copied section was edited, added or removed', async () => {
    const second = ', "A test fails on every response that lacks the header it needs."';
    for (const [from, to] of [
      [CHECK, 'Every response says when it becomes stale.'],
      [second, ''],
      [second, `${second}, "A third check that is long enough to count."`],
    ] as const) {
      const { stale, atoms } = await buildInventory({ ...compiled, ...edit(from, to) });
      assert.deepEqual(stale?.places, [
        {
          path: ONE,
          message: "the text of 'checks' in the source is another one; compile the sources again",
        },
      ]);
      assert.doesNotMatch(atoms[0]?.texts.full ?? '', /In its own words/);
    }
  });

  test('is not stale if no section is a copy: the compiler may write in its own words', async () => {
    const own = {
      ...compiled,
      'compiled/@s/two/chunks/full.md': '## Checks\nThere is one for every route, it says.\n',
    };
    assert.equal(
      (await buildInventory({ ...own, ...edit(CHECK, 'Something else entirely, at length.') })).stale,
      undefined,
    );
  });
});

test('a compiled form without sources is never stale', async () => {
  const { stale, atoms } = await buildInventory({ [ONE]: 'id: "@s/one"\nkind: rule\n' });
  assert.deepEqual([stale, atoms.length], [undefined, 1]);
});
