// The compiled form alone, and together with sources.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildInventory, describe, source } from '../build-inventory.ts';

const ATOM = `id: "@s/one"
kind: rule
version: "1.0.0"
description: "It says
  one thing."
domain: style
relations:
  - { type: related, target: "@s/two" }
`;
const COMPILED = {
  'compiled/@s/one/atom.yaml': ATOM,
  'compiled/@s/one/graph.yaml': 'atom: "@s/one"\nrelations:\n  - type: related\n    target: "@s/two"\n',
  'compiled/@s/one/chunks/summary.md': '# OneThing [rule] v1.0.0\nShort.\n',
  'compiled/@s/one/chunks/core.md': 'Longer.\n',
  'compiled/@s/one/chunks/full.md': 'All of it.\n\n',
  'compiled/_index.xml': `<prime_index total="2"><cluster name="s">
  <atom id="@s/one" kind="rule" tokens="3">It says&apos; …<edge type="related" target="@s/two"/></atom>
  <atom id="@s/two" kind="fact">Two &amp; more</atom>
</cluster></prime_index>`,
};
const SOURCES = {
  'primes/one.prime': source('@s/one', '  domain: style', '  related: [@s/two]', '  uses: [@s/two]'),
  'primes/two.prime': source('@s/two').replace('rule', 'fact'),
};

test('without sources the atoms are those of the folders and of the index', async () => {
  const { atoms, problems } = await buildInventory(COMPILED);
  assert.deepEqual(problems, []);
  const [one, two] = atoms;
  const { hash, tokens, fields, ...facts } = one ?? assert.fail();
  assert.deepEqual(facts, {
    id: '@s/one',
    kind: 'rule',
    name: 'OneThing',
    version: '1.0.0',
    label: undefined,
    description: 'It says one thing.',
    domain: 'style',
    tags: [],
    edges: [{ verb: 'related', target: '@s/two', standing: 'inside' }],
    origin: 'compiled',
    path: 'compiled/@s/one/atom.yaml',
    line: undefined,
    texts: { summary: '# OneThing [rule] v1.0.0\nShort.', core: 'Longer.', full: 'All of it.' },
    source: undefined,
  });
  assert.match(hash, /^[0-9a-f]{64}$/);
  assert.equal(tokens.core, 2);
  assert.ok(fields.some(({ field }) => field === 'relations'));
  assert.deepEqual(
    [two?.kind, two?.name, two?.description, two?.path],
    ['fact', 'two', 'Two & more', 'compiled/_index.xml'],
  );
});

