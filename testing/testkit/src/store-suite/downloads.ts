// Downloads by version and day.
import assert from 'node:assert/strict';
import { insert } from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const NAME = '@acme/web-style';

export function testDownloads(open: OpenStore): void {
  testWithStore(open, 'downloads add up by version and day', async (store) => {
    await insert(store, { version: '1.0.0+build' });
    await insert(store, { version: '2.0.0' });
    await insert(store, { name: '@acme/other' });
    const count = (identity: string, day: number, downloads: number) => ({
      name: NAME,
      identity,
      day,
      downloads,
    });
    await store.addDownloads([count('2.0.0', 20001, 1), count('1.0.0', 20001, 2)]);
    await store.addDownloads([count('1.0.0', 20001, 40), count('1.0.0', 20000, 5)]);
    await store.addDownloads([]);
    const all = [
      { day: 20000, version: '1.0.0+build', downloads: 5 },
      { day: 20001, version: '1.0.0+build', downloads: 42 },
      { day: 20001, version: '2.0.0', downloads: 1 },
    ];
    assert.deepEqual(await store.listDownloads(NAME, 0), all);
    assert.deepEqual(await store.listDownloads(NAME, 20001), all.slice(1));
    assert.deepEqual(await store.listDownloads(NAME, 20002), []);
    const sums = [
      { day: 20000, downloads: 5 },
      { day: 20001, downloads: 43 },
    ];
    assert.deepEqual(await store.sumDownloads(NAME, 0), sums);
    assert.deepEqual(await store.sumDownloads(NAME, 20001), sums.slice(1));
    assert.deepEqual(await store.sumDownloads('@acme/other', 0), []);
    assert.equal(await store.countDownloads(NAME), 48);
    assert.deepEqual(await store.listDownloads('@acme/other', 0), []);
    assert.equal(await store.countDownloads('@acme/other'), 0);
    assert.equal(await store.countDownloads('@acme/absent'), 0);
  });

  testWithStore(open, 'downloads of an unknown version are dropped, the others counted', async (store) => {
    await insert(store);
    await store.addDownloads([
      { name: '@acme/absent', identity: '1.0.0', day: 1, downloads: 1 },
      { name: NAME, identity: '1.0.0', day: 1, downloads: 3 },
      { name: NAME, identity: '9.0.0', day: 1, downloads: 7 },
    ]);
    assert.deepEqual(await store.listDownloads(NAME, 0), [{ day: 1, version: '1.0.0', downloads: 3 }]);
    assert.equal(await store.countDownloads(NAME), 3);
  });

  testWithStore(open, 'concurrent counts lose no download', async (store) => {
    const names = ['@acme/a', '@acme/b', '@acme/c'];
    for (const name of names) await insert(store, { name });
    const rounds = Array.from({ length: 12 }, (_, round) =>
      store.addDownloads(
        names
          .map((name) => ({ name, identity: '1.0.0', day: 7, downloads: 1 }))
          .toSorted(() => (round % 2 === 0 ? 1 : -1)),
      ),
    );
    await Promise.all(rounds);
    for (const name of names) assert.equal(await store.countDownloads(name), 12);
  });
}
