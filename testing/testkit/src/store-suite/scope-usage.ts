// The usage of scopes, and publishes that exceed their limit.
import assert from 'node:assert/strict';
import type { RegistryStore } from '@prime-registry/store';
import { inventoryOf } from '../primes/inventory.ts';
import { COSTLY, fc } from '../properties.ts';
import {
  insert,
  insertNew,
  nameOf,
  newVersion,
  type VersionDraft,
  versionOf,
  yank,
} from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const full = new Error('full');

/** What a version of these tests occupies besides its tarball. */
const { sourceManifest, description, namespaces, tags } = newVersion();
const ROW_BYTES =
  sourceManifest.length +
  description.length +
  JSON.stringify(namespaces).length +
  JSON.stringify(tags).length;

/** Inserts unless the scope would then have more versions than `most`. */
function insertUpTo(store: RegistryStore, most: number, draft: VersionDraft, commit = async () => {}) {
  return insertNew(store, newVersion(draft), commit, ({ versions }) => {
    if (versions > most) throw full;
  });
}

export function testScopeUsage(open: OpenStore): void {
  testWithStore(open, 'the usage of a scope counts yanked versions, not refused ones', async (store) => {
    assert.deepEqual(await store.findScopeUsage('@acme'), { versions: 0, sizeBytes: 0 });
    await insert(store, { version: '1.0.0', sizeBytes: 100 });
    await insert(store, { version: '1.0.0+again', sizeBytes: 1 });
    await insert(store, { name: '@acme/other', version: '1.0.0', sizeBytes: 20 });
    await insert(store, { name: '@acme2/other', version: '1.0.0', sizeBytes: 3 });
    await yank(store, '1.0.0');
    const broken = store.insertVersion(newVersion({ version: '2.0.0' }), () => Promise.reject(full));
    await assert.rejects(broken, full);
    assert.deepEqual(await store.findScopeUsage('@acme'), { versions: 2, sizeBytes: 120 + 2 * ROW_BYTES });
    assert.deepEqual(await store.findScopeUsage('@acme2'), { versions: 1, sizeBytes: 3 + ROW_BYTES });
    assert.deepEqual(await store.findScopeUsage('@acm'), { versions: 0, sizeBytes: 0 });
  });

  testWithStore(open, 'the usage counts manifest, README and new atoms, in bytes', async (store) => {
    const bytesAfter = async (draft: VersionDraft): Promise<number> => {
      const before = (await store.findScopeUsage('@acme')).sizeBytes;
      await insert(store, { sizeBytes: 0, ...draft });
      return (await store.findScopeUsage('@acme')).sizeBytes - before - ROW_BYTES;
    };
    assert.equal(await bytesAfter({ version: '1.0.0', readme: 'ä'.repeat(1000) }), 2000);
    const manifest = Buffer.concat([sourceManifest, Buffer.alloc(5000, '#')]);
    assert.equal(await bytesAfter({ version: '1.0.1', sourceManifest: manifest }), 5000);
    const atom = { id: '@acme/alpha', description: 'é'.repeat(2000) };
    const inventory = await inventoryOf([atom]);
    const taken = await bytesAfter({ version: '1.1.0', inventory });
    assert.ok(taken > 4000 && taken < 12_000, `${taken}`);
    const again = await bytesAfter({ version: '1.1.1', inventory });
    assert.ok(again < 100, `${again}: the next version shares the atoms`);
    const elsewhere = await bytesAfter({ name: '@acme/other', inventory });
    assert.equal(elsewhere, taken, 'Primes share no atoms');
    const replaceWith = async (id: string) => {
      const replaced = await inventoryOf([{ ...atom, id }]);
      await store.replaceInventory(nameOf('@acme/web-style'), versionOf('1.0.0'), replaced);
      return store.findScopeUsage('@acme');
    };
    const before = await replaceWith(atom.id);
    const after = await replaceWith('@acme/beta');
    assert.ok(after.sizeBytes - before.sizeBytes > 4000 && after.versions === before.versions);
    assert.deepEqual(await replaceWith(atom.id), before, 'atoms that no version has any more are gone');
  });

  testWithStore(open, 'a refused version leaves nothing, not even the name of its Prime', async (store) => {
    let commits = 0;
    const count = async (): Promise<void> => {
      commits += 1;
    };
    const seen: unknown[] = [];
    const refused = store.insertVersion(newVersion({ sizeBytes: 7 }), count, (usage) => {
      seen.push(usage);
      throw full;
    });
    await assert.rejects(refused, full);
    assert.deepEqual(
      seen,
      [{ versions: 1, sizeBytes: 7 + ROW_BYTES }],
      'the check gets the usage after the insert',
    );
    assert.equal(commits, 0);
    assert.equal(await store.hasPrime('@acme/web-style'), false);
    assert.deepEqual(await store.findScopeUsage('@acme'), { versions: 0, sizeBytes: 0 });
  });

  testWithStore(open, 'an existing version is not checked against the limit', async (store) => {
    assert.equal(await insertUpTo(store, 1, { version: '1.0.0' }), true);
    assert.equal(await insertUpTo(store, 1, { version: '1.0.0+again' }), false);
    await assert.rejects(insertUpTo(store, 1, { version: '2.0.0' }), full);
  });

  testWithStore(open, 'concurrent inserts do not exceed the limit', async (store) => {
    const inserts = Array.from({ length: 50 }, (_, index) =>
      insertUpTo(store, 7, { name: `@acme/p${index % 9}`, version: `1.0.${index}` }),
    );
    const outcomes = await Promise.allSettled(inserts);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 7);
    assert.equal((await store.findScopeUsage('@acme')).versions, 7);
  });

  testWithStore(
    open,
    'the usage is that of the stored versions after any concurrent inserts',
    async (store) => {
      const draft = fc.record({
        scope: fc.constantFrom('@a', '@b'),
        patch: fc.nat({ max: 5 }),
        sizeBytes: fc.nat({ max: 1000 }),
        fate: fc.constantFrom('fine', 'fine', 'broken', 'limited'),
      });
      const held = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(fc.array(draft, { maxLength: 12 }), async (drafts) => {
          await Promise.all(
            drafts.map(async ({ scope, patch, sizeBytes, fate }) => {
              const key = `${scope} ${patch}`;
              const commit = async () => {
                if (fate === 'broken') throw full;
              };
              const most = fate === 'limited' ? 3 : 1000;
              const version = { name: `${scope}/p`, version: `1.0.${patch}`, sizeBytes };
              const isNew = await insertUpTo(store, most, version, commit).catch(() => false);
              if (isNew) held.set(key, sizeBytes);
            }),
          );
          for (const scope of ['@a', '@b']) {
            const sizes = [...held]
              .filter(([key]) => key.startsWith(scope))
              .map(([, sizeBytes]) => sizeBytes);
            const expected = {
              versions: sizes.length,
              sizeBytes: sizes.reduce((sum, each) => sum + each + ROW_BYTES, 0),
            };
            assert.deepEqual(await store.findScopeUsage(scope), expected);
          }
        }),
        COSTLY,
      );
    },
  );
}
