// Several files together: which atoms are used, the targets of edges, and the limits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InventoryBuilder } from '../../src/index.ts';
import { buildInventory, describe, source } from '../build-inventory.ts';

test('of two atoms with one id the first by path and line is used, for any order of the files', async () => {
  const files: [string, string][] = [
    ['primes/b.prime', source('@s/one', '  label: "second"')],
    ['primes/a.prime', `${source('@s/two')}${source('@s/one', '  label: "first"')}`],
  ];
  for (const order of [files, files.toReversed()]) {
    const { atoms, problems } = await buildInventory(Object.fromEntries(order));
    assert.deepEqual(
      atoms.map(({ id, label }) => [id, label]),
      [
        ['@s/one', 'first'],
        ['@s/two', undefined],
      ],
    );
    assert.deepEqual(describe(problems), [
      "error primes/b.prime:1 '@s/one' is defined already in primes/a.prime, line 7, which is used; give this atom another id",
    ]);
  }
});

test('an edge is inside, dangling or outside by the ids and the scopes of the Prime', async () => {
  const { atoms } = await buildInventory({
    'primes/a.prime': source('@s/one', '  related: [@t/two, @t/none, @u/two]'),
    'primes/b.prime': source('@t/two', '  related: [@s/one]'),
  });
  assert.deepEqual(
    atoms.flatMap(({ edges }) => edges.map(({ target, standing }) => `${target} ${standing}`)),
    ['@t/two inside', '@t/none dangling', '@u/two outside', '@s/one inside'],
  );
});

test('only files with atoms are wanted', () => {
  const builder = new InventoryBuilder();
  const paths: [path: string, isWanted: boolean][] = [
    ['primes/x.prime', true],
    ['primes/sources/@s/x.prime', true],
    ['x.prime', false],
    ['primes/x.md', false],
    ['primes/\u202ex.prime', false],
    [`primes/${'x'.repeat(1024)}.prime`, false],
    ['compiled/_index.xml', true],
    ['primes/compiled/_index.xml', true],
    ['compiled/@s/one/atom.yaml', true],
    ['compiled/@s/one/graph.yaml', true],
    ['compiled/@s/one/chunks/core.md', true],
    ['compiled/@s/one/chunks/tiny.md', false],
    ['compiled/@s/one/quality.yaml', false],
    ['compiled/atom.yaml', false],
    ['pack.yaml', false],
  ];
  for (const [path, isWanted] of paths) assert.equal(builder.wants(path, 10), isWanted, path);
});

test('a Prime with more atoms than the limit has the first ones, and one problem', async () => {
  const builder = new InventoryBuilder();
  for (let file = 0; file < 101; file += 1) {
    const atoms = Array.from({ length: 100 }, (_, index) => source(`@s/a${file}-${index}`));
    builder.add(`primes/${file}.prime`, new TextEncoder().encode(atoms.join('')));
  }
  const { atoms, problems, problemCount } = await builder.finish();
  assert.equal(atoms.length, 10_000);
  assert.equal(problemCount, 1);
  assert.match(
    describe(problems)[0] ?? '',
    /^error primes\/100\.prime this and all later atoms were not read/,
  );
});

test('text beyond the limit is not kept', async () => {
  const builder = new InventoryBuilder();
  const text = `  statement: "${'x'.repeat(200_000)}"`;
  for (let file = 0; file < 200; file += 1) {
    builder.add(`primes/${file}.prime`, new TextEncoder().encode(source(`@s/a${file}`, text)));
  }
  const { atoms, problemCount } = await builder.finish();
  assert.ok(atoms.length > 100 && atoms.length < 150, `${atoms.length} atoms`);
  assert.equal(problemCount, 1);
});

test('files beyond the limit are not read', async () => {
  const builder = new InventoryBuilder();
  const yaml = new TextEncoder().encode(`id: "@s/one"\n# ${'x'.repeat(30_000)}\n`);
  for (let file = 0; file < 100; file += 1) builder.add(`compiled/@s/a${file}/atom.yaml`, yaml);
  const comment = new Uint8Array(256 * 1024).fill(0x20);
  for (let file = 0; file < 300; file += 1) builder.add(`primes/${file}.prime`, comment);
  const { problems } = await builder.finish();
  assert.deepEqual(
    describe(problems).filter((problem) => problem.includes('later files')),
    [
      'error compiled/@s/a69/atom.yaml this and later files were not read: a Prime has at most 2097152 bytes of atom.yaml and graph.yaml',
      'error primes/248.prime this and later files were not read: a Prime has at most 67108864 bytes of files with atoms',
    ],
  );
});

test('problems beyond the limit are counted, and errors are listed before warnings', async () => {
  const warnings = Array.from({ length: 150 }, (_, index) => `rule One {\n  id: "@s/a${index}"\n}\n`);
  const { problems, problemCount } = await buildInventory({
    'primes/a.prime': warnings.join(''),
    'primes/b.prime': 'rule One {}\n'.repeat(100),
  });
  assert.equal(problemCount, 400);
  assert.equal(problems.length, 200);
  assert.equal(problems.filter(({ severity }) => severity === 'error').length, 100);
});

test('the listed problems do not depend on the order of the files', async () => {
  const files = Array.from({ length: 9 }, (_, file): [string, string] => [
    `primes/${file}.prime`,
    'rule One {}\n'.repeat(100),
  ]);
  const { problems } = await buildInventory(Object.fromEntries(files));
  assert.deepEqual([problems.length, problems[0]?.line, problems.at(-1)?.path], [200, 1, 'primes/1.prime']);
  const { problems: others } = await buildInventory(Object.fromEntries(files.toReversed()));
  assert.deepEqual(others, problems);
});

test('an inventory is plain data', async () => {
  const inventory = await buildInventory({ 'primes/a.prime': source('@s/one', '  related: [@s/two]') });
  assert.deepEqual(JSON.parse(JSON.stringify(inventory)).atoms[0].hash, inventory.atoms[0]?.hash);
  assert.deepEqual(structuredClone(inventory), inventory);
});
