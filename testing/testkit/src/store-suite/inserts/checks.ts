// Checks whether a version could be inserted: they find what an insert would, and keep nothing.
import assert from 'node:assert/strict';
import { inventoryOf } from '../../primes/inventory.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';
import { ACT, insert, newVersion, versionOf } from './new-version.ts';

const NAME = '@acme/web-style';

export function testChecks(open: OpenStore): void {
  testWithStore(open, 'a check says what an insert would say', async (store) => {
    const inventory = await inventoryOf([{ id: '@acme/alpha', description: 'first' }]);
    assert.equal(await store.checkVersion(newVersion({ inventory })), true);
    assert.equal(await insert(store, { inventory }), true);
    assert.equal(await store.checkVersion(newVersion({ inventory })), false);
    assert.equal(await store.checkVersion(newVersion({ version: '1.0.0+again' })), false);
    assert.equal(await store.checkVersion(newVersion({ version: '1.1.0', inventory })), true);
  });

  testWithStore(open, 'a check sees the usage that an insert would make', async (store) => {
    const full = new Error('full');
    const seen: unknown[] = [];
    const note = (usage: unknown): void => {
      seen.push(usage);
    };
    const inventory = await inventoryOf([{ id: '@acme/alpha', description: 'first' }]);
    const version = newVersion({ inventory, readme: 'text' });
    await store.checkVersion(version, note);
    await store.insertVersion(version, async () => undefined, note);
    // Once each: a check that runs again holds the lock of the scope.
    assert.equal(seen.length, 2);
    assert.deepEqual(seen[0], seen[1]);
    let asked = 0;
    const refused = store.checkVersion(newVersion({ version: '2.0.0' }), () => {
      asked += 1;
      throw full;
    });
    await assert.rejects(refused, full);
    assert.equal(asked, 1);
  });

  testWithStore(open, 'a check keeps nothing', async (store) => {
    const inventory = await inventoryOf([{ id: '@acme/alpha', description: 'first' }]);
    await store.checkVersion(newVersion({ inventory, channel: 'beta' }));
    assert.equal(await store.hasPrime(NAME), false);
    assert.deepEqual(await store.findScopeUsage('@acme'), { versions: 0, sizeBytes: 0 });
    await insert(store, { version: '0.9.0' });
    await store.checkVersion(newVersion({ inventory, channel: 'beta' }));
    assert.deepEqual(
      (await store.listVersions(NAME)).map(({ version }) => version),
      ['0.9.0'],
    );
    assert.deepEqual(await store.listNamesWithLifecycle('', 10), []);
    assert.equal((await store.findScopeUsage('@acme')).versions, 1);
    // The inventory of the next insert is stored whole: the check has left no content that it could share.
    assert.equal(await insert(store, { inventory }), true);
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(
    open,
    'a check refuses what an insert refuses: a removed version, another owner',
    async (store) => {
      await insert(store);
      const removal = {
        name: NAME,
        version: versionOf('1.0.0'),
        category: 'secret',
        removedAtMs: 1,
      } as const;
      await store.removeVersion({ ...removal, reason: undefined, act: { ...ACT, action: 'remove' } });
      await assert.rejects(store.checkVersion(newVersion()), { code: 'version_exists' });
      // With an inventory, it must be prepared again after a removal.
      const inventory = await inventoryOf([{ id: '@acme/alpha' }]);
      assert.equal(await store.checkVersion(newVersion({ version: '1.1.0', inventory })), true);
      await insert(store, { name: '@other/mirrored', origin: 'https://one.example' });
      const taken = store.checkVersion(newVersion({ name: '@other/mirrored', version: '2.0.0' }));
      await assert.rejects(taken, { code: 'name_of_another_registry' });
    },
  );

  testWithStore(open, 'checks and inserts at the same time do not disturb each other', async (store) => {
    const versions = Array.from({ length: 10 }, (_, index) => `1.${index}.0`);
    const outcomes = await Promise.all(
      versions.flatMap((version) => [
        store.checkVersion(newVersion({ version })),
        insert(store, { version }),
      ]),
    );
    assert.ok(outcomes.filter((_, index) => index % 2 === 1).every((isNew) => isNew));
    assert.equal((await store.listVersions(NAME)).length, 10);
  });
}
