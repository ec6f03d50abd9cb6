// Each rule finds what it is for, at its place, and nothing in a good Prime.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FindingList, lintPrime, RULES } from '../src/index.ts';
import { atom, GOOD_FACTS, lint, readAtoms, readSource, show } from './lint-text.ts';

/** The rules found in atoms, with their lines in primes/a.prime. */
async function linesOf(...lines: readonly string[]): Promise<string[]> {
  return lint(await readSource(...lines))
    .list()
    .map(({ rule, line }) => `${rule} ${line}`);
}

test('a good Prime has no findings', async () => {
  const inventory = await readSource(
    atom('@s/a', 'requires: [@s/b]', 'see-also: [@other/x]'),
    atom('@s/b', 'conflicts: [@s/c]'),
    atom('@s/c', 'related: [@s/a]'),
  );
  assert.deepEqual(show(lint(inventory).list()), []);
});

describe('atoms', () => {
  const cases: Readonly<Record<string, readonly [readonly string[], ...string[]]>> = {
    'a syntax error': [[atom('@s/a'), 'rule B { id: "@s/b', '}'], 'unreadable-atom 2'],
    'the same id twice': [[atom('@s/a'), '', atom('@s/a')], 'duplicate-id 3'],
    'no description': [['rule A { id: "@s/a", version: "1.0.0" }'], 'missing-description 1'],
    'an empty description': [
      ['rule A { id: "@s/a", version: "1.0.0", description: "" }'],
      'missing-description 1',
      'unclear-source 1',
    ],
    'no version': [['rule A { id: "@s/a", description: "It says one thing" }'], 'missing-version 1'],
    'a key that is given twice': [[atom('@s/a', 'note: "x"', 'note: "y"')], 'unclear-source 1'],
    'a long text': [[atom('@s/a', `notes-of-core: "${'word '.repeat(2600)}"`)], 'oversized-atom 1'],
    'the same content under two ids': [
      [
        'rule A { id: "@s/a", version: "1.0.0", label: "A", description: "It says one thing" }',
        'rule B { id: "@s/b", version: "2.0.0", label: "B", description: "It says one thing" }',
      ],
      'duplicate-content 2',
    ],
  };
  for (const [title, [lines, ...expected]] of Object.entries(cases)) {
    test(`${title}`, async () => assert.deepEqual(await linesOf(...lines), expected));
  }

  test('the same content in another kind is no duplicate', async () => {
    const same = 'version: "1.0.0", description: "It says one thing"';
    assert.deepEqual(await linesOf(`rule A { id: "@s/a", ${same} }`, `fact B { id: "@s/b", ${same} }`), []);
  });

  test('a Prime without atoms', async () =>
    assert.deepEqual(show(lint(await readAtoms({})).list()), ['pack.yaml:undefined:undefined no-atoms']));

  test('a compiled form that differs from its source', async () => {
    const inventory = await readAtoms({
      'primes/a.prime': atom('@s/a'),
      'compiled/@s/a/atom.yaml': 'id: "@s/a"\nversion: 2.0.0\nkind: rule\ndescription: "About @s/a"\n',
    });
    assert.deepEqual(show(lint(inventory).list()), [
      'compiled/@s/a/atom.yaml:undefined:undefined stale-compiled',
    ]);
  });
});

describe('edges', () => {
  test('to an atom of the Prime that does not exist', async () => {
    const inventory = await readSource(atom('@s/a', 'requires: [@s/gone]'));
    assert.deepEqual(show(lint(inventory).list()), ['primes/a.prime:1:1 dangling-edge']);
    assert.deepEqual(
      show(lint(inventory, (target) => target === '@s/gone').list()),
      [],
      'another Prime has it',
    );
  });

  test('to the atom itself', async () => {
    assert.deepEqual(await linesOf(atom('@s/a', 'requires: [@s/a]')), ['self-edge 1']);
  });

  test('that need and exclude the same atom', async () => {
    assert.deepEqual(await linesOf(atom('@s/a', 'requires: [@s/b]', 'conflicts: [@s/b]'), atom('@s/b')), [
      'edge-contradiction 1',
    ]);
    assert.deepEqual(await linesOf(atom('@s/a', 'related: [@s/b]', 'conflicts: [@s/b]'), atom('@s/b')), []);
  });

  test('that need two atoms which exclude each other, once for a pair', async () => {
    const needs = atom('@s/a', 'requires: [@s/b]', 'extends: [@s/c]');
    const [b, c] = [atom('@s/b', 'contradicts: [@s/c]'), atom('@s/c', 'contradicts: [@s/b]')];
    assert.deepEqual(await linesOf(needs, b, c), ['contradictory-needs 1']);
    assert.deepEqual(await linesOf(needs, b, atom('@s/c')), ['contradictory-needs 1']);
    assert.deepEqual(await linesOf(atom('@s/a', 'see-also: [@s/b, @s/c]'), b, c), []);
  });
});

test('description, license and README', async () => {
  const inventory = await readSource(atom('@s/a'));
  const facts = { ...GOOD_FACTS, description: 'Rules', license: 'Mine', readmeLength: 0 };
  const placeOf = (field: string) => ({ line: field === 'license' ? 3 : 2, column: 1 });
  assert.deepEqual(show(lintPrime({ inventory, facts, placeOf }).list()), [
    'pack.yaml:undefined:undefined missing-readme',
    'pack.yaml:2:1 short-description',
    'pack.yaml:3:1 license-not-spdx',
  ]);
  const short = lintPrime({ inventory, facts: { ...GOOD_FACTS, readmeLength: 10 } }).list();
  assert.deepEqual(show(short), ['README.md:undefined:undefined missing-readme']);
});

test('every finding says what to do, and has the severity of its rule', async () => {
  const inventory = await readSource(
    atom('@s/a', 'requires: [@s/gone, @s/a]'),
    'rule B { id: "x" }',
    'rule C {}',
  );
  for (const { rule, severity, message, remedy } of lint(inventory).list()) {
    assert.equal(severity, RULES[rule].severity);
    assert.ok(message.length > 0 && remedy.length > 0, rule);
  }
});

test('a list counts all findings and keeps the first of each rule', () => {
  const list = new FindingList(2);
  for (let line = 1; line <= 5; line += 1) {
    list.add('self-edge', () => ({ path: 'b', line, message: '' }));
    list.add('no-atoms', () => ({ path: 'a', line, message: '' }));
  }
  assert.deepEqual(show(list.list()), [
    'a:1:undefined no-atoms',
    'a:2:undefined no-atoms',
    'b:1:undefined self-edge',
    'b:2:undefined self-edge',
  ]);
  assert.deepEqual(list.counts, { 'self-edge': 5, 'no-atoms': 5 });
});

test('atoms that all need and exclude each other are linted in bounded memory', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `@s/${index}`);
  const all = ids.join(', ');
  const inventory = await readSource(
    ...ids.map((id) => atom(id, `requires: [${all}, @s/gone]`, `conflicts: [${all}]`)),
  );
  const list = lint(inventory);
  assert.equal(list.counts['dangling-edge'], 100);
  assert.ok(list.list().length <= 5000);
});
