// Lost versions, and the versions that were published last.
import assert from 'node:assert/strict';
import { ACT, insert, versionOf } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';

const [ONE, TWO, OTHER] = ['11', '22', 'ff'].map((digits) => digits.repeat(32)) as [string, string, string];
const NAME = '@acme/web-style';
const LOST = { name: NAME, identity: '1.0.0', sha256: ONE };

export function testLostVersions(open: OpenStore): void {
  testWithStore(open, 'a lost version is only inserted with the same bytes', async (store) => {
    assert.deepEqual(await store.recordLostVersions([LOST]), [LOST]);
    const other = { version: '1.0.0+build', sha256: OTHER };
    await assert.rejects(insert(store, other), {
      code: 'version_exists',
      message: new RegExp(`1\\.0\\.0\\+build was published before .*SHA-256 ${ONE}`),
    });
    await assert.rejects(insert(store, { ...other, origin: 'https://upstream.example' }), {
      code: 'version_exists',
    });
    assert.equal(await store.hasPrime(NAME), false, 'a refusal leaves nothing');
    assert.equal(await insert(store, { version: '1.1.0', sha256: OTHER }), true);
    assert.equal(await insert(store, { name: '@acme/other', sha256: OTHER }), true);
    assert.equal(await insert(store, { sha256: ONE }), true);
    assert.equal(await insert(store, { sha256: ONE }), false);
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(open, 'of simultaneous inserts, only the one of a lost version is refused', async (store) => {
    await store.recordLostVersions([LOST]);
    const outcomes = await Promise.allSettled(
      ['1.0.0', '1.1.0', '1.2.0'].map((version) => insert(store, { version, sha256: OTHER })),
    );
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'fulfilled', 'fulfilled'],
    );
  });

  testWithStore(open, 'a lost version may have several possible digests', async (store) => {
    const two = { ...LOST, sha256: TWO };
    await store.recordLostVersions([two, LOST]);
    assert.deepEqual(await store.findLostDigests(NAME, versionOf('1.0.0+x')), [ONE, TWO]);
    await assert.rejects(insert(store, { sha256: OTHER }), { message: new RegExp(`${ONE} or ${TWO}`) });
    assert.equal(await insert(store, { sha256: TWO }), true);
  });

  testWithStore(open, 'lost versions are recorded once, and audited', async (store) => {
    const toEntry = () => ({ ...ACT, action: 'record-lost' as const, name: NAME });
    const two = { ...LOST, name: '@acme/a', identity: '2.0.0' };
    assert.deepEqual(await store.recordLostVersions([], toEntry), []);
    assert.deepEqual(await store.recordLostVersions([LOST], toEntry), [LOST]);
    assert.deepEqual(await store.recordLostVersions([LOST, two], toEntry), [two]);
    assert.deepEqual(await store.listLostVersions(), [two, LOST]);
    assert.deepEqual(await store.findLostDigests(NAME, versionOf('3.0.0')), []);
    assert.equal((await store.listAuditEntries({ actions: ['record-lost'] }, 0, 10)).length, 2);
  });

  testWithStore(
    open,
    'the versions that were published last are listed without mirrored ones',
    async (store) => {
      assert.deepEqual(await store.listLastPublished(2), []);
      for (const version of ['1.0.0', '1.2.0', '1.1.0+build'])
        await insert(store, { version, publishedAtMs: 7 });
      await insert(store, { name: '@lib/a', origin: 'https://upstream.example' });
      const [sha256, publishedAtMs] = ['ab'.repeat(32), 7];
      assert.deepEqual(await store.listLastPublished(2), [
        { name: NAME, identity: '1.1.0', sha256, publishedAtMs },
        { name: NAME, identity: '1.2.0', sha256, publishedAtMs },
      ]);
    },
  );

  testWithStore(
    open,
    'a version is missing unless it is here with the same bytes, or removed',
    async (store) => {
      for (const version of ['1.0.0', '2.0.0']) await insert(store, { version, sha256: ONE });
      await store.removeVersion({
        ...{ name: NAME, version: versionOf('2.0.0'), category: 'secret', reason: undefined },
        ...{ removedAtMs: 1, act: { ...ACT, action: 'remove' } },
      });
      const [removed, never] = [
        { ...LOST, identity: '2.0.0' },
        { ...LOST, name: '@acme/never' },
      ];
      assert.deepEqual(await store.listMissingVersions([LOST, removed]), []);
      const other = { ...LOST, sha256: OTHER };
      assert.deepEqual(await store.listMissingVersions([other, LOST, never, removed]), [other, never]);
    },
  );
}
