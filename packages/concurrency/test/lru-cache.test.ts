// The LRU cache: its bound, the order of eviction, the time to live, and single flight.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LruCache } from '../src/index.ts';

/** A cache of ten characters, and the keys that were loaded. */
function startCache() {
  const cache = new LruCache<string>({ maxSize: 10, sizeOf: ({ length }) => length });
  const loaded: string[] = [];
  const read = (key: string, value = '4444'): Promise<string> =>
    cache.getOrLoad(key, async () => {
      loaded.push(key);
      return value;
    });
  return { cache, loaded, read };
}

describe('the size of a cache', () => {
  test('stays within its bound: the least recently used entry is evicted', async () => {
    const { loaded, read } = startCache();
    for (const key of ['a', 'b', 'a', 'c', 'a', 'c', 'b']) await read(key);
    assert.deepEqual(loaded, ['a', 'b', 'c', 'b']);
  });

  test('keeps out a value that is larger than the cache, and evicts nothing for it', async () => {
    const { loaded, read } = startCache();
    await read('a');
    for (const key of ['huge', 'huge']) assert.equal(await read(key, 'x'.repeat(11)), 'x'.repeat(11));
    await read('a');
    assert.deepEqual(loaded, ['a', 'huge', 'huge']);
  });

  test('counts an entry once that is set several times, and not after it is deleted', () => {
    const { cache } = startCache();
    for (let times = 0; times < 5; times += 1) cache.set('a', '4444');
    cache.set('b', '55555');
    assert.equal(cache.get('a'), '4444');
    cache.delete('a');
    cache.set('c', '55555');
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => cache.get(key)),
      [undefined, '55555', '55555'],
    );
  });

  test('is a number of entries without a size of each', () => {
    const cache = new LruCache<number>({ maxSize: 2 });
    for (const number of [1, 2, 3]) cache.set(String(number), number);
    assert.deepEqual(
      ['1', '2', '3'].map((key) => cache.get(key)),
      [undefined, 2, 3],
    );
  });
});

describe('the time to live', () => {
  test('ends an entry, each after its own', () => {
    let nowMs = 0;
    const cache = new LruCache<string>({ maxSize: 10, ttlMs: 100, now: () => nowMs });
    cache.set('usual', 'u');
    cache.set('short', 's', 10);
    nowMs = 9;
    assert.equal(cache.get('short'), 's');
    nowMs = 10;
    assert.equal(cache.get('short'), undefined);
    assert.equal(cache.get('usual'), 'u');
    nowMs = 100;
    assert.equal(cache.get('usual'), undefined);
  });

  test('is over if the clock was set back: nobody knows how old an entry is', () => {
    let nowMs = 1000;
    const cache = new LruCache<string>({ maxSize: 10, ttlMs: 100, now: () => nowMs });
    cache.set('usual', 'u');
    cache.set('for ever', 'e', Infinity);
    nowMs = 999;
    assert.equal(cache.get('usual'), undefined);
    assert.equal(cache.get('for ever'), 'e');
  });

  test('begins with the start of a load', async () => {
    let nowMs = 0;
    const cache = new LruCache<string>({ maxSize: 10, ttlMs: 100, now: () => nowMs });
    await cache.getOrLoad('slow', async () => {
      nowMs = 60;
      return 'old';
    });
    nowMs = 99;
    assert.equal(await cache.getOrLoad('slow', async () => 'new'), 'old');
    nowMs = 100;
    assert.equal(await cache.getOrLoad('slow', async () => 'new'), 'new');
  });
});

describe('a load', () => {
  test('is shared by simultaneous callers, and repeated after a failure', async () => {
    const { cache, loaded, read } = startCache();
    await Promise.all([read('a'), read('a'), read('a')]);
    assert.deepEqual(loaded, ['a']);
    const fail = () => cache.getOrLoad('b', () => Promise.reject(new Error('away')));
    await Promise.all([assert.rejects(fail(), /away/), assert.rejects(fail(), /away/)]);
    assert.equal(await read('b'), '4444');
  });

  test('completes while other loads evict each other', async () => {
    const { cache, read } = startCache();
    const slow = Promise.withResolvers<string>();
    const loading = cache.getOrLoad('slow', () => slow.promise);
    for (const key of ['a', 'b', 'c', 'd']) await read(key);
    slow.resolve('5555');
    assert.equal(await loading, '5555');
    assert.equal(cache.get('slow'), '5555');
  });
});
