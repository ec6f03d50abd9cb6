// The lists that people browse: all Primes in an order, with filters, and scopes.
import assert from 'node:assert/strict';
import type { BrowsePage, RegistryStore } from '@prime-registry/store';
import { inventoryOf } from '../primes/inventory.ts';
import { insert, yank } from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const ORIGIN = 'https://registry.example/a';

export function testBrowsing(open: OpenStore): void {
  testWithStore(open, 'Primes are listed by name, newest version or downloads, in pages', async (store) => {
    await fill(store);
    assert.deepEqual(await namesOf(store, { order: 'name' }), [
      '@a-x/mirrored',
      '@a/one',
      '@a/two',
      '@b/three',
    ]);
    assert.deepEqual(await namesOf(store, { order: 'newest' }), [
      '@a/one',
      '@b/three',
      '@a-x/mirrored',
      '@a/two',
    ]);
    const byDownloads = ['@b/three', '@a/one', '@a-x/mirrored', '@a/two'];
    assert.deepEqual(await namesOf(store, { order: 'downloads' }), byDownloads);
    for (const order of ['name', 'newest', 'downloads'] as const) {
      const all = await namesOf(store, { order });
      const pages = [];
      for (let offset = 0; offset < 5; offset += 1)
        pages.push(...(await namesOf(store, { order, limit: 1, offset })));
      assert.deepEqual(pages, all, order);
    }
    assert.deepEqual(await namesOf(store, { order: 'name', from: '@a/p' }), ['@a/two', '@b/three']);
    const { primes, total, isMore } = await browse(store, { limit: 3 });
    assert.deepEqual([primes.length, total, isMore], [3, 4, true]);
    assert.equal((await browse(store, { limit: 4 })).isMore, false);
  });

  testWithStore(open, 'lists say what has become of each Prime', async (store) => {
    await fill(store);
    const [mirrored, one] = (await browse(store, {})).primes;
    assert.deepEqual([mirrored?.origin, mirrored?.downloads], [ORIGIN, 0]);
    assert.deepEqual(one, {
      name: '@a/one',
      version: '2.0.0',
      description: 'Rules for writing web pages',
      license: 'MIT',
      // Those that were read, whatever the publish said.
      atoms: 1,
      tags: ['Web', 'a11y'],
      downloads: 2,
      publishedAtMs: 9000,
    });
    assert.deepEqual(
      (await store.listMostDownloaded(10)).map(({ name }) => name),
      ['@b/three', '@a/one'],
    );
    assert.equal((await store.listMostDownloaded(1)).length, 1);
  });

  testWithStore(open, 'filters keep the Primes with one of the values of each field', async (store) => {
    await fill(store);
    const keep = (filters: BrowsePage['filters']) => namesOf(store, { filters });
    assert.deepEqual(await keep({ tag: ['web'] }), ['@a/one', '@b/three']);
    assert.deepEqual(await keep({ tag: ['web'], scope: ['@b'] }), ['@b/three']);
    assert.deepEqual(await keep({ license: ['mit'] }), ['@a/one']);
    assert.deepEqual(await keep({ kind: ['rule'] }), ['@a/one']);
    assert.deepEqual(await keep({ kind: ['rule', 'fact'] }), ['@a/one', '@a/two']);
    assert.deepEqual(await keep({ tag: ['we'] }), []);
    const filtered = { filters: { scope: ['@a'] } };
    assert.deepEqual(await namesOf(store, { ...filtered, order: 'newest' }), ['@a/one', '@a/two']);
    assert.deepEqual(await namesOf(store, { ...filtered, order: 'downloads' }), ['@a/one', '@a/two']);
    assert.deepEqual(await namesOf(store, { ...filtered, from: '@a/t' }), ['@a/two']);
    const { total, isMore, isCut, facets, facetTotal } = await browse(store, { ...filtered, limit: 1 });
    assert.deepEqual([total, isMore, isCut, facetTotal], [2, true, false, 2]);
    assert.deepEqual(facets.tag, [
      { value: 'Web', count: 1 },
      { value: 'a11y', count: 1 },
    ]);
    assert.deepEqual((await browse(store, {})).facets.scope, [
      { value: '@a', count: 2 },
      { value: '@a-x', count: 1 },
      { value: '@b', count: 1 },
    ]);
  });

  testWithStore(
    open,
    'a search is sorted as asked, and its atoms are of the kinds asked for',
    async (store) => {
      await fill(store);
      const search = async (more: object) =>
        (await store.searchRich({ text: 'web', limit: 10, offset: 0, ...more })).hits;
      const names = async (more: object) => (await search(more)).map(({ name }) => name);
      assert.deepEqual(await names({ sort: 'name' }), ['@a-x/mirrored', '@a/one', '@a/two', '@b/three']);
      assert.deepEqual(await names({ sort: 'newest' }), ['@a/one', '@b/three', '@a-x/mirrored', '@a/two']);
      assert.deepEqual(await names({ sort: 'downloads', limit: 2, offset: 1 }), ['@a/one', '@a-x/mirrored']);
      await insert(store, {
        name: '@a/both',
        inventory: await inventoryOf([
          { id: '@a/rule-cache', notes: 'about caching' },
          { id: '@a/fact-cache', kind: 'fact', notes: 'about caching, which is no rule' },
        ]),
      });
      const atoms = async (filters: object) =>
        (await store.searchRich({ text: 'caching', limit: 10, offset: 0, filters })).hits.map((hit) => [
          hit.atoms.map(({ id }) => id),
          hit.atomTotal,
        ]);
      assert.deepEqual(await atoms({ kind: ['fact'] }), [[['@a/fact-cache'], 1]]);
      assert.deepEqual(await atoms({ kind: ['rule'] }), [[['@a/rule-cache'], 1]]);
      assert.equal((await atoms({}))[0]?.[1], 2);
      const [hit] = await search({ sort: 'name', limit: 1, offset: 1 });
      assert.deepEqual([hit?.listed?.downloads, hit?.tags], [0, []]);
    },
  );

  testWithStore(open, 'scopes are listed by name or size, mirrored ones too', async (store) => {
    await fill(store);
    const list = async (page: object) =>
      (await store.listScopes({ order: 'name', from: '', limit: 10, offset: 0, ...page })).map(
        ({ scope, versions, primes }) => `${scope} ${versions} ${primes}`,
      );
    const byName = ['@a 4 3', '@a-x 1 1', '@b 1 1'];
    assert.deepEqual(await list({}), byName);
    assert.deepEqual(await list({ limit: 1, offset: 1 }), byName.slice(1, 2));
    assert.deepEqual(await list({ from: '@a-' }), byName.slice(1));
    assert.deepEqual((await list({ order: 'versions' }))[0], byName[0]);
    assert.equal((await list({ order: 'versions', limit: 1, offset: 2 })).length, 1);
    const [a] = await store.listScopes({ order: 'name', from: '', limit: 1, offset: 0 });
    assert.equal(a?.publishedAtMs, 9000);
    // A mirror has versions and scopes, too.
    assert.deepEqual(await store.countAmounts(), { primes: 5, versions: 6, scopes: 3 });
  });
}

