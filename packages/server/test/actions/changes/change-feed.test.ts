// The change feed: pages, cursors, filters, waiting readers, and logs that are not what they were.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Changes, parseChangesQuery, RegistryError } from '@prime-registry/protocol';
import { eventually } from '@prime-registry/testkit';
import { ChangeFeed } from '../../../src/actions/changes/change-feed.ts';
import { type FakeLog, fakeLog, LOG_ID } from './fake-log.ts';

const OTHER_ID = '0123456789abcdef';
const NEVER = new AbortController().signal;
const LONG_MS = 60_000;

function feedOf(log: FakeLog): ChangeFeed {
  return new ChangeFeed({ log, changeStamp: log.changeStamp, isMirror: false, maxWaitMs: LONG_MS });
}

function read(
  feed: ChangeFeed,
  query: Readonly<Record<string, string>> = {},
  { client = 'one', signal = NEVER } = {},
): Promise<Changes> {
  const parsed = parseChangesQuery(query);
  assert.ok('query' in parsed, JSON.stringify(parsed));
  return feed.read(parsed.query, { client, signal });
}

const indexes = ({ changes }: Changes): number[] => changes.map(({ index }) => index);

describe('pages', () => {
  test('follow each other without gaps, whatever their length', async () => {
    const log = fakeLog();
    log.publish('@acme/a', '@acme/b', '@lib/c');
    log.yank('@acme/a');
    const feed = feedOf(log);
    const all = await read(feed);
    assert.deepEqual(indexes(all), [0, 1, 2, 3, 4]);
    assert.deepEqual([all.log, all.size, all.partial], [LOG_ID, 5, undefined]);
    assert.equal(all.changes[4]?.reason, 'wrong');
    const seen: number[] = [];
    for (let after = '', page: Changes | undefined; (page?.changes.length ?? 1) > 0; after = page.next) {
      page = await read(feed, { limit: '2', ...(after !== '' && { after }) });
      seen.push(...indexes(page));
    }
    assert.deepEqual(seen, [0, 1, 2, 3, 4]);
  });

  test('at the end are empty, and what is to come can be asked for alone', async () => {
    const log = fakeLog();
    log.publish('@acme/a');
    const feed = feedOf(log);
    const end = await read(feed, { after: 'end' });
    assert.deepEqual([end.changes, end.next], [[], (await read(feed)).next]);
    log.publish('@acme/b');
    assert.deepEqual(indexes(await read(feed, { after: end.next })), [2]);
  });

  test('have only the wanted types and scopes, and their cursors move on nevertheless', async () => {
    const log = fakeLog();
    for (let round = 0; round < 3000; round += 1) log.publish('@acme/a', '@acme-lib/a');
    log.yank('@acme/a');
    const feed = feedOf(log);
    const first = await read(feed, { type: 'yank,unyank' });
    assert.deepEqual(first.changes, []);
    assert.match(first.next, /\.5000\./);
    const second = await read(feed, { type: 'yank,unyank', after: first.next });
    assert.deepEqual(indexes(second), [6001]);
    const scoped = await read(feed, { scope: '@acme', limit: '3' });
    assert.deepEqual(indexes(scoped), [1, 3, 5]);
    assert.match(scoped.next, /\.6\./);
    assert.deepEqual(indexes(await read(feed, { scope: '@nobody', after: second.next })), []);
  });

  test('are limited in bytes', async () => {
    const log = fakeLog();
    for (let round = 0; round < 100; round += 1) log.yank('@acme/a', `1.0.0-${'a'.repeat(200)}`);
    const long = Buffer.from(JSON.stringify({ type: 'publish', name: '@acme/a', text: 'a'.repeat(15_000) }));
    for (let round = 0; round < 100; round += 1) log.entries.push(long);
    const page = await read(feedOf(log), { limit: '1000' });
    assert.ok(page.changes.length > 100 && page.changes.length < 150, String(page.changes.length));
  });
});

