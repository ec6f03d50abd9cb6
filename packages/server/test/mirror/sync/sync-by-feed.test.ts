// A copy that continues where the last one ended, by the change feed of the upstream.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { must, parseLines, publishMany, tarballOf } from '../../process/data/on-data.ts';
import { makeRegistry, serveHere } from '../../process/temporary-registry.ts';
import { knowing, mustSync, type Pair, startPair, sync } from './syncing.ts';

const NOTHING =
  'Copied 0 versions of 0 Primes, 0 B, 0 there already. Nothing has changed there since the last copy.\n';
const isFeed = (request: string): boolean => request.startsWith('GET /-/changes');

/** What the upstream was asked meanwhile. */
async function requestsOf({ link }: Pair, work: () => Promise<unknown>): Promise<string[]> {
  const before = link.requests.length;
  await work();
  return link.requests.slice(before);
}

test('of what has not changed is one request, and of a changed Prime its list', async (t) => {
  const pair = await startPair(t);
  const { origin } = pair;
  await publishMany(origin, 3);
  await origin.admin.mustPublish({ name: '@other/a' });
  await mustSync(pair);
  const idle = await requestsOf(pair, async () => assert.equal(await mustSync(pair), NOTHING));
  assert.equal(idle.length, 1, idle.join());
  assert.ok(idle.every(isFeed));

  await origin.admin.mustPublish({ name: '@other/a', version: '1.1.0' });
  await origin.admin.yank('@other/a', '1.0.0');
  const changed = await requestsOf(pair, async () =>
    assert.match(
      await mustSync(pair),
      /^Copied 1 version of 1 Prime, .* 0 there already, 1 yanked since\.\n$/,
    ),
  );
  assert.ok(!changed.some((request) => request.includes('web-style')), changed.join());
  assert.equal(await mustSync(pair), NOTHING);
});

test('that has failed in part is repeated, and so is one of other scopes or settings', async (t) => {
  const pair = await startPair(t);
  const { origin, link } = pair;
  await publishMany(origin, 2);
  await origin.admin.mustPublish({ name: '@other/a' });
  link.fault = ({ path }) => (path.includes('/pack/@other') ? { kind: 'answer', status: 404 } : undefined);
  assert.equal((await sync(pair)).code, 1);
  link.fault = () => undefined;
  assert.match(await mustSync(pair), /^Copied 1 version of 1 Prime, .* 2 there already\.\n$/);
  assert.equal(await mustSync(pair), NOTHING);
  assert.match(await mustSync(pair, '--scope', '@acme'), / 2 there already\.\n$/);
  assert.equal(await mustSync(pair, '--scope', '@acme'), NOTHING);
  assert.match(await mustSync(pair, '--local-scopes', '@other'), / 2 there already, 1 skipped\.\n$/);
  assert.match(await mustSync(pair, '--prime', '@other/a'), / 1 there already\.\n$/);

  await origin.admin.mustPublish({ name: '@other/a', version: '1.1.0' });
  link.fault = ({ path }) => (path.includes('/pack/@other') ? { kind: 'answer', status: 404 } : undefined);
  assert.equal((await sync(pair)).code, 1);
  link.fault = () => undefined;
  assert.match(await mustSync(pair), /^Copied 1 version of 1 Prime/);
});

test('after an eviction brings back what is missing', async (t) => {
  const pair = await startPair(t);
  for (const version of ['1.0.0', '1.1.0'])
    await pair.origin.admin.mustPublish({
      version,
      tarball: tarballOf(randomBytes(3000).toString('base64')),
    });
  await mustSync(pair);
  assert.match(
    await must(pair.dataFolder, 'mirror', 'evict', '--mirror-max-bytes', '1KiB'),
    /^Evicted 2 versions/m,
  );
  assert.match(await mustSync(pair), /^Copied 2 versions of 1 Prime/);
  assert.equal(await mustSync(pair), NOTHING);
});

