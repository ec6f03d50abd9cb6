// What a removal leaves to be finished, and the words of removed versions.
import assert from 'node:assert/strict';
import type { RegistryStore } from '@prime-registry/store';
import { ACT, insert, versionOf } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';

const NAME = '@acme/web-style';
const { signal } = new AbortController();

const remove = (store: RegistryStore, version: string) =>
  store.removeVersion({
    ...{ name: NAME, version: versionOf(version), category: 'secret', reason: undefined },
    ...{ removedAtMs: 1, act: { ...ACT, action: 'remove' } },
  });

export function testUnfinishedRemovals(open: OpenStore): void {
  testWithStore(open, 'a removal notes its tarball and its words until they are finished', async (store) => {
    await insert(store, { version: '1.0.0' });
    await insert(store, { version: '1.1.0', sha256: 'cd'.repeat(32) });
    assert.deepEqual(await store.listUnfinishedRemovals('tarball', 9), []);
    await remove(store, '1.1.0+build');
    const left = { name: NAME, identity: '1.1.0', sha256: 'cd'.repeat(32) };
    const tarballs = await store.listUnfinishedRemovals('tarball', 9);
    assert.deepEqual(tarballs, [{ part: 'tarball', ...left }]);
    await store.finishRemovals(tarballs);
    assert.deepEqual(await store.listUnfinishedRemovals('tarball', 9), []);
    assert.deepEqual(await store.listUnfinishedRemovals('words', 9), [{ part: 'words', ...left }]);
    // A repeated removal has nothing to do.
    await remove(store, '1.1.0');
    assert.deepEqual(await store.listUnfinishedRemovals('tarball', 9), []);
    await remove(store, '1.0.0');
    assert.equal((await store.listUnfinishedRemovals('words', 1)).length, 1);
    assert.equal((await store.listUnfinishedRemovals('words', 9)).length, 2);
  });

  testWithStore(open, 'words that a Prime still has are found and corrected after erasing', async (store) => {
    const text = async (word: string) => (await store.search({ text: word, limit: 9, offset: 0 })).total;
    await insert(store, { version: '1.0.0', readme: 'flowers in the garden' });
    await insert(store, { version: '1.1.0', readme: 'flowers and quinqueremes', sha256: 'cd'.repeat(32) });
    await insert(store, { name: '@acme/other', description: 'All about umbrellas' });
    assert.equal(await text('quinquerames'), 1);
    await remove(store, '1.1.0');
    await store.eraseWords(signal);
    assert.deepEqual(
      [await text('quinqueremes'), await text('quinquerames'), await text('flowerz')],
      [0, 0, 1],
    );
    assert.deepEqual([await text('umbrellaz'), await text('gardan')], [1, 1]);
    assert.deepEqual(await store.findDefects(), []);
    // Learnt again with the next version that has it.
    await insert(store, { version: '1.2.0', readme: 'again quinqueremes', sha256: 'ef'.repeat(32) });
    assert.equal(await text('quinquerames'), 1);
    await assert.rejects(store.eraseWords(AbortSignal.abort()), { name: 'AbortError' });
  });
}
