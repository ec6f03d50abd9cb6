// Tombstones that operators list, import, and take back with the same bytes.
import assert from 'node:assert/strict';
import type { RegistryStore, TombstoneRecord } from '@prime-registry/store';
import { inventoryOf } from '../../primes/inventory.ts';
import { ACT, insert, newVersion, versionOf } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';

const NAME = '@acme/web-style';
const UPSTREAM = 'https://one.example';
const REMOVE = { ...ACT, action: 'remove' } as const;

function tombstone(version: string, rest: Partial<TombstoneRecord> = {}): TombstoneRecord {
  return {
    ...{ name: NAME, version, identity: version, sha256: 'cd'.repeat(32) },
    ...{ category: 'secret', reason: undefined, removedAtMs: 1000, origin: undefined },
    ...rest,
  };
}

const remove = (store: RegistryStore, version: string, name = NAME) =>
  store.removeVersion({
    ...{ name, version: versionOf(version), category: 'secret', reason: undefined, removedAtMs: 1 },
    act: REMOVE,
  });

export function testTombstones(open: OpenStore): void {
  testWithStore(open, 'tombstones are listed by name and identity, page by page', async (store) => {
    const given = [
      tombstone('1.0.0', { name: '@a-b/x' }),
      tombstone('1.0.0', { name: '@a/x', reason: 'because', origin: UPSTREAM }),
      tombstone('1.10.0', { name: '@a/x', category: 'law' }),
      tombstone('1.9.0', { name: '@a/x' }),
    ];
    for (const each of given.toReversed()) assert.equal(await store.insertTombstone(each, ACT), 'new');
    const listed: TombstoneRecord[] = [];
    for (let page = await store.listTombstones({ name: '', identity: '' }, 1); page[0] !== undefined; ) {
      listed.push(page[0]);
      page = await store.listTombstones(page[0], 1);
    }
    assert.deepEqual(listed, given);
  });

  testWithStore(open, 'names with channels, deprecations or a new name are listed once', async (store) => {
    for (const name of ['@a/x', '@a/y', '@a/z']) await insert(store, { name });
    const change = (name: string) => ({ name, atMs: 1, act: ACT });
    await store.setChannel(change('@a/y'), 'beta', versionOf('1.0.0'));
    await store.setDeprecation(change('@a/y'), { range: '*', message: 'old' });
    await store.movePrime(change('@a/z'), '@a/x');
    assert.deepEqual(await store.listNamesWithLifecycle('', 10), ['@a/y', '@a/z']);
    assert.deepEqual(await store.listNamesWithLifecycle('', 1), ['@a/y']);
    assert.deepEqual(await store.listNamesWithLifecycle('@a/y', 10), ['@a/z']);
  });

  testWithStore(
    open,
    'an imported tombstone takes the number, and the name for this registry',
    async (store) => {
      assert.equal(await store.insertTombstone(tombstone('1.0.0'), ACT), 'new');
      assert.equal(await store.insertTombstone(tombstone('1.0.0', { category: 'law' }), ACT), 'known');
      assert.equal((await store.findTombstone(NAME, versionOf('1.0.0')))?.category, 'secret');
      await assert.rejects(insert(store), { code: 'version_exists' });
      assert.equal((await store.findStanding('@acme/anything')).isLocalScope, true);
      await insert(store, { version: '1.1.0' });
      assert.equal(await store.insertTombstone(tombstone('1.1.0'), ACT), 'version');
      assert.equal((await store.listVersions(NAME)).length, 1);
    },
  );

  testWithStore(open, 'that of a mirrored version does not, and stays with its upstream', async (store) => {
    const mirrored = tombstone('1.0.0', { name: '@lib/a', origin: UPSTREAM });
    assert.equal(await store.insertTombstone(mirrored, ACT), 'new');
    assert.equal((await store.findStanding('@lib/a')).isLocalScope, false);
    await insert(store, { name: '@lib/a', version: '2.0.0', origin: UPSTREAM });
    const own = tombstone('1.1.0', { name: '@lib/a' });
    assert.equal(await store.insertTombstone(own, ACT), 'elsewhere');
  });

  testWithStore(
    open,
    'a removed version comes back with its bytes, is counted once, and audited',
    async (store) => {
      const inventory = await inventoryOf([{ id: '@acme/one', description: 'words' }]);
      await insert(store, { version: '1.0.0' });
      await insert(store, { version: '1.1.0', inventory });
      const before = await store.findScopeUsage('@acme');
      await remove(store, '1.1.0');
      const back = { version: '1.1.0', inventory, restores: 'secret' } as const;
      await assert.rejects(insert(store, { ...back, sha256: 'ef'.repeat(32) }), { code: 'version_exists' });
      assert.notEqual(await store.findTombstone(NAME, versionOf('1.1.0')), undefined);
      assert.equal(await insert(store, back), true);
      assert.equal(await store.findTombstone(NAME, versionOf('1.1.0')), undefined);
      assert.equal((await store.findScopeUsage('@acme')).versions, before.versions);
      assert.equal(
        (await store.findAtom(NAME, versionOf('1.1.0'), '@acme/one'))?.texts.full.includes('words'),
        true,
      );
      const [entry] = (await store.listAuditEntries({ name: NAME }, 0, 10)).slice(-1);
      assert.equal(entry?.details?.restores_removed, 'secret');
      assert.deepEqual(await store.findDefects(), []);
    },
  );

  testWithStore(open, 'a version that could not be put into place stays removed', async (store) => {
    await insert(store);
    await remove(store, '1.0.0');
    const failed = new Error('no disk');
    const work = store.insertVersion({ ...newVersion(), restores: 'secret' }, () => Promise.reject(failed));
    await assert.rejects(work, failed);
    assert.notEqual(await store.findTombstone(NAME, versionOf('1.0.0')), undefined);
    assert.equal((await store.findScopeUsage('@acme')).versions, 1);
  });
}
