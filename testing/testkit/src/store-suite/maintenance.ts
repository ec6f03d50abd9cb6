// What operators' commands read from a store: referenced blobs, and complete versions.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { ACT, insert, insertNew, newVersion, versionOf } from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const digest = (digits: string): string => digits.padEnd(64, '0');

export function testMaintenance(open: OpenStore): void {
  testWithStore(
    open,
    'blobs are listed by digest, each once, with the versions that need it',
    async (store) => {
      await insert(store, { version: '1.0.0', sha256: digest('ab'), sizeBytes: 10 });
      await insert(store, { version: '1.1.0', sha256: digest('abff'), sizeBytes: 20 });
      await insert(store, { version: '1.2.0', sha256: digest('ab'), sizeBytes: 10 });
      await insert(store, { version: '1.3.0', sha256: digest('ac'), sizeBytes: 30 });
      assert.deepEqual(await store.listReferencedBlobs('ab', 'abg'), [
        { sha256: digest('ab'), sizeBytes: 10, versions: 2 },
        { sha256: digest('abff'), sizeBytes: 20, versions: 1 },
      ]);
      assert.deepEqual(await store.listVersionsOfBlob(digest('ab')), [
        { name: '@acme/web-style', version: '1.0.0' },
        { name: '@acme/web-style', version: '1.2.0' },
      ]);
      assert.deepEqual(await store.findDefects(), []);
    },
  );

  testWithStore(open, 'an empty store references no blobs', async (store) => {
    assert.deepEqual(await store.listReferencedBlobs('0', 'g'), []);
  });

  testWithStore(open, 'no publish commits while unreferenced blobs are removed', async (store) => {
    await insert(store, { version: '1.0.0', sha256: digest('a') });
    const order: string[] = [];
    let publishing: Promise<boolean> = Promise.resolve(false);
    await store.whileUnreferenced([digest('a'), digest('b')], async (unreferenced) => {
      assert.deepEqual(unreferenced, [digest('b')]);
      publishing = insertNew(store, newVersion({ version: '2.0.0', sha256: digest('b') }), async () => {
        order.push('put in place');
      });
      await delay(20);
      order.push('removed');
      return [{ ...ACT, action: 'gc', details: { sha256: digest('b') } }];
    });
    assert.equal(await publishing, true);
    assert.deepEqual(order, ['removed', 'put in place']);
    const logged = (await store.listAuditEntries({ actions: ['gc'] }, 0, 10)).map(({ details }) => details);
    assert.deepEqual(logged, [{ sha256: digest('b') }]);
  });

  testWithStore(open, 'complete versions are read as inserted, yanked or not', async (store) => {
    const yank = { atMs: 77, by: 'token-9', reason: 'wrong' };
    const { act, ...drafts } = newVersion({
      version: '1.0.0-rc.1+b',
      tags: ['a', 'ü'],
      readme: 'Hello ü',
      origin: 'https://elsewhere.example',
      promotedFrom: { registry: 'https://staging.example', publishedAtMs: 55_000 },
      requires: { '@a/b': '^1' },
      provenance: { issuer: 'https://ci.example', rule: 'r', preset: 'oidc', claims: { sub: 'ü “1”' } },
      yank,
    });
    assert.equal(await store.findLastVersionId(), 0);
    await store.insertVersion({ ...drafts, act }, async () => undefined);
    await insert(store, { version: '0.9.0', origin: 'https://elsewhere.example' });
    const [first, second] = await store.listWholeVersions(0, 10);
    const { id = 0, ...whole } = first ?? {};
    assert.deepEqual(
      { ...whole, sourceManifest: Buffer.from(first?.sourceManifest ?? []) },
      { ...drafts, name: '@acme/web-style', version: '1.0.0-rc.1+b', signedBy: undefined },
    );
    assert.equal(second?.yank, undefined);
    assert.equal(await store.findLastVersionId(), second?.id);
    assert.deepEqual(await store.listWholeVersions(id, 1), [second]);
    assert.deepEqual(await store.findWholeVersion('@acme/web-style', versionOf('1.0.0-rc.1')), first);
    assert.equal(await store.findWholeVersion('@acme/web-style', versionOf('2.0.0')), undefined);
    const { hits } = await store.search({ text: 'web', limit: 9, offset: 0 });
    assert.deepEqual(
      hits.map(({ version }) => version),
      ['0.9.0'],
      'a version that is inserted as yanked is not found',
    );
  });
}
