// The queries of a comparison do not grow with the size of the change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AtomDiff } from '@prime-registry/protocol';
import { inventoryOf, startRegistry } from '@prime-registry/testkit';
import { insertNew, newVersion } from '@prime-registry/testkit/versions';

test('only the targets of shown edges are looked up', async (t) => {
  const registry = await startRegistry();
  t.after(() => registry.stop());
  const { store } = registry;
  const sources = Array.from({ length: 8 }, (_, atom) => ({
    id: `@acme/a-${atom}`,
    edges: { see: Array.from({ length: 200 }, (_edge, edge) => `@other/b-${atom}-${edge}`) },
  }));
  for (const [version, atoms] of [
    ['1.0.0', []],
    ['1.1.0', sources],
  ] as const) {
    const inserted = newVersion({ name: '@acme/many', version, inventory: await inventoryOf(atoms) });
    assert.equal(await insertNew(store, inserted), true);
  }
  let askedFor = 0;
  const { findKnownAtoms } = store;
  Object.assign(store, {
    findKnownAtoms: (ids: readonly string[]) => {
      askedFor += ids.length;
      return findKnownAtoms(ids);
    },
  });
  const answer = await registry.anonymous.get('/-/primes/@acme/many/diff/1.0.0...1.1.0');
  const { counts, edges_gained } = answer.json as AtomDiff;
  assert.equal(counts.edges_gained, 1600);
  assert.equal(edges_gained.length, 1000);
  assert.equal(askedFor, 1000);
  assert.equal(edges_gained[0]?.standing, 'dangling');
});
