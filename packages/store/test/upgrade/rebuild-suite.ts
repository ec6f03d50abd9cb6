// Rebuilds of the search index: afterwards, searches find the same as in a registry without a rebuild.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RegistryError } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { SeededRandom } from '@prime-registry/testkit';
import { changeSomething, publishSome, readFindings } from './busy-registry.ts';

/** A database that several stores can open. */
export interface TestDatabase {
  /** Where it is, for a copy. */
  readonly address: string;
  open(): Promise<RegistryStore>;
  run(statement: string): Promise<unknown>;
}

const PRIMES = 40;
// The state after an upgrade.
const MAKE_STALE = 'update index_states set form = 0, rebuilding_form = null, rebuilt_to = null';

/**
 * Declares the tests for an engine.
 * @param makeDatabase - makes an empty database, or a copy of the one at an address, which nobody has open
 */
export function testRebuild(makeDatabase: (copied?: string) => Promise<TestDatabase>): void {
  let published: Promise<TestDatabase> | undefined;

  /** A database with the Primes. They are published once, because that takes most of the time of a test. */
  async function makePublished(): Promise<TestDatabase> {
    published ??= publishAll();
    return makeDatabase((await published).address);
  }

  async function publishAll(): Promise<TestDatabase> {
    const database = await makeDatabase();
    const store = await database.open();
    await publishSome(store, PRIMES);
    await store.close();
    return database;
  }

  async function withStores(
    count: number,
    work: (stores: readonly RegistryStore[], database: TestDatabase) => Promise<void>,
  ): Promise<void> {
    const database = await makePublished();
    await database.run(MAKE_STALE);
    const stores: RegistryStore[] = [];
    try {
      for (let index = 0; index < count; index += 1) stores.push(await database.open());
      await work(stores, database);
    } finally {
      for (const store of stores) await store.close();
    }
  }

  /** The results after the same changes without an upgrade in between. */
  async function findExpected(change: (store: RegistryStore) => Promise<void>): Promise<unknown> {
    const store = await (await makePublished()).open();
    try {
      await change(store);
      return await readFindings(store);
    } finally {
      await store.close();
    }
  }

  test('until the rebuild is complete, searches fail, and everything else works', async () => {
    await withStores(2, async ([store, other]) => {
      assert.ok(store !== undefined && other !== undefined);
      for (const search of [store.search, store.searchRich].map((each) => each as RegistryStore['search'])) {
        await assert.rejects(search({ text: 'web', limit: 1, offset: 0 }), isRebuilding);
      }
      assert.equal(await store.isSearchWhole(), false);
      assert.ok((await store.listPublishes({}, 10)).length > 0);
      assert.deepEqual(await store.findDefects(), []);
      await rebuild(store);
      assert.deepEqual(await store.rebuildSearch(), { kind: 'whole' });
      // Also for the process that did not rebuild.
      assert.equal(await other.isSearchWhole(), true);
      const expected = await findExpected(async () => undefined);
      for (const each of [store, other]) assert.deepEqual(await readFindings(each), expected);
    });
  });

  test('versions that are published and yanked during the rebuild are found correctly', async () => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    let steps = 0;
    await withStores(1, async ([store]) => {
      assert.ok(store !== undefined);
      const random = new SeededRandom(seed);
      for (; (await store.rebuildSearch()).kind !== 'whole'; steps += 1) await changeSomething(store, random);
      assert.ok(steps > 2, 'in several steps');
      const expected = await findExpected(async (reference) => {
        const again = new SeededRandom(seed);
        for (let step = 0; step < steps; step += 1) await changeSomething(reference, again);
      });
      assert.deepEqual(await readFindings(store), expected, `with the seed ${seed}`);
      assert.deepEqual(await store.findDefects(), []);
    });
  });

  test('several processes share the rebuild, and one continues where another was killed', async () => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const changes = 20;
    const change = async (store: RegistryStore): Promise<void> => {
      const random = new SeededRandom(seed);
      for (let step = 0; step < changes; step += 1) await changeSomething(store, random);
    };
    await withStores(3, async ([one, two, three]) => {
      assert.ok(one !== undefined && two !== undefined && three !== undefined);
      for (let piece = 0; piece < 3; piece += 1) assert.equal((await one.rebuildSearch()).kind, 'going-on');
      await Promise.all([rebuild(two), rebuild(three), change(three)]);
      assert.deepEqual(await readFindings(two), await findExpected(change), `with the seed ${seed}`);
    });
  });

  test('the unfinished rebuild of another program starts again from the first Prime', async () => {
    await withStores(1, async ([store], database) => {
      assert.ok(store !== undefined);
      await database.run('update index_states set form = 98, rebuilding_form = 99, rebuilt_to = 20');
      assert.deepEqual(await store.rebuildSearch(), { kind: 'going-on', share: 0 });
      await rebuild(store);
      assert.deepEqual(await readFindings(store), await findExpected(async () => undefined));
    });
  });

  test('a new database needs no rebuild', async () => {
    const store = await (await makeDatabase()).open();
    assert.equal(await store.isSearchWhole(), true);
    assert.equal((await store.search({ text: 'web', limit: 1, offset: 0 })).total, 0);
    await store.close();
  });
}

async function rebuild(store: RegistryStore): Promise<void> {
  while ((await store.rebuildSearch()).kind !== 'whole');
}

function isRebuilding(error: unknown): boolean {
  return error instanceof RegistryError && error.code === 'index_rebuilding';
}
