// Owners of names: local and mirrored versions never mix, and the lists of upstreams are stored.
import assert from 'node:assert/strict';
import { insert, insertNew, newVersion, versionOf } from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const ORIGIN = 'https://one.example';
const OTHER = 'https://other.example';
const OF_ANOTHER = { code: 'name_of_another_registry' };

export function testOwners(open: OpenStore): void {
  testWithStore(open, 'a mirrored version has an origin and does not count for its scope', async (store) => {
    assert.deepEqual(await store.findStanding('@acme/web-style'), {
      isLocalScope: false,
      origin: undefined,
    });
    await insert(store, { version: '1.0.0', origin: ORIGIN });
    assert.equal((await store.findVersion('@acme/web-style', versionOf('1.0.0')))?.origin, ORIGIN);
    assert.deepEqual(await store.findStanding('@acme/web-style'), { isLocalScope: false, origin: ORIGIN });
    assert.deepEqual(await store.findScopeUsage('@acme'), { versions: 0, sizeBytes: 0 });
    await insert(store, { name: '@acme/own', version: '1.0.0' });
    assert.deepEqual(await store.findStanding('@acme/web-style'), { isLocalScope: true, origin: ORIGIN });
    assert.equal((await store.findScopeUsage('@acme')).versions, 1);
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(open, 'a Prime belongs to one registry; a refused insert leaves nothing', async (store) => {
    let placed = 0;
    const place = async (): Promise<void> => {
      placed += 1;
    };
    const publish = (draft: Parameters<typeof newVersion>[0]) => insertNew(store, newVersion(draft), place);
    await publish({ version: '1.0.0', origin: ORIGIN });
    await assert.rejects(publish({ version: '2.0.0' }), OF_ANOTHER);
    await assert.rejects(publish({ version: '2.0.0', origin: OTHER }), OF_ANOTHER);
    assert.equal(await publish({ version: '2.0.0', origin: ORIGIN }), true);
    assert.equal(await publish({ version: '2.0.0', origin: ORIGIN }), false);
    assert.equal(await publish({ name: '@acme/own', version: '1.0.0' }), true);
    // From now on the scope belongs to this registry.
    await assert.rejects(publish({ version: '3.0.0', origin: ORIGIN }), OF_ANOTHER);
    await assert.rejects(publish({ name: '@acme/own', version: '9.0.0', origin: ORIGIN }), OF_ANOTHER);
    assert.equal(placed, 3);
    const names = (await store.listWholeVersions(0, 10)).map(({ name, version }) => `${name}@${version}`);
    assert.deepEqual(names, ['@acme/web-style@1.0.0', '@acme/web-style@2.0.0', '@acme/own@1.0.0']);
  });

  testWithStore(open, 'one of two wins a race for a name, local or mirrored', async (store) => {
    for (let round = 0; round < 10; round += 1) {
      const name = `@race-${round}/p`;
      const inserts = [
        { version: '1.0.0' },
        { version: '2.0.0', origin: ORIGIN },
        { version: '3.0.0', origin: OTHER },
      ];
      const outcomes = await Promise.allSettled(
        inserts.map((draft) => store.insertVersion(newVersion({ name, ...draft }), async () => undefined)),
      );
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.equal((await store.listVersions(name)).length, 1);
    }
  });

  testWithStore(open, 'the latest list of another registry is stored', async (store) => {
    const content = { etag: '"a"', body: '[]', lifecycle: '{}' };
    const list = { name: '@acme/web-style', origin: ORIGIN, ...content, checkedAtMs: 1000 };
    assert.equal(await store.findMirroredList(list.name), undefined);
    await store.saveMirroredList(list);
    assert.deepEqual(await store.findMirroredList(list.name), list);
    const later = {
      ...list,
      origin: OTHER,
      etag: undefined,
      body: '[{}]',
      lifecycle: undefined,
      checkedAtMs: 2000,
    };
    await store.saveMirroredList(later);
    assert.deepEqual(await store.findMirroredList(list.name), later);
    await store.removeMirroredList(list.name);
    assert.equal(await store.findMirroredList(list.name), undefined);
  });
}
