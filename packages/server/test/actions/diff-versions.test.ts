// The queries of a comparison do not grow with the size of the change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePrimeName, parseVersion } from '@prime-registry/protocol';
import { inventoryOf, startRegistry } from '@prime-registry/testkit';
import { newVersion } from '@prime-registry/testkit/versions';
import { diffVersions } from '../../src/actions/read-atoms/diff-versions.ts';

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
    assert.equal(await store.insertVersion(inserted, async () => undefined), true);
  }
  let askedFor = 0;
  const counting = {
    ...store,
    findKnownAtoms: (ids: readonly string[]) => {
      askedFor += ids.length;
      return store.findKnownAtoms(ids);
    },
  };
  const [name, from, to] = [parsePrimeName('@acme/many'), parseVersion('1.0.0'), parseVersion('1.1.0')];
  assert.ok(name.ok && from.ok && to.ok);
  const { diff, placeOf } = await diffVersions(counting, name.value, from.value, to.value);
  assert.equal(diff.edges[0]?.gained.length, 1600);
  assert.equal(askedFor, 1000);
  assert.equal(placeOf('@other/b-0-0'), 'dangling');
});
