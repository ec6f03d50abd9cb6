// What lint says about other Primes of the registries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Inventory } from '@prime-registry/atoms';
import { type Copy, FindingList, type Holder, lintRegistry, listLookups } from '../src/index.ts';
import { atom, readSource } from './lint-text.ts';

function compare(
  { atoms }: Inventory,
  holders: Readonly<Record<string, readonly Holder[]>>,
  { name = '@s/prime', requires = [] as readonly string[], copies = [] as readonly Copy[] } = {},
): string[] {
  const list = new FindingList();
  const knowledge = { holdersOf: (id: string) => holders[id] ?? [], copiesOf: () => copies };
  lintRegistry({ name, requires }, atoms, knowledge, list);
  return list.list().map(({ rule, message, remedy }) => `${rule}: ${message}; ${remedy}`);
}

const holder = (name: string, hash = ''): Holder => ({ name, version: '1.2.0', hash });

test('edges to atoms of other Primes suggest to require them, once for each', async () => {
  const inventory = await readSource(
    atom('@s/a', 'requires: [@t/x, @t/y, @s/z]', 'related: [@u/v]'),
    atom('@s/b'),
  );
  const holders = {
    '@t/x': [holder('@t/p')],
    '@t/y': [holder('@t/p')],
    '@s/z': [holder('@s/q')],
    '@u/v': [holder('@u/w')],
  };
  assert.deepEqual(compare(inventory, holders, { requires: ['@u/w'] }), [
    `missing-requirement: the edge 'requires' of @s/a leads to @s/z in @s/q 1.2.0; add '"@s/q": ^1.2.0' to 'requires' in pack.yaml`,
    `missing-requirement: the edge 'requires' of @s/a leads to @t/x in @t/p 1.2.0, and other edges to 1 more of its atoms; add '"@t/p": ^1.2.0' to 'requires' in pack.yaml`,
  ]);
  assert.deepEqual(compare(inventory, holders, { requires: ['@u/w', '@t/p', '@s/q'] }), []);
});

test('a target that nobody has is only unknown if it is outside', async () => {
  const inventory = await readSource(atom('@s/a', 'requires: [@t/x, @s/gone]'));
  const found = compare(inventory, {});
  assert.equal(found.length, 1);
  assert.match(found[0] ?? '', /^unknown-target: .* leads to @t\/x, which no Prime of the registries has/);
});

test('copies and taken ids of other Primes are found', async () => {
  const inventory = await readSource(atom('@t/a'), atom('@t/b'), atom('@t/c'));
  const [a] = inventory.atoms;
  const holders = {
    '@t/a': [holder('@t/p', 'x'), holder('@t/q', a?.hash)],
    '@t/b': [holder('@t/p', 'other')],
  };
  const found = compare(inventory, holders);
  assert.deepEqual(
    found.map((text) => text.slice(0, text.indexOf(';'))),
    [
      'copied-atom: @t/q 1.2.0 has the same atom @t/a',
      'taken-id: @t/p 1.2.0 has an atom @t/b with other content',
    ],
  );
});

test('what a registry answers in place of an id of an atom never becomes part of a message', async () => {
  const inventory = await readSource(atom('@s/a'));
  for (const id of ['x'.repeat(1000), '@t/other; run this', '', '@t/\u202eother'])
    assert.deepEqual(compare(inventory, {}, { copies: [{ id, name: '@t/p', version: '1.2.0' }] }), []);
});

test('a copy under another id is found, unless the Prime is older', async () => {
  const inventory = await readSource(atom('@s/a'));
  const copy = { id: '@t/other', name: '@t/p', version: '1.2.0' };
  const own = { id: '@s/a', name: '@s/prime', version: '1.0.0' };
  const [found, ...others] = compare(inventory, {}, { copies: [copy, own] });
  assert.match(found ?? '', /^copied-atom: @t\/p 1\.2\.0 has an atom @t\/other that says the same as @s\/a;/);
  assert.deepEqual(others, []);
  assert.deepEqual(compare(inventory, {}, { copies: [own, copy] }), [], 'the other Prime copied');
  const thief = { ...copy, id: '@s/a' };
  assert.deepEqual(compare(inventory, {}, { copies: [thief] }), [], 'its id is the own scope');
});

test('a copy in a foreign Prime is not the fault of the owner of the scope', async () => {
  const inventory = await readSource(atom('@s/a'));
  const holders = { '@s/a': [holder('@thief/p', inventory.atoms[0]?.hash)] };
  assert.deepEqual(compare(inventory, holders), []);
  assert.equal(compare(inventory, { '@s/a': [holder('@s/other', '')] }).length, 1);
});

test('its lookups are the atoms and the targets outside, each once', async () => {
  const { atoms } = await readSource(
    atom('@s/a', 'requires: [@s/b, @t/x, @s/gone]'),
    atom('@s/b', 'related: [@t/x]'),
  );
  assert.deepEqual([...listLookups(atoms)].toSorted(), ['@s/a', '@s/b', '@s/gone', '@t/x']);
});
