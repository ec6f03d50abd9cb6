// What is in the log: one entry for each act, in the order of the commits, and nothing for what changed nothing.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { LifecycleChange } from '@prime-registry/store';
import { ACT, insert, newVersion, versionOf, yank } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';
import { assertLogged, readActs, readWholeLog } from './read-log.ts';

const NAME = '@acme/web-style';
const SHA256 = 'ab'.repeat(32);
const AT = '2026-01-02T03:04:05Z';
const nothing = async (): Promise<void> => undefined;

const change = (action: LifecycleChange['act']['action'], name = NAME): LifecycleChange => ({
  name,
  atMs: ACT.atMs,
  act: { ...ACT, action },
});

function contentOf(version: string, name = NAME) {
  const manifest = createHash('sha256').update(newVersion().sourceManifest).digest('hex');
  return { name, version, sha256: SHA256, size: 1234, manifest_sha256: manifest };
}

export function testLogAppends(open: OpenStore): void {
  testWithStore(open, 'the log is empty until the first act, and begins with its id', async (store) => {
    const empty = await store.readLogHead();
    assert.match(empty.logId, /^[0-9a-f]{16}$/);
    assert.deepEqual([empty.edge.size, empty.halted], [0, undefined]);
    await insert(store, { version: '1.0.0+b' });
    assert.deepEqual(await readWholeLog(store), [
      { v: 1, type: 'begin', at: AT, by: 'registry', log: empty.logId },
      { v: 1, type: 'publish', at: AT, by: 'token-1', ...contentOf('1.0.0+b') },
    ]);
    assert.equal((await store.readLogHead()).logId, empty.logId);
  });

  testWithStore(open, 'a publish says what was published, and where it is in the log', async (store) => {
    await insert(store);
    const promotedFrom = { registry: 'https://staging.example', publishedAtMs: 1 };
    const version = newVersion({ version: '1.1.0', channel: 'beta', promotedFrom });
    const inserted = await store.insertVersion(version, nothing);
    assert.ok(inserted.isNew);
    assert.equal(inserted.logged.index, 2);
    await assertLogged(store, inserted.logged);
    assert.deepEqual((await readActs(store)).at(-1), {
      ...{ type: 'publish', ...contentOf('1.1.0') },
      ...{ promoted_from: 'https://staging.example', channel: 'beta' },
    });
    const found = await store.findLoggedVersion(NAME, versionOf('1.1.0+b'));
    assert.deepEqual(
      [found?.index, Buffer.from(found?.entry ?? [])],
      [2, Buffer.from(inserted.logged.entry)],
    );
    assert.equal(await store.findLoggedVersion(NAME, versionOf('9.0.0')), undefined);
    assert.equal(await store.findLoggedVersion('@acme/none', versionOf('1.0.0')), undefined);
  });

  testWithStore(open, 'pulled and imported versions say when they were published', async (store) => {
    const publishedAtMs = Date.UTC(2025, 0, 1);
    const earlier = { published_at: '2025-01-01T00:00:00Z' };
    const origin = 'https://elsewhere.example';
    const isYanked = { atMs: 1, by: 'x', reason: undefined };
    const mirror = { ...ACT, action: 'mirror', actorId: 'mirror' } as const;
    const pulled = newVersion({ name: '@lib/a', publishedAtMs, origin, yank: isYanked });
    await store.insertVersion({ ...pulled, act: mirror }, nothing);
    const act = { ...ACT, action: 'import', actorId: 'operator' } as const;
    for (const draft of [{ publishedAtMs }, { publishedAtMs, name: '@lib/b', origin }])
      await store.insertVersion({ ...newVersion(draft), act }, nothing);
    const [, ...entries] = await readWholeLog(store);
    assert.deepEqual(
      entries.map(({ v, at, ...said }) => said),
      [
        { type: 'mirror', by: 'mirror', ...contentOf('1.0.0', '@lib/a'), ...earlier, origin, yanked: true },
        { type: 'import', by: 'token-1', ...contentOf('1.0.0'), ...earlier },
        { type: 'import', by: 'token-1', ...contentOf('1.0.0', '@lib/b'), ...earlier, origin },
      ],
    );
  });

  testWithStore(open, 'a deprecation or channel that is set again is not logged again', async (store) => {
    await insert(store);
    const successor = { name: '@acme/new', range: undefined, registry: undefined };
    const channel = versionOf('1.0.0');
    for (let count = 0; count < 3; count += 1) {
      await store.setDeprecation(change('deprecate'), { range: '*', message: 'old', successor });
      await store.setDeprecation(change('deprecate'), { range: '<1.0.0', message: 'older' });
      assert.equal(await store.setChannel(change('channel'), 'stable', channel), true);
    }
    await store.setDeprecation(change('deprecate'), { range: '*', message: 'very old', successor });
    assert.deepEqual(
      (await readActs(store)).slice(1).map(({ type }) => type),
      ['deprecate', 'deprecate', 'channel', 'deprecate'],
    );
  });

  testWithStore(open, 'simultaneous publishes are in the log once each, without gaps', async (store) => {
    const versions = Array.from({ length: 40 }, (_, index) => `1.${index % 30}.0`);
    const outcomes = await Promise.all(
      versions.map((version) => store.insertVersion(newVersion({ version }), nothing)),
    );
    const logged = outcomes.flatMap((outcome) => (outcome.isNew ? [outcome.logged] : []));
    const places = logged.map(({ index }) => index).toSorted((a, b) => a - b);
    assert.deepEqual(
      places,
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
    for (const entry of logged) await assertLogged(store, entry);
    assert.equal((await readWholeLog(store)).length, 31);
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(open, 'what changes nothing is not in the log', async (store) => {
    await insert(store);
    await yank(store, '1.0.0');
    await store.movePrime(change('move', '@acme/other'), '@acme/new');
    const size = (await store.readLogHead()).edge.size;
    await insert(store);
    await yank(store, '1.0.0');
    await yank(store, '7.0.0');
    await store.unyankVersion({ ...change('unyank'), version: versionOf('9.0.0') });
    await store.removeChannel(change('channel'), 'beta');
    await store.removeDeprecation(change('undeprecate'), '*');
    await store.movePrime(change('move', '@acme/other'), '@acme/new');
    const broken = newVersion({ name: '@acme/broken' });
    await assert.rejects(store.insertVersion(broken, () => Promise.reject(new Error('disk full'))));
    await store.checkVersion(newVersion({ name: '@acme/checked', channel: 'beta' }));
    assert.equal((await store.readLogHead()).edge.size, size);
  });

  testWithStore(open, 'every change of the life of a version is in the log', async (store) => {
    await insert(store, { version: '1.0.0+b' });
    await yank(store, '1.0.0', 'half of a pair: \ud83d');
    await store.unyankVersion({ ...change('unyank'), version: versionOf('1.0.0') });
    await store.setChannel(change('channel'), 'beta', versionOf('1.0.0+b'));
    await store.removeChannel(change('channel'), 'beta');
    const deprecation = { range: '<2.0.0', message: 'Use 2', successor: { name: '@acme/new', range: '^2' } };
    await store.setDeprecation(change('deprecate'), deprecation);
    await store.removeDeprecation(change('undeprecate'), '<2.0.0');
    await store.movePrime(change('move'), '@acme/new');
    await store.movePrime(change('move'), undefined);
    const removal = { category: 'secret', reason: 'a key', removedAtMs: 5, act: ACT } as const;
    await store.removeVersion({ ...removal, name: NAME, version: versionOf('1.0.0') });
    const version = { name: NAME, version: '1.0.0+b' };
    assert.deepEqual((await readActs(store)).slice(1), [
      { type: 'yank', ...version, sha256: SHA256, reason: 'half of a pair: \ufffd' },
      { type: 'unyank', ...version, sha256: SHA256 },
      { type: 'channel', ...version, channel: 'beta' },
      { type: 'unchannel', name: NAME, channel: 'beta' },
      { type: 'deprecate', name: NAME, ...deprecation },
      { type: 'undeprecate', name: NAME, range: '<2.0.0' },
      { type: 'move', name: NAME, to: '@acme/new' },
      { type: 'unmove', name: NAME },
      { type: 'remove', ...version, sha256: SHA256, category: 'secret' },
    ]);
    assert.equal(await store.findLoggedVersion(NAME, versionOf('1.0.0')), undefined);
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(open, 'a tombstone of another registry is in the log, and the way back', async (store) => {
    const tombstone = {
      ...{ name: NAME, version: '1.0.0', identity: '1.0.0', sha256: SHA256, category: 'law' as const },
      ...{ reason: undefined, removedAtMs: 5, origin: undefined },
    };
    assert.equal(await store.insertTombstone(tombstone, { ...ACT, action: 'import' }), 'new');
    assert.equal(await store.insertTombstone(tombstone, { ...ACT, action: 'import' }), 'known');
    const act = { ...ACT, action: 'import' } as const;
    await store.insertVersion({ ...newVersion(), restores: 'law', act }, nothing);
    const types = (await readActs(store)).map(({ type }) => type);
    assert.deepEqual(types, ['remove', 'import']);
    assert.deepEqual(await store.findDefects(), []);
  });
}
