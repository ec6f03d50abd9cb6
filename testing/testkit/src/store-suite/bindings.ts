// The upstreams of mirrored Primes, the change of one, and upstreams that explain their errors.
import assert from 'node:assert/strict';
import type { EvictableVersion, Rebinding, RegistryStore } from '@prime-registry/store';
import { inventoryOf } from '../primes/inventory.ts';
import { ACT, insert, type VersionDraft } from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const ONE = 'https://one.example';
const TWO = 'https://two.example';

export function testBindings(open: OpenStore): void {
  testWithStore(
    open,
    'an upstream that explains its errors stays known until it is forgotten',
    async (store) => {
      assert.equal(await store.isKnownUpstream(ONE), false);
      await store.noteKnownUpstream(ONE, 1);
      await store.noteKnownUpstream(ONE, 2);
      assert.equal(await store.isKnownUpstream(ONE), true);
      assert.equal(await store.isKnownUpstream(TWO), false);
      const entry = { ...ACT, action: 'forget', details: { upstream: ONE } } as const;
      assert.equal(await store.forgetKnownUpstream(TWO, entry), false);
      assert.equal(await store.forgetKnownUpstream(ONE, entry), true);
      assert.equal(await store.isKnownUpstream(ONE), false);
      assert.equal((await store.listAuditEntries({ actions: ['forget'] }, 0, 10)).length, 1);
    },
  );

  testWithStore(open, 'mirrored Primes are listed with their upstreams, page by page', async (store) => {
    await insert(store);
    await pull(store, { name: '@lib/b', origin: TWO });
    await pull(store, {});
    await pull(store, { version: '2.0.0' });
    const all = [
      { name: '@lib/a', origin: ONE, versions: 2 },
      { name: '@lib/b', origin: TWO, versions: 1 },
    ];
    assert.deepEqual(await store.listBindings('', 10), all);
    assert.deepEqual(await store.listBindings('', 1), all.slice(0, 1));
    assert.deepEqual(await store.listBindings('@lib/a', 1), all.slice(1));
    assert.deepEqual(await store.listBoundVersions('@acme/web-style'), []);
    assert.deepEqual(
      (await store.listBoundVersions('@lib/a')).map(({ version }) => version),
      ['1.0.0', '2.0.0'],
    );
  });

  testWithStore(open, 'a Prime goes to another upstream with the versions that stay', async (store) => {
    const shared = await inventoryOf([{ id: '@lib/one' }]);
    await pull(store, { version: '10.0.0', inventory: shared });
    await pull(store, { inventory: shared });
    await pull(store, { name: '@lib/other' });
    await store.saveMirroredList({
      ...{ name: '@lib/a', origin: ONE, etag: undefined, body: '[]', checkedAtMs: 1 },
    });
    const [first, second] = await store.listBoundVersions('@lib/a');
    const [other] = await store.listBoundVersions('@lib/other');
    assert.ok(first && second && other);
    assert.equal(await rebind(store, { to: TWO, stays: [first], removed: [second] }), true);

    assert.deepEqual(await store.listBindings('', 10), [
      { name: '@lib/a', origin: TWO, versions: 1 },
      { name: '@lib/other', origin: ONE, versions: 1 },
    ]);
    assert.deepEqual((await store.findStanding('@lib/a')).origin, TWO);
    const [one, two] = await store.listMirrorUsage();
    assert.deepEqual(one, { origin: ONE, versions: 1, sizeBytes: other.storedBytes });
    assert.deepEqual([two?.origin, two?.versions], [TWO, 1]);
    assert.ok((two?.sizeBytes ?? 0) > first.storedBytes, 'atoms are counted where they went');
    assert.equal(await store.findMirroredList('@lib/a'), undefined);
    assert.deepEqual(await store.findDefects(), []);
    const entries = await store.listAuditEntries({ name: '@lib/a' }, 0, 10);
    assert.deepEqual(entries.map(({ action, version }) => [action, version]).slice(-2), [
      ['evict', '10.0.0'],
      ['rebind', undefined],
    ]);
    assert.equal(await pull(store, { version: '3.0.0', origin: TWO }), true);
    await assert.rejects(pull(store, { version: '4.0.0' }), { code: 'name_of_another_registry' });
    const all = await store.listLeastRead({ lastReadDay: 0, id: 0 }, 10);
    await store.evictVersions(all, ({ name, version }) => ({ ...ACT, action: 'evict', name, version }));
    assert.deepEqual(await store.listMirrorUsage(), []);
  });

  testWithStore(open, 'a Prime whose versions are all removed belongs to nobody', async (store) => {
    await pull(store, {});
    const removed = await store.listBoundVersions('@lib/a');
    // A read in the meantime does not keep the version.
    await store.addDownloads([{ name: '@lib/a', identity: '1.0.0', day: 1000, downloads: 1 }]);
    assert.equal(await rebind(store, { to: undefined, stays: [], removed }), true);
    assert.equal(await store.hasPrime('@lib/a'), false);
    assert.deepEqual(await store.listMirrorUsage(), []);
    assert.deepEqual(await store.findDefects(), []);
    assert.equal(await insert(store, { name: '@lib/a' }), true);
  });

  testWithStore(
    open,
    'a rebinding of other versions than those that are here changes nothing',
    async (store) => {
      await pull(store, {});
      const planned = await store.listBoundVersions('@lib/a');
      await pull(store, { version: '2.0.0' });
      assert.equal(await rebind(store, { to: TWO, stays: planned, removed: [] }), false);
      assert.equal(await rebind(store, { to: undefined, stays: [], removed: planned }), false);
      const here = await store.listBoundVersions('@lib/a');
      assert.equal(await rebind(store, { from: TWO, to: ONE, stays: here, removed: [] }), false);
      assert.deepEqual(await store.listBindings('', 10), [{ name: '@lib/a', origin: ONE, versions: 2 }]);
      assert.deepEqual(await store.listAuditEntries({ actions: ['rebind', 'evict'] }, 0, 10), []);
    },
  );
}

function pull(store: RegistryStore, draft: VersionDraft): Promise<boolean> {
  return insert(store, { name: '@lib/a', origin: ONE, act: { ...ACT, action: 'mirror' }, ...draft });
}

function rebind(
  store: RegistryStore,
  rebinding: Pick<Rebinding, 'to' | 'stays' | 'removed'> & { readonly from?: string },
): Promise<boolean> {
  const toEntry = ({ name, version }: EvictableVersion) =>
    ({ ...ACT, action: 'evict', name, version }) as const;
  const entry = { ...ACT, action: 'rebind', name: '@lib/a' } as const;
  return store.rebindPrime({ name: '@lib/a', from: ONE, ...rebinding }, entry, toEntry);
}
