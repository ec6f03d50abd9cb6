// Removed versions: everything is gone, except a tombstone that keeps the number.
import assert from 'node:assert/strict';
import type { RegistryStore, Removal } from '@prime-registry/store';
import { inventoryOf } from '../../primes/inventory.ts';
import { ACT, insert, newVersion, versionOf } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';

const NAME = '@acme/web-style';
const REMOVED_AT = Date.UTC(2026, 6, 1);
const UPSTREAM = 'https://one.example';

function removal(version: string, rest: Partial<Removal> = {}): Removal {
  return {
    ...{ name: NAME, version: versionOf(version), category: 'secret', reason: undefined },
    removedAtMs: REMOVED_AT,
    act: { ...ACT, action: 'remove' },
    ...rest,
  };
}

export function testRemovals(open: OpenStore): void {
  testWithStore(open, 'nothing of a removed version can be read or found any more', async (store) => {
    const inventory = await inventoryOf([
      { id: '@acme/secret-atom', description: 'hunter2 words' },
      { id: '@acme/shared', description: 'shared words' },
    ]);
    const kept = await inventoryOf([{ id: '@acme/shared', description: 'shared words' }]);
    await insert(store, { version: '1.0.0', inventory: kept });
    await insert(store, { version: '1.1.0', sha256: 'cd'.repeat(32), readme: 'hunter2', inventory });
    await store.addDownloads([
      { name: NAME, identity: '1.0.0', day: 20_000, downloads: 2 },
      { name: NAME, identity: '1.1.0', day: 20_000, downloads: 3 },
    ]);
    await store.setChannel({ name: NAME, atMs: 1, act: ACT }, 'beta', versionOf('1.1.0'));
    assert.equal((await store.search({ text: 'hunter2', limit: 9, offset: 0 })).total, 1);

    const tombstone = await store.removeVersion(removal('1.1.0+build', { reason: 'a key' }));
    const expected = {
      ...{ name: NAME, version: '1.1.0', identity: '1.1.0', sha256: 'cd'.repeat(32) },
      ...{ category: 'secret', reason: 'a key', removedAtMs: REMOVED_AT, origin: undefined },
    };
    assert.deepEqual(tombstone, expected);
    assert.deepEqual(await store.findTombstone(NAME, versionOf('1.1.0')), expected);
    assert.equal(await store.findTombstone(NAME, versionOf('1.0.0')), undefined);
    assert.deepEqual(await store.findLifecycle(NAME), {
      ...{ channels: [], deprecations: [], movedTo: undefined },
      removed: [expected],
    });
    assert.deepEqual((await store.findLifecycle(NAME, { withRemoved: false }))?.removed, []);

    const version = versionOf('1.1.0');
    assert.equal(await store.findVersion(NAME, version), undefined);
    assert.equal(await store.findSourceManifest(NAME, version), undefined);
    assert.equal(await store.findReadme(NAME, version), undefined);
    assert.equal(await store.findInventory(NAME, version), undefined);
    assert.equal(await store.findAtom(NAME, version, '@acme/secret-atom'), undefined);
    assert.deepEqual(await store.listAtomHomes('@acme/secret-atom'), []);
    assert.notEqual(await store.findAtom(NAME, versionOf('1.0.0'), '@acme/shared'), undefined);
    assert.equal((await store.search({ text: 'hunter2', limit: 9, offset: 0 })).total, 0);
    assert.deepEqual(
      (await store.search({ text: 'shared', limit: 9, offset: 0 })).hits.map((hit) => hit.version),
      ['1.0.0'],
    );
    assert.equal(await store.countDownloads(NAME), 2);
    assert.deepEqual(
      (await store.listReferencedBlobs('', 'g')).map(({ sha256 }) => sha256),
      ['ab'.repeat(32)],
    );
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(
    open,
    'its number is never free again, and the name stays one of this registry',
    async (store) => {
      await insert(store, { version: '1.0.0' });
      await store.removeVersion(removal('1.0.0'));
      await assert.rejects(insert(store, { version: '1.0.0+other' }), {
        code: 'version_exists',
        message:
          '@acme/web-style 1.0.0+other was published and removed, and its number is never free again; publish a higher version.',
      });
      assert.equal(await store.hasPrime(NAME), true);
      assert.equal((await store.findScopeUsage('@acme')).versions, 1);
      assert.equal((await store.findStanding('@acme/anything')).isLocalScope, true);
      assert.equal(await insert(store, { version: '1.0.1' }), true);
    },
  );

  testWithStore(
    open,
    'a second removal changes nothing; a version that is not there cannot be removed',
    async (store) => {
      await insert(store);
      const first = await store.removeVersion(removal('1.0.0'));
      const again = await store.removeVersion(removal('1.0.0', { category: 'law', removedAtMs: 1 }));
      assert.deepEqual(again, first);
      assert.equal(await store.removeVersion(removal('2.0.0')), undefined);
      assert.equal((await store.listAuditEntries({ actions: ['remove'] }, 0, 10)).length, 1);
    },
  );

  testWithStore(open, 'a check sees the version and its downloads, and can refuse', async (store) => {
    await insert(store);
    await store.addDownloads([{ name: NAME, identity: '1.0.0', day: 20_000, downloads: 2 }]);
    const refused = new Error('refused');
    let asked = 0;
    const check: Removal['check'] = ({ publishedAtMs }, downloads) => {
      asked += 1;
      assert.equal(publishedAtMs, newVersion().publishedAtMs);
      assert.equal(downloads, 2);
      throw refused;
    };
    await assert.rejects(store.removeVersion(removal('1.0.0', { check })), refused);
    // A transaction that runs again holds the lock of the scope.
    assert.equal(asked, 1);
    assert.equal((await store.listVersions(NAME)).length, 1);
    assert.equal(await store.countDownloads(NAME), 2);
  });

  testWithStore(
    open,
    'a removed mirrored version is not pulled again, and no longer counted',
    async (store) => {
      await insert(store, { name: '@lib/a', version: '1.0.0', origin: UPSTREAM });
      await insert(store, { name: '@lib/a', version: '2.0.0', origin: UPSTREAM });
      const [before] = await store.listMirrorUsage();
      await store.removeVersion(removal('2.0.0', { name: '@lib/a' }));
      const [after] = await store.listMirrorUsage();
      assert.deepEqual([before?.versions, after?.versions], [2, 1]);
      assert.equal(after?.sizeBytes, (before?.sizeBytes ?? 0) / 2);
      assert.equal((await store.findTombstone('@lib/a', versionOf('2.0.0')))?.origin, UPSTREAM);
      await assert.rejects(insert(store, { name: '@lib/a', version: '2.0.0', origin: UPSTREAM }), {
        code: 'version_exists',
      });
    },
  );

  testWithStore(
    open,
    'a mirrored name whose versions are all removed still belongs to its upstream, until it is rebound',
    async (store) => {
      const name = '@lib/a';
      const other = 'https://two.example';
      const standing = { isLocalScope: false, origin: UPSTREAM };
      await insert(store, { name, version: '1.0.0', origin: UPSTREAM });
      await store.removeVersion(removal('1.0.0', { name }));
      assert.deepEqual(await store.findStanding(name), standing);
      assert.deepEqual((await store.listStandings([name])).get(name), standing);
      const refused = { code: 'name_of_another_registry' };
      await assert.rejects(insert(store, { name, version: '9.0.0' }), refused);
      await assert.rejects(insert(store, { name, version: '9.0.0', origin: other }), refused);
      assert.equal(await insert(store, { name, version: '2.0.0', origin: UPSTREAM }), true);
      await store.removeVersion(removal('2.0.0', { name }));

      const rebind = (from: string, to: string | undefined) => {
        const entry = { ...ACT, action: 'rebind', name } as const;
        return store.rebindPrime({ name, from, to, stays: [], removed: [] }, entry, () => entry);
      };
      await rebind(UPSTREAM, other);
      assert.deepEqual(await store.findStanding(name), { isLocalScope: false, origin: other });
      await rebind(other, undefined);
      assert.deepEqual(await store.findStanding(name), { isLocalScope: true, origin: undefined });
      assert.equal((await store.findScopeUsage('@lib')).versions, 2);
      await assert.rejects(insert(store, { name, version: '2.0.0' }), { code: 'version_exists' });
      assert.equal(await insert(store, { name, version: '3.0.0' }), true);
      assert.deepEqual(await store.findStanding(name), { isLocalScope: true, origin: undefined });
      assert.deepEqual(await store.findDefects(), []);
    },
  );

  testWithStore(open, 'publishes and removals at the same time never share lost atoms', async (store) => {
    const atoms = (round: number) =>
      inventoryOf([{ id: '@acme/shared', description: `words of ${round >> 1}` }]);
    await insert(store, { version: '1.0.0', inventory: await atoms(0) });
    for (let round = 1; round < 12; round += 1) {
      // The new version has the atoms of the one that is being removed, in every other round.
      const inventory = await atoms(round);
      const [isNew] = await Promise.all([
        insert(store, { version: `1.${round}.0`, inventory }),
        store.removeVersion(removal(`1.${round - 1}.0`)),
      ]);
      assert.equal(isNew, true);
      await assertReadable(store, `1.${round}.0`);
    }
    assert.deepEqual(await store.findDefects(), []);
  });
}

async function assertReadable(store: RegistryStore, version: string): Promise<void> {
  const atom = await store.findAtom(NAME, versionOf(version), '@acme/shared');
  assert.match(atom?.texts.full ?? '', /words of/);
}
