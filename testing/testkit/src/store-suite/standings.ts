// The owners of many names in one query.
import assert from 'node:assert/strict';
import { insert } from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const ORIGIN = 'https://registry.example';

export function testStandings(open: OpenStore): void {
  testWithStore(open, 'the standing of many names is that of each alone', async (store) => {
    await insert(store, { name: '@acme/own' });
    for (const version of ['1.0.0', '1.1.0'])
      await insert(store, { name: '@lib/mirrored', version, origin: ORIGIN });
    await insert(store, { name: '@lib/other', origin: `${ORIGIN}/other` });
    const names = [
      '@acme/own',
      '@acme/absent',
      '@lib/mirrored',
      '@lib/other',
      '@lib/absent',
      '@nobody/absent',
    ];
    const standings = await store.listStandings(names);
    assert.deepEqual([...standings.keys()].sort(), names.toSorted());
    assert.deepEqual(standings.get('@acme/absent'), { isLocalScope: true, origin: undefined });
    assert.deepEqual(standings.get('@lib/mirrored'), { isLocalScope: false, origin: ORIGIN });
    assert.deepEqual(standings.get('@lib/absent'), { isLocalScope: false, origin: undefined });
    for (const name of names) assert.deepEqual(standings.get(name), await store.findStanding(name), name);
  });

  testWithStore(open, 'works for no names and for thousands', async (store) => {
    assert.equal((await store.listStandings([])).size, 0);
    const names = Array.from({ length: 2000 }, (_, index) => `@s${index}/n`);
    assert.equal((await store.listStandings([...names, ...names])).size, 2000);
  });
}
