// The digests of versions of upstreams, which outlive the versions; and cursors of copies, which do not.
import assert from 'node:assert/strict';
import type { EvictableVersion, FeedReader, RegistryStore, SeenVersion } from '@prime-registry/store';
import { ACT, insert, type VersionDraft } from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const ONE = 'https://one.example';
const TWO = 'https://two.example';
const BYTES = 'ab'.repeat(32);
const OTHER_BYTES = 'cd'.repeat(32);

export function testSeenVersions(open: OpenStore): void {
  testWithStore(
    open,
    'an evicted version comes again only with the same bytes, wherever from',
    async (store) => {
      await pull(store, {});
      await pull(store, { version: '2.0.0', sha256: OTHER_BYTES });
      await evictAll(store);
      assert.deepEqual(await store.findSeenVersion('@lib/a', '1.0.0'), seen('1.0.0', BYTES));
      for (const origin of [ONE, TWO])
        await assert.rejects(pull(store, { origin, sha256: OTHER_BYTES }), {
          code: 'upstream_changed',
          message: new RegExp(`${OTHER_BYTES}, but ${ONE} supplied it with ${BYTES} before`),
        });
      assert.equal(await pull(store, {}), true);
      assert.deepEqual(await store.findDefects(), []);
    },
  );

  testWithStore(open, 'build metadata makes no other version', async (store) => {
    await pull(store, { version: '1.0.0+one' });
    await evictAll(store);
    await assert.rejects(pull(store, { version: '1.0.0+two', sha256: OTHER_BYTES }), {
      code: 'upstream_changed',
    });
  });

  testWithStore(open, 'what an operator forgets may come with other bytes', async (store) => {
    await pull(store, {});
    await pull(store, { version: '2.0.0' });
    assert.deepEqual(await forget(store, undefined), [], 'the versions are here');
    await evictAll(store);
    assert.deepEqual(await forget(store, '3.0.0'), []);
    assert.deepEqual(await forget(store, '1.0.0'), [seen('1.0.0', BYTES)]);
    assert.equal(await store.findSeenVersion('@lib/a', '1.0.0'), undefined);
    assert.equal(await pull(store, { sha256: OTHER_BYTES }), true);
    await assert.rejects(pull(store, { version: '2.0.0', sha256: OTHER_BYTES }), {
      code: 'upstream_changed',
    });
    assert.deepEqual(await forget(store, undefined), [seen('2.0.0', BYTES)]);
    const entries = await store.listAuditEntries({ actions: ['forget'] }, 0, 10);
    assert.deepEqual(
      entries.map(({ name, version, details }) => [name, version, details?.sha256]),
      [
        ['@lib/a', '1.0.0', BYTES],
        ['@lib/a', '2.0.0', BYTES],
      ],
    );
  });

  testWithStore(open, 'a Prime that goes to another upstream takes along what stays', async (store) => {
    await pull(store, {});
    await pull(store, { version: '2.0.0' });
    await pull(store, { version: '3.0.0' });
    const [first, second, third] = await store.listBoundVersions('@lib/a');
    assert.ok(first && second && third);
    await store.evictVersions([{ ...third, lastReadDay: 1e6 }], toEntry);
    const rebinding = { name: '@lib/a', from: ONE, to: TWO, stays: [first], removed: [second] };
    assert.equal(await store.rebindPrime(rebinding, { ...ACT, action: 'rebind' }, toEntry), true);
    assert.deepEqual(await store.findSeenVersion('@lib/a', '1.0.0'), {
      ...seen('1.0.0', BYTES),
      origin: TWO,
    });
    for (const version of ['2.0.0', '3.0.0'])
      assert.equal(await pull(store, { version, origin: TWO, sha256: OTHER_BYTES }), true);
  });

  testWithStore(open, 'a version that is published here may have any bytes', async (store) => {
    await pull(store, {});
    await evictAll(store);
    assert.equal(await insert(store, { name: '@lib/a', sha256: OTHER_BYTES }), true);
  });

  testWithStore(open, 'an eviction ends the cursors of copies, and no others', async (store) => {
    const readers: readonly FeedReader[] = [
      { url: ONE, reader: 'copy all' },
      { url: ONE, reader: 'follow' },
      { url: TWO, reader: 'copy all' },
    ];
    for (const [index, reader] of readers.entries())
      await store.saveFeedCursor({ ...reader, cursor: `cursor ${index}`, atMs: index });
    await store.saveFeedCursor({ url: ONE, reader: 'follow', cursor: 'later', atMs: 1e13 });
    await pull(store, {});
    const cursors = () =>
      Promise.all(readers.map(async (reader) => (await store.findFeedCursor(reader))?.cursor));
    assert.deepEqual(await cursors(), ['cursor 0', 'later', 'cursor 2']);
    assert.deepEqual(await store.findFeedCursor({ url: ONE, reader: 'follow' }), {
      ...{ url: ONE, reader: 'follow', cursor: 'later', atMs: 1e13 },
    });
    await evictAll(store);
    assert.deepEqual(await cursors(), [undefined, 'later', 'cursor 2']);
  });

  testWithStore(
    open,
    'so does a Prime that goes to the upstream, which copies have left out',
    async (store) => {
      await pull(store, {});
      const stays = await store.listBoundVersions('@lib/a');
      const copies = [ONE, TWO].map((url): FeedReader => ({ url, reader: 'copy all' }));
      for (const copy of copies) await store.saveFeedCursor({ ...copy, cursor: 'cursor', atMs: 1 });
      const rebinding = { name: '@lib/a', from: ONE, to: TWO, stays, removed: [] };
      assert.equal(await store.rebindPrime(rebinding, { ...ACT, action: 'rebind' }, toEntry), true);
      const [old, other] = await Promise.all(copies.map((copy) => store.findFeedCursor(copy)));
      assert.deepEqual([old?.cursor, other], ['cursor', undefined]);
    },
  );

  testWithStore(open, 'a cursor replaces another one only while that is there', async (store) => {
    const [begun, reader] = ['copy all begun', 'copy all'] as const;
    const replace = (cursor: string, before: { reader: FeedReader['reader']; cursor: string }) =>
      store.replaceFeedCursor({ url: ONE, reader, cursor, atMs: 1 }, { url: ONE, ...before });
    const find = async () => (await store.findFeedCursor({ url: ONE, reader }))?.cursor;
    await replace('first', { reader: begun, cursor: 'x' });
    assert.equal(await find(), undefined);
    await store.saveFeedCursor({ url: ONE, reader: begun, cursor: 'x', atMs: 1 });
    await replace('first', { reader: begun, cursor: 'y' });
    assert.equal(await find(), undefined);
    await replace('first', { reader: begun, cursor: 'x' });
    assert.equal(await find(), 'first');
    assert.equal(await store.findFeedCursor({ url: ONE, reader: begun }), undefined);
    await replace('third', { reader, cursor: 'second' });
    assert.equal(await find(), 'first');
    await replace('first', { reader, cursor: 'first' });
    await replace('second', { reader, cursor: 'first' });
    assert.equal(await find(), 'second');
    await pull(store, {});
    await evictAll(store);
    await replace('third', { reader, cursor: 'second' });
    assert.equal(await find(), undefined);
  });
}

function seen(identity: string, sha256: string): SeenVersion {
  return { name: '@lib/a', identity, sha256, origin: ONE };
}

function pull(store: RegistryStore, draft: VersionDraft): Promise<boolean> {
  const act = { ...ACT, action: 'mirror' } as const;
  return insert(store, { name: '@lib/a', origin: ONE, sha256: BYTES, act, ...draft });
}

async function evictAll(store: RegistryStore): Promise<void> {
  await store.evictVersions(await store.listLeastRead({ lastReadDay: 0, id: 0 }, 10), toEntry);
}

function toEntry({ name, version }: Pick<EvictableVersion, 'name' | 'version'>) {
  return { ...ACT, action: 'evict', name, version } as const;
}

function forget(store: RegistryStore, identity: string | undefined): Promise<SeenVersion[]> {
  return store.forgetSeenVersions('@lib/a', identity, ({ name, identity: version, sha256 }) => ({
    ...ACT,
    ...{ action: 'forget', name, version, details: { sha256 } },
  }));
}
