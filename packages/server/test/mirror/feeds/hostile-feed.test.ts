// Change feeds that would keep a mirror busy: they answer at once instead of waiting, lead nowhere, or are always another log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Changes } from '@prime-registry/protocol';
import { FeedFollower } from '../../../src/mirror/feeds/feed-follower.ts';
import { findChangedPrimes } from '../../../src/mirror/feeds/feed-pages.ts';
import type { Upstream } from '../../../src/mirror/upstreams/upstream.ts';

const ID = '7f3a9c0d1e2b4a56';

type ReadChanges = Upstream['readChanges'];

function page(index: number, size: number): Changes {
  return { log: ID, changes: [], next: `${ID}.${index}`, size };
}

/** Follows a feed for a second. @returns how often it was read, and what failed */
async function follow(readChanges: ReadChanges): Promise<{ reads: number; failures: string[] }> {
  const failures: string[] = [];
  let reads = 0;
  const follower = new FeedFollower({
    upstream: {
      url: 'https://upstream.example',
      readChanges: async (...asked: Parameters<ReadChanges>) => {
        reads += 1;
        const [, { signal }] = asked;
        // No feed of the network answers within the same turn.
        await delay(1, undefined, { signal });
        return readChanges(...asked);
      },
    } as unknown as Upstream,
    store: {
      tryLease: async () => true,
      endLease: async () => undefined,
      findFeedCursor: async () => ({ url: '', reader: '', cursor: `${ID}.5`, atMs: 0 }),
      saveFeedCursor: async () => undefined,
      listBindings: async () => [],
    } as never,
    revalidate: async () => false,
    now: () => 1_000_000_000,
    onFailure: (_url, error) => failures.push(String(error)),
  });
  follower.start();
  await delay(1000);
  await follower.stop();
  return { reads, failures };
}

test('a feed that answers at once that there is nothing new is asked some times a second', async () => {
  const { reads } = await follow(async () => page(5, 5));
  assert.ok(reads >= 1 && reads <= 5, `${reads} reads`);
});

test('a feed of empty pages that never ends is asked some times a second', async () => {
  let index = 5;
  const { reads } = await follow(async () => {
    index += 1;
    return page(index, 1_000_000);
  });
  assert.ok(reads >= 1 && reads <= 5, `${reads} reads`);
});

test('a feed that is always another log is looked at once, and then after a pause', async () => {
  const { reads, failures } = await follow(async (after) => (after === 'end' ? page(9, 9) : 'restarted'));
  assert.ok(reads <= 6, `${reads} reads`);
  assert.match(failures[0] ?? '', /another log each time/);
});

test('a copy does not read pages without an end that say nothing', async () => {
  let index = 5;
  const endless: ReadChanges = async () => {
    assert.ok(index < 50, 'it is read on and on');
    index += 1;
    return page(index, 1_000_000);
  };
  const found = await findChangedPrimes({ readChanges: endless }, `${ID}.5`, new AbortController().signal);
  assert.equal(found, undefined);
});

/** A page of changes of one Prime, far from the end. */
function farPage(index: number, count = 1): Changes {
  const change = { index, at: '2026-11-21T09:30:00Z', type: 'yank', name: '@acme/web-style' };
  const changes = Array.from({ length: count }, () => change);
  return { log: ID, changes, next: `${ID}.${index + count}`, size: 1_000_000_000 } as unknown as Changes;
}

test('a feed that never ends and tells one change at a time is asked some times a second', async () => {
  let index = 5;
  const { reads } = await follow(async () => {
    index += 1;
    return farPage(index);
  });
  assert.ok(reads >= 1 && reads <= 5, `${reads} reads`);
});

for (const count of [1, 100])
  test(`a copy does not read on and on what changed, in pages of ${count}`, async () => {
    let index = 5;
    const endless: ReadChanges = async () => {
      assert.ok(index < 1_000_000, 'it is read on and on');
      index += count;
      return farPage(index, count);
    };
    const found = await findChangedPrimes({ readChanges: endless }, `${ID}.5`, new AbortController().signal);
    assert.equal(found, undefined);
  });
