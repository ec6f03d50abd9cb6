// Mirrored versions: their number and size, when they were last read, and their eviction.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { EvictableVersion, RegistryStore } from '@prime-registry/store';
import { inventoryOf } from '../../primes/inventory.ts';
import {
  ACT,
  insert,
  insertNew,
  newVersion,
  type VersionDraft,
  versionOf,
  yank,
} from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';

const ONE = 'https://one.example';
const TWO = 'https://two.example';
const DAY_MS = 86_400_000;
const BEGIN = { lastReadDay: 0, id: 0 };

export function testEvictions(open: OpenStore): void {
  testWithStore(open, 'mirrored versions are counted by registry, local versions are not', async (store) => {
    await pull(store, { name: '@lib/a', sizeBytes: 100 });
    await pull(store, { name: '@lib/b', sizeBytes: 20 });
    await pull(store, { name: '@other/a', sizeBytes: 3 });
    await pull(store, { name: '@else/a', sizeBytes: 5, origin: TWO });
    await insert(store, { sizeBytes: 1000 });
    await store.insertVersion(newVersion({ ...PULLED, name: '@lib/a' }), async () => undefined);
    // Of each version: the description, the manifest, two empty lists, and the README if there is one.
    const all = await store.listLeastRead(BEGIN, 10);
    const rowBytes = (all[0]?.storedBytes ?? 0) - 100;
    assert.ok(rowBytes > 0);
    assert.deepEqual(await store.listMirrorUsage(), [
      { origin: ONE, versions: 3, sizeBytes: 123 + 3 * rowBytes },
      { origin: TWO, versions: 1, sizeBytes: 5 + rowBytes },
    ]);
    assert.deepEqual(await labels(store), [
      '@lib/a 1.0.0',
      '@lib/b 1.0.0',
      '@other/a 1.0.0',
      '@else/a 1.0.0',
    ]);
  });

  testWithStore(open, 'least recently read versions come first, by day', async (store) => {
    for (const [name, day] of [
      ['@lib/a', 10],
      ['@lib/b', 11],
      ['@lib/c', 12],
      ['@lib/d', 12],
    ] as const)
      await pull(store, { name, day });
    await insert(store);
    await read(store, '@lib/a', 12);
    // A late report of downloads, by a process that could not reach the store before.
    await read(store, '@lib/c', 9);
    await read(store, '@acme/web-style', 9);
    const all = await store.listLeastRead(BEGIN, 10);
    assert.deepEqual(
      all.map(({ name, lastReadDay }) => `${name} ${lastReadDay}`),
      ['@lib/b 11', '@lib/a 12', '@lib/c 12', '@lib/d 12'],
    );
    const [first, second] = all;
    assert.deepEqual(await store.listLeastRead(BEGIN, 1), [first]);
    assert.deepEqual(await store.listLeastRead(first ?? BEGIN, 1), [second]);
    assert.deepEqual(await store.listLeastRead(all.at(-1) ?? BEGIN, 1), []);
  });

  testWithStore(
    open,
    'an evicted version is completely removed, other versions stay complete',
    async (store) => {
      const shared = { id: '@lib/shared', description: 'Shared by both' };
      const readme = 'about zebras';
      await pull(store, {
        ...(await withAtoms([shared, { id: '@lib/both' }, { id: '@lib/old' }])),
        readme: 'about walruses',
      });
      const usage = await store.listMirrorUsage();
      const next = await withAtoms([
        { ...shared, edges: { needs: ['@lib/new'] } },
        { id: '@lib/both' },
        { id: '@lib/new' },
      ]);
      await pull(store, { ...next, version: '2.0.0', readme });
      await read(store, '@lib/a', 40, '1.0.0');
      await read(store, '@lib/a', 41, '2.0.0');
      const gone = await evict(store, '@lib/a 2.0.0');

      assert.deepEqual(gone, ['@lib/a 2.0.0']);
      assert.equal(await store.findVersion('@lib/a', versionOf('2.0.0')), undefined);
      assert.deepEqual(await versionsOf(store), ['1.0.0']);
      assert.equal(await store.findInventory('@lib/a', versionOf('2.0.0')), undefined);
      assert.deepEqual(await store.listDownloads('@lib/a', 0), [{ day: 40, version: '1.0.0', downloads: 1 }]);
      assert.equal(await store.countDownloads('@lib/a'), 2, 'the total keeps downloads of evicted versions');
      assert.deepEqual(await store.listMirrorUsage(), usage);
      assert.deepEqual(await found(store, 'zebras'), []);
      assert.deepEqual(await found(store, 'walruses'), ['@lib/a 1.0.0']);
      assert.deepEqual(await store.findKnownAtoms(['@lib/new', '@lib/old']), new Set(['@lib/old']));
      const page = await store.listAtoms('@lib/a', versionOf('1.0.0'), { limit: 9, offset: 0 });
      assert.deepEqual(
        page?.atoms.map(({ id }) => id),
        ['@lib/both', '@lib/old', '@lib/shared'],
      );
      const atom = await store.findAtom('@lib/a', versionOf('1.0.0'), '@lib/shared');
      assert.match(atom?.texts.full ?? '', /Shared by both/);
      assert.deepEqual(await store.findDefects(), []);
    },
  );

  testWithStore(open, 'evicting the last version removes the Prime and frees its name', async (store) => {
    await pull(store, await withAtoms([{ id: '@lib/a' }]));
    await pull(store, { version: '2.0.0' });
    await store.saveMirroredList(listOf('@lib/a', 1));
    await store.saveMirroredList(listOf('@lib/b', 1));
    await read(store, '@lib/a', 40);
    await yank(store, '2.0.0', undefined, '@lib/a');
    await evict(store, '@lib/a 1.0.0');
    assert.equal(await store.hasPrime('@lib/a'), true);
    assert.notEqual(await store.findMirroredList('@lib/a'), undefined);

    await evict(store, '@lib/a 2.0.0');
    assert.equal(await store.hasPrime('@lib/a'), false);
    assert.equal(await store.findMirroredList('@lib/a'), undefined);
    assert.notEqual(await store.findMirroredList('@lib/b'), undefined);
    assert.equal(await store.countDownloads('@lib/a'), 0);
    const list = '@lib/b'.length + '[]'.length;
    assert.deepEqual(await store.listMirrorUsage(), [{ origin: ONE, versions: 0, sizeBytes: list }]);
    await store.removeMirroredList('@lib/b');
    assert.deepEqual(await store.listMirrorUsage(), []);
    assert.deepEqual(await found(store, 'rules'), []);
    assert.deepEqual(await store.findKnownAtoms(['@lib/a']), new Set());
    assert.deepEqual(await store.findDefects(), []);
    assert.equal(await pull(store, { origin: TWO, day: 50, ...(await withAtoms([{ id: '@lib/a' }])) }), true);
    assert.deepEqual(await found(store, 'rules'), ['@lib/a 1.0.0']);
    const page = await store.listAtoms('@lib/a', versionOf('1.0.0'), { limit: 9, offset: 0 });
    assert.equal(page?.total, 1);
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(open, 'versions published here, or read in the meantime, are not evicted', async (store) => {
    await insert(store);
    await pull(store, { day: 10 });
    const [chosen] = await store.listLeastRead(BEGIN, 10);
    assert.ok(chosen);
    await read(store, '@lib/a', 11);
    assert.deepEqual((await store.evictVersions([chosen], toEntry)).removed, []);
    assert.deepEqual(await versionsOf(store), ['1.0.0']);
    // The id of a local version does not get it evicted.
    for (let id = 0; id < 10; id += 1)
      if (id !== chosen.id) {
        const nothing = { removed: [], freedBytes: 0 };
        assert.deepEqual(await store.evictVersions([{ ...chosen, id }], toEntry), nothing);
      }
    assert.equal((await store.listVersions('@acme/web-style')).length, 1);
    assert.deepEqual(await store.listMirrorUsage(), [
      { origin: ONE, versions: 1, sizeBytes: chosen.storedBytes },
    ]);
  });

  testWithStore(open, 'only evictions that happened are in the audit log', async (store) => {
    await pull(store, {});
    await pull(store, { version: '2.0.0' });
    const chosen = await store.listLeastRead(BEGIN, 1);
    await store.evictVersions(chosen, toEntry);
    await store.evictVersions(chosen, toEntry);
    const entries = await store.listAuditEntries({ actions: ['evict'] }, 0, 10);
    assert.deepEqual(
      entries.map(({ action, name, version }) => ({ action, name, version })),
      [{ action: 'evict', name: '@lib/a', version: '1.0.0' }],
    );
  });

  testWithStore(
    open,
    'old lists of Primes without local versions are evicted, a few at a time',
    async (store) => {
      await pull(store, {});
      for (const [name, checkedAtMs] of [
        ['@lib/a', 1],
        ['@lib/b', 2],
        ['@lib/c', 3],
        ['@lib/d', 100],
      ] as const)
        await store.saveMirroredList(listOf(name, checkedAtMs));
      const evict = async (limit: number) => store.evictLists({ checkedBeforeMs: 100, limit });
      const [before] = await store.listMirrorUsage();
      const first = await evict(1);
      assert.equal(first.lists, 1);
      assert.equal(await store.findMirroredList('@lib/b'), undefined);
      const [after] = await store.listMirrorUsage();
      assert.ok(first.freedBytes > 0);
      assert.equal(after?.sizeBytes, (before?.sizeBytes ?? 0) - first.freedBytes);
      assert.equal((await evict(10)).lists, 1);
      assert.deepEqual(await evict(10), { lists: 0, freedBytes: 0 });
      assert.notEqual(await store.findMirroredList('@lib/a'), undefined);
      assert.notEqual(await store.findMirroredList('@lib/d'), undefined);
    },
  );

  testWithStore(open, 'a summary has the counts and times of each registry', async (store) => {
    await pull(store, { day: 10 });
    await pull(store, { version: '2.0.0', day: 12 });
    await pull(store, { name: '@lib/b', day: 11 });
    await store.saveMirroredList(listOf('@lib/a', 7));
    await store.saveMirroredList({ ...listOf('@lib/x', 9), origin: TWO });
    await insert(store);
    const [one, two] = await store.listMirrorUsage();
    assert.ok(one && two && two.sizeBytes > 0);
    assert.deepEqual(await store.summarizeMirrors(), [
      {
        ...{ origin: ONE, primes: 2, versions: 3, sizeBytes: one.sizeBytes },
        ...{ firstPulledAtMs: 10 * DAY_MS, lastPulledAtMs: 12 * DAY_MS },
        ...{ lists: 1, firstCheckedAtMs: 7, lastCheckedAtMs: 7 },
      },
      {
        ...{ origin: TWO, primes: 0, versions: 0, sizeBytes: two.sizeBytes },
        ...{ firstPulledAtMs: undefined, lastPulledAtMs: undefined },
        ...{ lists: 1, firstCheckedAtMs: 9, lastCheckedAtMs: 9 },
      },
    ]);
  });

  testWithStore(open, 'a pulled version keeps its atoms when an eviction runs just before', async (store) => {
    const inventory = await inventoryOf([{ id: '@lib/one' }, { id: '@lib/two' }]);
    await pull(store, { inventory });
    const chosen = await store.listLeastRead(BEGIN, 1);
    const isPlacing = Promise.withResolvers<void>();
    const mayPlace = Promise.withResolvers<void>();
    // Writers in its scope wait, in order of arrival.
    const other = insertNew(store, newVersion({ ...PULLED, name: '@lib/other' }), () => {
      isPlacing.resolve();
      return mayPlace.promise;
    });
    await isPlacing.promise;
    const evicting = store.evictVersions(chosen, toEntry);
    const pulling = pull(store, { version: '2.0.0', inventory });
    await delay(100);
    mayPlace.resolve();
    assert.equal(await other, true);
    assert.equal((await evicting).removed.length, 1);
    assert.equal(await pulling, true);
    const page = await store.listAtoms('@lib/a', versionOf('2.0.0'), { limit: 9, offset: 0 });
    assert.equal(page?.atoms.length, 2);
    const atom = await store.findAtom('@lib/a', versionOf('2.0.0'), '@lib/one');
    assert.match(atom?.texts.full ?? '', /One/);
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(open, 'concurrent evictions, pulls, reads and publishes leave no defects', async (store) => {
    const versions = Array.from({ length: 6 }, (_, index) => `${index + 1}.0.0`);
    const inventory = await inventoryOf([{ id: '@lib/one' }, { id: '@lib/two' }]);
    for (const version of versions) await pull(store, { version, inventory });
    for (let round = 0; round < 4; round += 1) {
      const chosen = await store.listLeastRead(BEGIN, 3);
      await Promise.all([
        store.evictVersions(chosen, toEntry),
        store.evictVersions(chosen.toReversed(), toEntry),
        ...chosen.map(({ version }) => read(store, '@lib/a', 50 + round, version)),
        ...versions.map((version) => pull(store, { version, inventory })),
        insert(store, { version: `${round}.0.0` }),
      ]);
      assert.deepEqual(await store.findDefects(), []);
    }
    const [usage] = await store.listMirrorUsage();
    const left = (await versionsOf(store)).length;
    assert.equal(usage?.versions, left);
    assert.equal((await labels(store)).length, left);
    for (const version of await versionsOf(store)) {
      const page = await store.listAtoms('@lib/a', versionOf(version), { limit: 9, offset: 0 });
      assert.equal(page?.atoms.length, 2);
    }
    assert.equal((await store.listVersions('@acme/web-style')).length, 4);
    // Nothing is left of what was counted.
    await store.evictVersions(await store.listLeastRead(BEGIN, 10), toEntry);
    assert.deepEqual(await store.listMirrorUsage(), []);
  });
}

const PULLED = { name: '@lib/a', origin: ONE };

/** Inserts a mirrored version that was pulled on this day. */
function pull(store: RegistryStore, { day = 30, ...draft }: VersionDraft & { day?: number }) {
  return insert(store, { ...PULLED, act: { ...ACT, action: 'mirror', atMs: day * DAY_MS }, ...draft });
}

function read(store: RegistryStore, name: string, day: number, identity = '1.0.0'): Promise<void> {
  return store.addDownloads([{ name, identity, day, downloads: 1 }]);
}

async function withAtoms(sources: Parameters<typeof inventoryOf>[0]): Promise<VersionDraft> {
  return { inventory: await inventoryOf(sources) };
}

function toEntry({ name, version }: EvictableVersion) {
  return { ...ACT, action: 'evict' as const, name, version };
}

/** Evicts versions by name and version, such as `@lib/a 1.0.0`. */
async function evict(store: RegistryStore, ...wanted: readonly string[]): Promise<string[]> {
  const all = await store.listLeastRead(BEGIN, 100);
  const chosen = all.filter((version) => wanted.includes(labelOf(version)));
  return (await store.evictVersions(chosen, toEntry)).removed.map(labelOf);
}

async function labels(store: RegistryStore): Promise<string[]> {
  return (await store.listLeastRead(BEGIN, 100)).map(labelOf);
}

function labelOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name} ${version}`;
}

async function versionsOf(store: RegistryStore): Promise<string[]> {
  return (await store.listVersions('@lib/a')).map(({ version }) => version);
}

async function found(store: RegistryStore, text: string): Promise<string[]> {
  return (await store.search({ text, limit: 10, offset: 0 })).hits.map(labelOf);
}

function listOf(name: string, checkedAtMs: number) {
  return { name, origin: ONE, etag: undefined, body: '[]', checkedAtMs };
}