test('with sources, these define the atoms, and chunks are their texts', async () => {
  const { atoms, problems } = await buildInventory({ ...COMPILED, ...SOURCES });
  assert.deepEqual(problems, []);
  const [one, two] = atoms;
  assert.deepEqual([one?.name, one?.origin, one?.path, one?.line], ['One', 'source', 'primes/one.prime', 1]);
  assert.deepEqual(one?.texts.core, 'Longer.');
  assert.match(two?.texts.core ?? '', /^# One \[fact\] v1\.0\.0\n\nIt says one thing\./);
  const { atoms: bare } = await buildInventory(SOURCES);
  assert.equal(bare[0]?.hash, one?.hash);
});

test('the compiled form does not replace an unreadable source', async () => {
  for (const text of ['rule One {', ' '.repeat(256 * 1024 + 1)]) {
    const { atoms } = await buildInventory({ ...COMPILED, 'primes/one.prime': text });
    assert.deepEqual(atoms, []);
  }
});

test('a changed text changes the hash of an atom without a source', async () => {
  const hashOf = async (files: Record<string, string>): Promise<string | undefined> =>
    (await buildInventory(files)).atoms[0]?.hash;
  const changed = { ...COMPILED, 'compiled/@s/one/chunks/full.md': 'All of it, and more.' };
  assert.notEqual(await hashOf(changed), await hashOf(COMPILED));
});

suite('a contradiction is a warning', () => {
  const yaml = 'compiled/@s/one/atom.yaml';
  const cases: [title: string, files: Record<string, string>, warnings: RegExp[]][] = [
    [
      'of the kind',
      { [yaml]: ATOM.replace('rule', 'fact') },
      [/'kind' is 'fact' here, but in the source it is 'rule'/, /'fact' here and 'rule' in the index/],
    ],
    [
      'of the version',
      { [yaml]: ATOM.replace('1.0.0', '1.0.1') },
      [/'version' is '1\.0\.1' here, but in the source it is '1\.0\.0'/],
    ],
    ['of the domain', { [yaml]: ATOM.replace('style', 'x') }, [/'domain' is 'x' here/]],
    [
      'of the description',
      { [yaml]: ATOM.replace('one thing', 'two') },
      [/'description' is 'It says two\.' here/],
    ],
    [
      'of an edge that is not in the source',
      { 'primes/one.prime': source('@s/one', '  domain: style', '  uses: [@s/two]') },
      [/the source has no edge 'related @s\/two'/],
    ],
    [
      'of an edge that only the source has',
      { 'primes/one.prime': `${SOURCES['primes/one.prime'].replace('related: [', 'related: [@s/three, ')}` },
      [/the edge 'related @s\/three' of the source is missing/],
    ],
    [
      'between two compiled files',
      { 'compiled/@s/one/graph.yaml': 'atom: "@s/one"\nrelations: []\n' },
      [/the edge 'related @s\/two' is not both here and in graph\.yaml/],
    ],
    [
      'of an atom without a source',
      { 'primes/one.prime': '// gone\n' },
      [/'@s\/one' has no source and was left out/],
    ],
    [
      'of a source that was not compiled',
      { 'primes/x.prime': source('@s/new') },
      [/^warning primes\/x\.prime:1 '@s\/new' is not in the compiled form/],
    ],
  ];
  for (const [title, files, warnings] of cases) {
    test(title, async () => {
      const { problems } = await buildInventory({ ...COMPILED, ...SOURCES, ...files });
      const texts = describe(problems);
      assert.equal(texts.length, warnings.length, texts.join('\n'));
      for (const [index, warning] of warnings.entries()) assert.match(texts[index] ?? '', warning);
      assert.ok(problems.every(({ severity }) => severity === 'warning'));
    });
  }
});

suite('unreadable parts of the compiled form are reported, and the rest is read', () => {
  const cases: [title: string, files: Record<string, string>, problem: RegExp][] = [
    [
      'YAML that is none',
      { 'compiled/@s/one/atom.yaml': 'id: [' },
      /^error compiled\/@s\/one\/atom\.yaml:1 this file is not valid YAML/,
    ],
    [
      'a repeated key',
      { 'compiled/@s/one/atom.yaml': `${ATOM}kind: fact\n` },
      /^warning .*atom\.yaml:9 'kind' is given more than once/,
    ],
    [
      'a relation to nowhere',
      {
        'compiled/@s/one/graph.yaml':
          'atom: "@s/one"\nrelations:\n  - { type: related, target: "@s/two" }\n  - { type: x }\n',
      },
      /^warning .*graph\.yaml 1 of the relations have no valid type/,
    ],
    [
      'an index with a wrong id',
      { 'compiled/_index.xml': '<a>\n<atom id="x" kind="rule"/></a>' },
      /^error compiled\/_index\.xml:2 'x' is not a valid atom id/,
    ],
    [
      'a folder without a name',
      { 'compiled/odd/atom.yaml': 'kind: rule\n' },
      /^warning compiled\/odd\/atom\.yaml this file has no valid atom id/,
    ],
    [
      'a chunk with a hidden character',
      { 'compiled/@s/one/chunks/core.md': 'x\u202e' },
      /^error compiled\/@s\/one\/chunks\/core\.md this text has the unprintable character U\+202E/,
    ],
    [
      'a chunk that is too long',
      { 'compiled/@s/one/chunks/core.md': 'x'.repeat(65_537) },
      /^error .*core\.md this file has 65537 bytes and was not read/,
    ],
  ];
  for (const [title, files, problem] of cases) {
    test(title, async () => {
      const { atoms, problems } = await buildInventory({ ...COMPILED, ...files });
      assert.ok(
        describe(problems).some((text) => problem.test(text)),
        describe(problems).join('\n'),
      );
      assert.ok(atoms.some(({ id }) => id === '@s/one'));
    });
  }
});
