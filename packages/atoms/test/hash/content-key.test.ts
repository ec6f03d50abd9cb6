// What decides whether two atoms say the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentKeyOf, InventoryBuilder } from '../../src/index.ts';

async function keyOf(source: string): Promise<string | undefined> {
  const builder = new InventoryBuilder();
  builder.add('primes/a.prime', new TextEncoder().encode(source));
  const { atoms } = await builder.finish();
  const [atom] = atoms;
  assert.ok(atom !== undefined);
  return contentKeyOf(atom);
}

const SAYS = 'description: "Says one thing", tags: [one, two]';

test('id, name, version and edges do not decide', async () => {
  const key = await keyOf(
    `rule A { id: "@acme/rule-a", version: "1.0.0", ${SAYS}, related: [@acme/rule-b] }`,
  );
  assert.match(key ?? '', /^[0-9a-f]{16}$/);
  assert.equal(await keyOf(`rule Other { id: "@thief/rule-x", version: "2.0.0", ${SAYS} }`), key);
  assert.equal(await keyOf(`rule A { ${SAYS}, requires: [@t/x], id: "@t/y" }`), key);
});

test('kind and every other field decide', async () => {
  const all = await Promise.all(
    [
      `rule A { id: "@acme/a", ${SAYS} }`,
      `fact A { id: "@acme/a", ${SAYS} }`,
      `rule A { id: "@acme/a", ${SAYS}, example: "One" }`,
      'rule A { id: "@acme/a", description: "Says one thing", tags: [two, one] }',
      'rule A { id: "@acme/a", description: "Says one thing." }',
    ].map(keyOf),
  );
  assert.equal(new Set(all).size, all.length);
});

test('an atom without a description has no key', async () => {
  assert.equal(await keyOf('rule A { id: "@acme/a", version: "1.0.0" }'), undefined);
});