describe('a cursor', () => {
  test('of an earlier name of the log is told how much is the same', async () => {
    const log = fakeLog();
    log.publish('@acme/a', '@acme/b', '@acme/c');
    const feed = feedOf(log);
    const early = await read(feed, { limit: '1' });
    const late = await read(feed);
    log.restoreTo(2, OTHER_ID);
    log.publish('@acme/other');
    for (const [{ next }, common] of [
      [early, 1],
      [late, 2],
    ] as const) {
      const { extensions } = await refusalOf(read(feed, { after: next }));
      assert.equal(extensions.common, common);
      const page = await read(feed, { after: String(extensions.next) });
      assert.deepEqual([page.log, indexes(page)[0]], [OTHER_ID, common]);
    }
  });

  test('of another registry is refused, and of this one if it lost entries without a new name', async () => {
    const log = fakeLog();
    log.publish('@acme/a', '@acme/b', '@acme/c');
    const feed = feedOf(log);
    const early = await read(feed, { limit: '2' });
    const late = await read(feed);
    log.restoreTo(2);
    log.publish('@acme/other', '@acme/others', '@acme/d');
    assert.deepEqual(indexes(await read(feed, { after: early.next })), [2, 3, 4]);
    for (const after of [late.next, `${OTHER_ID}.2`]) {
      const { extensions } = await refusalOf(read(feed, { after }));
      assert.deepEqual(extensions, { common: 0, next: `${LOG_ID}.0` });
    }
  });

  test('behind the end of a log that has shrunk stays where it is, and its reader learns that at once', async () => {
    const log = fakeLog();
    log.publish('@acme/a', '@acme/b');
    const feed = feedOf(log);
    const { next } = await read(feed);
    log.restoreTo(1);
    const shrunk = { log: LOG_ID, changes: [], next, size: 1 };
    assert.deepEqual(await read(feed, { after: next }), shrunk);
    assert.deepEqual(await read(feed, { after: next, wait: '1' }), shrunk);
    // Who waits looks at the store.
    assert.equal(log.asked.stamps, 0);
  });

  test('may lack the check, as one made by hand', async () => {
    const log = fakeLog();
    log.publish('@acme/a');
    assert.deepEqual(indexes(await read(feedOf(log), { after: `${LOG_ID}.1` })), [1]);
  });
});

async function refusalOf(reading: Promise<Changes>): Promise<RegistryError> {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RegistryError && error.code === 'log_restarted', String(error));
  return error;
}

describe('a reader who waits', () => {
  test('gets the change as soon as it is there, and all readers cost one question', async () => {
    const log = fakeLog();
    const feed = feedOf(log);
    const waits = Array.from({ length: 20 }, () => read(feed, { after: 'end', wait: '30' }));
    await eventually(() => assert.equal(feed.waiting, 20));
    const before = log.asked.heads;
    await eventually(() => assert.ok(log.asked.stamps > 3));
    assert.ok(log.asked.heads - before <= 1, 'without a commit, the log is not read');
    log.publish('@acme/a');
    for (const page of await Promise.all(waits)) assert.deepEqual(indexes(page), [1]);
    assert.equal(feed.waiting, 0);
  });

  test('with a filter is not woken by other changes, and goes on behind them', async () => {
    const log = fakeLog();
    const feed = feedOf(log);
    const waiting = read(feed, { after: 'end', wait: '30', type: 'yank' });
    await eventually(() => assert.equal(feed.waiting, 1));
    log.publish('@acme/a');
    const asked = log.asked.heads;
    await eventually(() => assert.ok(log.asked.heads > asked + 1));
    await eventually(() => assert.equal(feed.waiting, 1));
    log.yank('@acme/a');
    const page = await waiting;
    assert.deepEqual(indexes(page), [2]);
  });

  test('goes away empty when the time is over, when the client has gone, and when the server stops', async () => {
    const log = fakeLog();
    const short = new ChangeFeed({ log, changeStamp: log.changeStamp, isMirror: true, maxWaitMs: 20 });
    const late = await read(short, { after: 'end', wait: '30' });
    assert.deepEqual([late.changes, late.partial], [[], true]);
    const feed = feedOf(log);
    const client = new AbortController();
    const gone = read(feed, { after: 'end', wait: '30' }, { signal: client.signal });
    await eventually(() => assert.equal(feed.waiting, 1));
    client.abort();
    assert.deepEqual((await gone).changes, []);
    const last = read(feed, { after: 'end', wait: '30' });
    await eventually(() => assert.equal(feed.waiting, 1));
    feed.close();
    assert.deepEqual((await last).changes, []);
    assert.deepEqual((await read(feed, { after: 'end', wait: '30' })).changes, []);
  });

  test('is refused if too many wait, first those of one client', async () => {
    const log = fakeLog();
    const feed = feedOf(log);
    const client = new AbortController();
    const wait = (name: string) =>
      read(feed, { after: 'end', wait: '30' }, { client: name, signal: client.signal });
    const waits = Array.from({ length: 32 }, () => wait('one'));
    await eventually(() => assert.equal(feed.waiting, 32));
    await assert.rejects(wait('one'), { code: 'overloaded' });
    for (let other = 0; other < 480; other += 1) waits.push(wait(`client ${other}`));
    await eventually(() => assert.equal(feed.waiting, 512));
    await assert.rejects(wait('two'), { code: 'overloaded' });
    client.abort();
    await Promise.all(waits);
    assert.equal(feed.waiting, 0);
  });

  test('outlives a store that cannot answer for a while', async () => {
    const log = fakeLog();
    let isAway = false;
    const changeStamp = (): number => {
      if (isAway) throw new Error('away');
      return log.changeStamp();
    };
    const feed = new ChangeFeed({ log, changeStamp, isMirror: false, maxWaitMs: LONG_MS });
    const waiting = read(feed, { after: 'end', wait: '30' });
    await eventually(() => assert.equal(feed.waiting, 1));
    isAway = true;
    log.publish('@acme/a');
    await delay(300);
    isAway = false;
    assert.deepEqual(indexes(await waiting), [1]);
  });
});
