// A log that lost its last entries gets them again: the same bytes, and what they say.
import assert from 'node:assert/strict';
import type { LogEntry } from '@prime-registry/protocol';
import type { MissingEntries, RegistryStore } from '@prime-registry/store';
import { appendLeaves, leafHash } from '@prime-registry/tlog';
import { ACT, insert, newVersion, versionOf, yank } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';
import { assertLogged, readWholeLog, sha256 } from './read-log.ts';

const NAME = '@acme/web-style';
const DIGEST = 'ab'.repeat(32);
const nothing = async (): Promise<void> => undefined;

/** Entries of a store, as another one lacks them. */
async function tailOf(store: RegistryStore, first: number): Promise<Omit<MissingEntries, 'isLast'>> {
  const { edge } = await store.readLogHead();
  return { first, entries: await store.listLogEntries(first, edge.size), edge };
}

export function testLogRecovery(open: OpenStore): void {
  async function withLater(
    store: RegistryStore,
    run: (later: RegistryStore, first: number) => Promise<void>,
  ): Promise<void> {
    const later = await open();
    try {
      // Both have the same beginning, under the id of the one that has more.
      await later.insertVersion(newVersion(), nothing);
      await store.insertVersion(newVersion({ name: '@acme/gone', version: '0.1.0' }), nothing);
      await run(later, (await store.readLogHead()).edge.size);
    } finally {
      await later.close();
    }
  }

  testWithStore(open, 'the entries come back with what they say', async (store) => {
    const later = await open();
    await insert(later);
    await insert(later, { version: '1.1.0' });
    await insert(later, { version: '1.2.0' });
    await insert(later, { name: '@up/mirrored', origin: 'https://up.example' });
    await yank(later, '1.1.0', 'wrong');
    await yank(later, '1.0.0', 'also wrong');
    const unyank = { name: NAME, atMs: ACT.atMs, act: { ...ACT, action: 'unyank' as const } };
    await later.unyankVersion({ ...unyank, version: versionOf('1.0.0') });
    const removal = { category: 'law', reason: undefined, removedAtMs: 5, act: ACT } as const;
    await later.removeVersion({ ...removal, name: NAME, version: versionOf('1.2.0') });
    const deprecation = { range: '*', message: 'Use another', successor: undefined };
    await later.setDeprecation({ ...unyank, act: { ...ACT, action: 'deprecate' } }, deprecation);
    const tail = await tailOf(later, 0);

    await store.haltLog('a backup was restored');
    const part = { ...tail, entries: tail.entries.slice(0, 4) };
    const leaves = part.entries.map((entry) => leafHash(sha256, entry));
    const { edge } = appendLeaves(sha256, { size: 0, hashes: [] }, leaves);
    const first = await store.recoverEntries({ ...part, edge, isLast: false });
    assert.deepEqual(
      first?.lost.map(({ identity }) => identity),
      ['1.0.0', '1.1.0', '1.2.0'],
    );
    assert.equal((await store.readLogHead()).halted, 'a backup was restored', 'until all is there');
    const rest = { first: 4, entries: tail.entries.slice(4), edge: tail.edge };
    assert.deepEqual(await store.recoverEntries({ ...rest, isLast: true }), { lost: [], unfollowed: [] });

    assert.deepEqual(await readWholeLog(store), await readWholeLog(later));
    assert.equal((await store.readLogHead()).halted, undefined);
    assert.deepEqual(await store.listLostVersions(), [
      { name: NAME, identity: '1.0.0', sha256: DIGEST },
      { name: NAME, identity: '1.1.0', sha256: DIGEST },
    ]);
    assert.equal((await store.findTombstone(NAME, versionOf('1.2.0')))?.category, 'law');
    assert.equal((await store.findSeenVersion('@up/mirrored', '1.0.0'))?.sha256, DIGEST);
    assert.deepEqual(
      (await store.findLifecycle(NAME))?.deprecations.map(({ message }) => message),
      ['Use another'],
    );
    assert.deepEqual(await store.findDefects(), []);
    await later.close();
  });

  testWithStore(open, 'a lost version comes back to its place, as the log left it', async (store) => {
    const later = await open();
    await insert(later);
    await insert(later, { version: '1.1.0' });
    await yank(later, '1.1.0', 'wrong');
    await store.recoverEntries({ ...(await tailOf(later, 0)), isLast: true });
    await later.close();

    const other = newVersion({ version: '1.1.0', sourceManifest: Buffer.from('other') });
    await assert.rejects(store.insertVersion(other, nothing), /the same tarball and another pack\.yaml/);
    await assert.rejects(insert(store, { version: '1.1.0', sha256: 'cd'.repeat(32) }), /another tarball/);
    const [back, fresh] = await Promise.all([
      store.insertVersion(newVersion({ version: '1.1.0' }), nothing),
      store.insertVersion(newVersion({ version: '1.2.0' }), nothing),
    ]);
    assert.ok(back.isNew && fresh.isNew);
    assert.deepEqual([back.logged.index, fresh.logged.index], [2, 4]);
    await assertLogged(store, back.logged);
    const found = await store.findVersion(NAME, versionOf('1.1.0'));
    assert.deepEqual([found?.yankedAtMs, found?.yankReason], [ACT.atMs, 'wrong']);
    assert.equal((await store.findLoggedVersion(NAME, versionOf('1.1.0')))?.index, 2);
    assert.deepEqual(await store.findDefects(), []);
    // From now on it is like any other version.
    const removal = { category: 'law', reason: undefined, removedAtMs: 5, act: ACT } as const;
    await store.removeVersion({ ...removal, name: NAME, version: versionOf('1.1.0') });
    const restored = newVersion({ version: '1.1.0', restores: 'law', act: { ...ACT, action: 'import' } });
    const again = await store.insertVersion(restored, nothing);
    assert.ok(again.isNew);
    assert.equal(again.logged.index, 6, 'the removal is between both entries');
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(open, 'nothing changes if the entries are others, or belong elsewhere', async (store) => {
    await withLater(store, async (later, size) => {
      const before = await store.readLogHead();
      await insert(later, { version: '1.1.0' });
      const tail = await tailOf(later, size);
      assert.equal(await store.recoverEntries({ ...tail, first: size + 1, isLast: true }), undefined);
      assert.equal(await store.recoverEntries({ ...tail, first: 0, isLast: true }), undefined);
      // The beginning is another one, so they do not lead to the tree of the later log.
      await assert.rejects(
        store.recoverEntries({ ...tail, isLast: true }),
        /do not lead to the tree that was signed/,
      );
      assert.deepEqual(await store.readLogHead(), before);
      assert.deepEqual(await store.listLostVersions(), []);
    });
  });

  testWithStore(open, 'an entry of a newer program is kept, and said not to be followed', async (store) => {
    await insert(store);
    const { edge: before } = await store.readLogHead();
    const at = '2026-01-02T03:04:05Z';
    const unknown = { at, by: 'operator', type: 'teleport', v: 1 } as unknown as LogEntry;
    const entry = Buffer.from(JSON.stringify(unknown));
    const { edge } = appendLeaves(sha256, before, [leafHash(sha256, entry)]);
    assert.deepEqual(
      await store.recoverEntries({ first: before.size, entries: [entry], edge, isLast: true }),
      {
        lost: [],
        unfollowed: [{ index: 2, reason: 'is of the type teleport, which this program does not know' }],
      },
    );
  });
}
