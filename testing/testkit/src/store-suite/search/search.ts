// Search in the latest version of every Prime, and in no other.
import assert from 'node:assert/strict';
import type { RegistryStore } from '@prime-registry/store';
import { insert, yank } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';

export function testSearch(open: OpenStore): void {
  testWithStore(
    open,
    'finds by name, namespace, tag, description and README, and by no other field',
    async (store) => {
      await insert(store, { name: '@acme/kiwi' });
      await insert(store, { name: '@acme/b', namespaces: ['@kiwi'] });
      await insert(store, { name: '@acme/c', tags: ['green', 'kiwi'] });
      await insert(store, { name: '@acme/d', description: 'How to peel a kiwi' });
      await insert(store, { name: '@acme/e', license: 'kiwi', primeVersion: 'kiwi' });
      await insert(store, { name: '@acme/f', readme: '# Fruit\n\nAll about the kiwi.' });
      assert.deepEqual((await namesFor(store, 'kiwi')).sort(), [
        '@acme/b',
        '@acme/c',
        '@acme/d',
        '@acme/f',
        '@acme/kiwi',
      ]);
    },
  );

  testWithStore(open, 'every word must match in any field; the last may be a prefix', async (store) => {
    await insert(store, { name: '@acme/web-style', description: 'Rules for pages', tags: ['html'] });
    for (const text of ['web', 'rules web', 'HTML pag', 'style acme ru']) {
      assert.deepEqual(await namesFor(store, text), ['@acme/web-style'], text);
    }
    for (const text of ['rul web', 'web missing', 'ule', 'pages x']) {
      assert.deepEqual(await namesFor(store, text), [], text);
    }
  });

  testWithStore(open, 'finds only the latest version', async (store) => {
    await insert(store, { version: '1.0.0', description: 'old' });
    await insert(store, { version: '2.0.0', description: 'new' });
    await insert(store, { version: '1.5.0', description: 'between' });
    await insert(store, { version: '3.0.0-rc.1', description: 'preview' });
    for (const text of ['old', 'between', 'preview']) assert.deepEqual(await namesFor(store, text), [], text);
    const { hits, total } = await store.search({ text: 'new', limit: 10, offset: 0 });
    assert.equal(total, 1);
    const [{ score, ...hit } = { score: 0 }] = hits;
    assert.deepEqual(hit, { name: '@acme/web-style', version: '2.0.0', description: 'new' });
    assert.ok(score > 0 && score <= 1, String(score));
  });

  testWithStore(
    open,
    'finds a Prime only by the namespaces and tags of its latest version',
    async (store) => {
      await insert(store, { version: '1.0.0', tags: ['papaya'], namespaces: ['@mango'] });
      await insert(store, { version: '1.1.0', tags: ['kiwi'], namespaces: ['@mango'] });
      assert.deepEqual(await versionsFor(store, 'kiwi'), ['1.1.0']);
      assert.deepEqual(await versionsFor(store, 'mango'), ['1.1.0']);
      assert.deepEqual(await versionsFor(store, 'papaya'), []);
      await yank(store, '1.1.0');
      assert.deepEqual(await versionsFor(store, 'papaya'), ['1.0.0']);
      assert.deepEqual(await versionsFor(store, 'kiwi'), []);
    },
  );

  testWithStore(open, 'follows the latest version through yanks and new versions', async (store) => {
    for (const version of ['1.0.0', '2.0.0', '3.0.0-rc.1']) await insert(store, { version });
    const expected = [
      ['1.0.0', '2.0.0'],
      ['2.0.0', '3.0.0-rc.1'],
    ] as const;
    for (const [yanked, latest] of expected) {
      await yank(store, yanked);
      assert.deepEqual(await versionsFor(store, 'web'), [latest]);
    }
    await yank(store, '3.0.0-rc.1');
    assert.deepEqual(await store.search({ text: 'web', limit: 10, offset: 0 }), {
      hits: [],
      total: 0,
      corrected: [],
    });
    await insert(store, { version: '0.1.0' });
    assert.deepEqual(await versionsFor(store, 'web'), ['0.1.0']);
  });

  testWithStore(open, 'pages have the order of the whole result, ties by name', async (store) => {
    const names = Array.from({ length: 7 }, (_, index) => `@acme/p${index}`);
    for (const name of [...names].reverse()) await insert(store, { name, description: 'all the same' });
    assert.deepEqual(await namesFor(store, 'same'), names);
    for (const [limit, offset] of [
      [3, 0],
      [3, 3],
      [3, 6],
      [3, 9],
    ] as const) {
      const { hits, total } = await store.search({ text: 'same', limit, offset });
      assert.equal(total, 7);
      const page = hits.map(({ name }) => name);
      assert.deepEqual(page, names.slice(offset, offset + limit));
    }
  });
}

async function namesFor(store: RegistryStore, text: string): Promise<string[]> {
  const { hits, total } = await store.search({ text, limit: 100, offset: 0 });
  assert.equal(total, hits.length);
  return hits.map(({ name }) => name);
}

async function versionsFor(store: RegistryStore, text: string): Promise<string[]> {
  return (await store.search({ text, limit: 100, offset: 0 })).hits.map(({ version }) => version);
}