/** Primes whose orders by name, newest version and downloads differ. */
async function fill(store: RegistryStore): Promise<void> {
  const rule = await inventoryOf([{ id: '@a/rule-one' }]);
  const fact = await inventoryOf([{ id: '@a/fact-two', kind: 'fact' }]);
  await insert(store, { name: '@a/one', version: '1.0.0', tags: ['old'] });
  await insert(store, { name: '@a/two', inventory: fact });
  await insert(store, { name: '@a-x/mirrored', origin: ORIGIN });
  await insert(store, { name: '@a/yanked' });
  await yank(store, '1.0.0', undefined, '@a/yanked');
  await insert(store, { name: '@b/three', tags: ['web'] });
  await insert(store, {
    ...{ name: '@a/one', version: '2.0.0', license: 'MIT', publishedAtMs: 9000 },
    ...{ tags: ['Web', 'a11y'], atoms: 7, inventory: rule },
  });
  const count = (name: string, downloads: number) => ({ name, identity: '1.0.0', day: 20_000, downloads });
  await store.addDownloads([count('@a/one', 2), count('@b/three', 40), count('@a/yanked', 50)]);
}

function browse(store: RegistryStore, page: Partial<BrowsePage>) {
  return store.browse({ order: 'name', filters: {}, from: '', limit: 50, offset: 0, ...page });
}

async function namesOf(store: RegistryStore, page: Partial<BrowsePage>): Promise<string[]> {
  return (await browse(store, page)).primes.map(({ name }) => name);
}