for (const isFirst of [true, false])
  test(`after an eviction during ${isFirst ? 'the first' : 'a later'} copy reads everything`, async (t) => {
    const pair = await startPair(t);
    const { origin, link, dataFolder } = pair;
    await publishMany(origin, 1);
    if (!isFirst) {
      await mustSync(pair);
      await origin.admin.mustPublish({ version: '9.0.0' });
    }
    link.fault = ({ path }) => {
      if (path.endsWith('/tarball')) endCopies(dataFolder);
      return undefined;
    };
    await mustSync(pair);
    link.fault = () => undefined;
    assert.match(await mustSync(pair), isFirst ? / 1 there already\.\n$/ : / 2 there already\.\n$/);
    assert.equal(await mustSync(pair), NOTHING);
  });

test('reads everything if the log there is another one, or was restored from a backup', async (t) => {
  const pair = await startPair(t);
  const { origin, dataFolder } = pair;
  await publishMany(origin, 2);
  await mustSync(pair);
  const { cursor } = readCursor(dataFolder);
  const [logId = '', index, check] = cursor.split('.');
  for (const other of [
    `${'0'.repeat(16)}.${index}.${check}`,
    `${logId}.${Number(index) + 5}.${check}`,
    `${logId}.${index}.00000000`,
  ]) {
    writeCursor(dataFolder, other);
    assert.match(await mustSync(pair), / 2 there already\.\n$/, other);
    assert.equal(await mustSync(pair), NOTHING);
  }
});

test('of a registry without a feed walks its lists, and asks for the feed again only after a day', async (t) => {
  const pair = await startPair(t);
  const { origin, link, dataFolder } = pair;
  await publishMany(origin, 2);
  const problem = { code: 'not_found', title: 'Nothing', status: 404 };
  link.fault = ({ path }) =>
    path.startsWith('/-/changes')
      ? {
          ...{ kind: 'answer', status: 404, body: JSON.stringify(problem) },
          headers: { 'content-type': 'application/problem+json' },
        }
      : undefined;
  const first = await requestsOf(pair, () => mustSync(pair));
  assert.equal(first.filter(isFeed).length, 1);
  const second = await requestsOf(pair, async () =>
    assert.match(await mustSync(pair), / 2 there already\.\n$/),
  );
  assert.equal(second.filter(isFeed).length, 0);
  link.fault = () => undefined;
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  database.exec('update feed_cursors set at_ms = at_ms - 86400000');
  database.close();
  await mustSync(pair);
  assert.equal(await mustSync(pair), NOTHING);
});

test('of a mirror reads its lists: they change without a change of the mirror', async (t) => {
  const pair = await startPair(t);
  const { origin } = pair;
  await publishMany(origin, 1);
  const upstreams = knowing([{ url: origin.baseUrl }]);
  const middle = await serveHere(t, { environment: upstreams });
  assert.equal((await middle.anonymous.get('/pack/@acme/web-style/1.0.0/tarball')).status, 200);
  await eventually(async () => assert.equal((await middle.anonymous.get('/-/primes')).json.primes.length, 1));
  const copy = {
    dataFolder: await makeRegistry(t),
    upstreams: [{ url: middle.baseUrl, 'list-max-age': '1s' }],
  };
  assert.match(await mustSync(copy), /^Copied 1 version/);
  assert.match(await mustSync(copy), / 1 there already\.\n$/);
});

test('with --json says how many Primes have changed', async (t) => {
  const pair = await startPair(t);
  await publishMany(pair.origin, 1);
  const summaryOf = async () => parseLines(await mustSync(pair, '--json')).at(-1);
  assert.equal((await summaryOf())?.changed_primes, undefined);
  assert.equal((await summaryOf())?.changed_primes, 0);
});

function readCursor(dataFolder: string): { readonly cursor: string } {
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  const row = database.prepare("select cursor from feed_cursors where reader like 'copy %'").get();
  database.close();
  return row as { readonly cursor: string };
}

function writeCursor(dataFolder: string, cursor: string): void {
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  database.prepare("update feed_cursors set cursor = ? where reader like 'copy %'").run(cursor);
  database.close();
}

/** As an eviction does. */
function endCopies(dataFolder: string): void {
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  database.exec("delete from feed_cursors where reader like 'copy %'");
  database.close();
}
