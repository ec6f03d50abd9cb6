// The LRU cache in memory stays within its limits.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cacheKey, MemoryResponseCache } from '../../src/cache/response-cache.ts';

const entry = (body: string) => ({ etag: '"1"', body });

describe('a cache in memory', () => {
  it('returns the last stored response', async () => {
    const cache = new MemoryResponseCache();
    await cache.set('a', entry('old'));
    await cache.set('a', entry('new'));
    assert.deepEqual(await cache.get('a'), entry('new'));
    assert.equal(await cache.get('b'), undefined);
  });

  it('evicts the least recently used response when there are too many', async () => {
    const cache = new MemoryResponseCache({ maxEntries: 2 });
    await cache.set('a', entry('1'));
    await cache.set('b', entry('2'));
    await cache.get('a');
    await cache.set('c', entry('3'));
    assert.equal(await cache.get('b'), undefined);
    assert.deepEqual(await cache.get('a'), entry('1'));
    assert.deepEqual(await cache.get('c'), entry('3'));
  });

  it('evicts when there is too much text, and counts a replaced response once', async () => {
    const cache = new MemoryResponseCache({ maxLength: 10 });
    await cache.set('a', entry('12345'));
    for (let count = 0; count < 5; count += 1) await cache.set('b', entry('12345'));
    assert.deepEqual(await cache.get('a'), entry('12345'));
    await cache.set('c', entry('1'));
    assert.equal(await cache.get('b'), undefined);
    await cache.set('d', entry('12345678901'));
    for (const key of 'abcd') assert.equal(await cache.get(key), undefined);
  });
});

describe('the key of a response', () => {
  const url = 'http://127.0.0.1:4000/pack/%40a%2Fb';

  it('is the URL without a token', () => assert.equal(cacheKey(url, undefined), url));

  it('differs for each token, and does not contain it', () => {
    const [a, b] = [cacheKey(url, 'opensesame'), cacheKey(url, 'other')];
    assert.match(a, /^http:\/\/127\.0\.0\.1:4000\/pack\/%40a%2Fb#token-[0-9a-f]{16}$/);
    assert.notEqual(a, b);
    assert.doesNotMatch(a, /opensesame/);
  });
});
