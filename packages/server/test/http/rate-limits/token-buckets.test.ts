// Token buckets hold what they promise, in any order of requests, in bounded memory.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { TokenBuckets } from '../../../src/http/rate-limits/token-buckets.ts';

function makeBuckets(requests: number, windowS: number, most?: number) {
  const clock = { nowMs: 1_000_000 };
  return { clock, buckets: new TokenBuckets({ requests, windowS }, () => clock.nowMs, most) };
}

describe('a bucket', () => {
  test('holds a number of requests, then one for each interval', () => {
    const { buckets, clock } = makeBuckets(6, 60);
    for (let left = 5; left >= 0; left -= 1) {
      const { isAllowed, remaining, fullInS } = buckets.take('a');
      assert.deepEqual(
        { isAllowed, remaining, fullInS },
        { isAllowed: true, remaining: left, fullInS: 10 * (6 - left) },
      );
    }
    assert.deepEqual(buckets.take('a'), { isAllowed: false, remaining: 0, fullInS: 60, retryAfterS: 10 });
    clock.nowMs += 9999;
    assert.equal(buckets.take('a').isAllowed, false, 'a refused request costs nothing');
    clock.nowMs += 1;
    assert.equal(buckets.take('a').isAllowed, true);
    assert.equal(buckets.take('a').isAllowed, false);
    assert.equal(buckets.take('b').remaining, 5, 'every key has a bucket of its own');
  });

  test('looking takes nothing', () => {
    const { buckets } = makeBuckets(1, 1);
    for (let times = 0; times < 3; times += 1) assert.equal(buckets.look('a').isAllowed, true);
    assert.equal(buckets.take('a').isAllowed, true);
    assert.equal(buckets.look('a').isAllowed, false);
  });

  test('agrees with a simple count of tokens, and a client that waits as long as told is let in', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 60 });
    const rates = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 10 }));
    fc.assert(
      fc.property(rates, steps, ([requests, windowS], pausesMs) => {
        const { buckets, clock } = makeBuckets(requests, windowS);
        let tokens = requests;
        for (const pauseMs of pausesMs) {
          clock.nowMs += pauseMs;
          tokens = Math.min(requests, tokens + (pauseMs * requests) / (windowS * 1000));
          // At the moment when one request has just become available, rounding decides.
          fc.pre(Math.abs(tokens - Math.round(tokens)) > 1e-4 || tokens === requests || tokens % 1 === 0);
          const { isAllowed, retryAfterS } = buckets.take('a');
          assert.equal(isAllowed, tokens >= 1 - 1e-6);
          if (isAllowed) tokens -= 1;
          else {
            clock.nowMs += retryAfterS * 1000;
            assert.equal(buckets.look('a').isAllowed, true);
            clock.nowMs -= retryAfterS * 1000;
          }
        }
      }),
    );
  });
});

describe('memory', () => {
  test('never exceeds its size, and evicts full buckets', () => {
    const { buckets, clock } = makeBuckets(10, 10, 1000);
    for (let client = 0; client < 5000; client += 1) buckets.take(`client ${client}`);
    assert.equal(buckets.size, 1000);
    clock.nowMs += 1001;
    for (let client = 0; client < 1100; client += 1) {
      buckets.take('one');
      buckets.take(`later ${client}`);
    }
    assert.ok(buckets.size <= 1000);
    clock.nowMs += 20_000;
    for (let client = 0; client < 2000; client += 1) buckets.take(`last ${client % 3}`);
    assert.ok(buckets.size <= 1000);
  });

  test('an empty bucket is not evicted by thousands of clients that come once', () => {
    const { buckets } = makeBuckets(10, 60, 1000);
    while (buckets.take('attacker').isAllowed);
    for (let client = 0; client < 20_000; client += 1) buckets.take(`other ${client}`);
    assert.equal(buckets.take('attacker').isAllowed, false);
  });
});
