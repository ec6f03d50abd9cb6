// Inserting a version: once, complete, and visible only when its tarball is stored.
import assert from 'node:assert/strict';
import { InventoryEncoder, type NewInventory } from '@prime-registry/store';
import { inventoryOf } from '../../primes/inventory.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';
import { insert, insertNew, newVersion, versionOf } from './new-version.ts';

const NAME = '@acme/web-style';

export function testInserts(open: OpenStore): void {
  testWithStore(open, 'an inserted version is read back, field for field', async (store) => {
    const version = newVersion({
      version: '1.2.3-rc.1+build.7',
      description: 'Ünï “quotes” 🦄\nand a second line; drop table versions',
      license: "MIT OR 'x'",
      atoms: 2 ** 31,
      sizeBytes: 2 ** 40,
      publishedAtMs: Date.UTC(2026, 10, 21, 9, 30, 1, 999),
      namespaces: ['@b', '@a', '@ü'],
      promotedFrom: { registry: 'https://staging.example', publishedAtMs: Date.UTC(2025, 0, 1) },
      requires: { '@a/b': '^1', '@a/c': '*' },
      provenance: { issuer: 'https://ci.example', rule: 'r', preset: 'oidc', claims: { sub: 'ü “1”' } },
      signatures: [{ fingerprint: `SHA256:${'A'.repeat(43)}`, armored: 'a signature' }],
    });
    assert.equal(await insertNew(store, version), true);
    assert.deepEqual(await store.findVersion(NAME, versionOf('1.2.3-rc.1')), {
      name: NAME,
      version: '1.2.3-rc.1+build.7',
      publishedAtMs: version.publishedAtMs,
      sha256: version.sha256,
      sizeBytes: version.sizeBytes,
      description: version.description,
      license: version.license,
      primeVersion: '1.0',
      atoms: version.atoms,
      namespaces: version.namespaces,
      yankedAtMs: undefined,
      yankReason: undefined,
      origin: undefined,
      promotedFrom: version.promotedFrom,
      requires: version.requires,
      provenance: version.provenance,
      signedBy: [`SHA256:${'A'.repeat(43)}`],
    });
  });

  testWithStore(open, 'the manifest is stored byte for byte', async (store) => {
    const sourceManifest = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    await insert(store, { sourceManifest });
    const read = await store.findSourceManifest(NAME, versionOf('1.0.0+other'));
    assert.deepEqual(Buffer.from(read ?? []), Buffer.from(sourceManifest));
    assert.equal(await store.findSourceManifest(NAME, versionOf('1.0.1')), undefined);
  });

  testWithStore(open, 'versions that were not inserted are not found', async (store) => {
    await insert(store);
    assert.deepEqual(await store.listVersions('@acme/web'), []);
    assert.equal(await store.findVersion('@acme/web', versionOf('1.0.0')), undefined);
    assert.equal(await store.findVersion(NAME, versionOf('1.0.0-rc.1')), undefined);
    assert.equal(await store.hasPrime('@acme/web'), false);
    assert.equal(await store.hasPrime(NAME), true);
  });

  testWithStore(open, 'the tarball is stored before the version is visible', async (store) => {
    let seen: unknown;
    await store.insertVersion(newVersion(), async () => {
      seen = [await store.listVersions(NAME), await store.findVersion(NAME, versionOf('1.0.0'))];
    });
    assert.deepEqual(seen, [[], undefined]);
    assert.equal((await store.listVersions(NAME)).length, 1);
  });

  testWithStore(open, 'nothing is inserted if the tarball cannot be stored', async (store) => {
    const failure = new Error('disk full');
    const inserting = store.insertVersion(newVersion(), () => Promise.reject(failure));
    await assert.rejects(inserting, (error) => error === failure);
    assert.equal(await store.hasPrime(NAME), false);
    assert.equal((await store.search({ text: 'web', limit: 1, offset: 0 })).total, 0);
    assert.equal(await insert(store), true, 'it can be published afterwards');
  });

  testWithStore(open, 'an insert is confirmed when its atoms are prepared, or not made', async (store) => {
    const steps: string[] = [];
    const note = (step: string) => async (): Promise<void> => void steps.push(step);
    const { summary } = new InventoryEncoder(await inventoryOf([]));
    const inventory: NewInventory = {
      summary,
      async listKeys() {
        steps.push('prepared');
        return [];
      },
      encode: async () => [],
    };
    const revoked = new Error('the token was revoked');
    const refused = store.insertVersion(newVersion({ inventory }), note('placed'), undefined, () =>
      Promise.reject(revoked),
    );
    await assert.rejects(refused, (error) => error === revoked);
    assert.equal(await store.hasPrime(NAME), false);
    await store.insertVersion(newVersion({ inventory }), note('placed'), undefined, note('confirmed'));
    assert.deepEqual(steps, ['prepared', 'prepared', 'confirmed', 'placed']);
  });

  for (const again of ['1.0.0', '1.0.0+build.2']) {
    testWithStore(open, `a version is inserted once: 1.0.0+build.1 and then ${again}`, async (store) => {
      await insert(store, { version: '1.0.0+build.1', description: 'the first' });
      let isPutInPlace = false;
      const isNew = await insertNew(store, newVersion({ version: again }), async () => {
        isPutInPlace = true;
      });
      assert.deepEqual({ isNew, isPutInPlace }, { isNew: false, isPutInPlace: false });
      const record = await store.findVersion(NAME, versionOf(again));
      assert.deepEqual([record?.version, record?.description], ['1.0.0+build.1', 'the first']);
    });
  }

  testWithStore(open, 'exactly one of many concurrent inserts of a version wins', async (store) => {
    const placed: number[] = [];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        insertNew(store, newVersion({ description: `number ${index}` }), async () => {
          await new Promise((resolve) => setImmediate(resolve));
          placed.push(index);
        }),
      ),
    );
    const winners = outcomes.flatMap((isNew, index) => (isNew ? [index] : []));
    assert.equal(winners.length, 1);
    assert.deepEqual(placed, winners);
    const record = await store.findVersion(NAME, versionOf('1.0.0'));
    assert.equal(record?.description, `number ${winners[0]}`);
  });

  testWithStore(open, 'the same version may exist in another Prime', async (store) => {
    assert.equal(await insert(store), true);
    assert.equal(await insert(store, { name: '@acme/other' }), true);
    assert.equal(await insert(store, { name: '@other/web-style' }), true);
  });

  testWithStore(open, 'versions are listed in ascending precedence (semver.org, item 11)', async (store) => {
    const ascending = [
      ...['0.0.1', '0.9.0', '1.0.0-0', '1.0.0-2', '1.0.0-11', '1.0.0-99999999999999999999', '1.0.0--'],
      ...['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-alpha-', '1.0.0-alpha0', '1.0.0-beta.2'],
      ...['1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.2.0', '1.10.0', '2.0.0', '10.0.0'],
      '99999999999999999999.0.0',
    ];
    for (const [index, version] of [...ascending.entries()].sort(
      ([a], [b]) => ((a * 7) % 20) - ((b * 7) % 20),
    ))
      await insert(store, { version, publishedAtMs: index });
    const listed = await store.listVersions(NAME);
    assert.deepEqual(
      listed,
      ascending.map((version, index) => ({ version, publishedAtMs: index, yanked: false })),
    );
  });
}
