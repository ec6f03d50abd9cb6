// A mirror that follows the change feed of its upstream: what happens there is seen here at once, however long lists are
// fresh.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type Answer, eventually, type FaultyProxy, startFaultyProxy } from '@prime-registry/testkit';
import { atEnd, makeFolder, type RegistryHere, serveHere, start } from '../../process/temporary-registry.ts';
import { knowing } from '../sync/syncing.ts';

const LIST = '/pack/@acme/web-style';
const isFeed = (request: string): boolean => request.startsWith('GET /-/changes');
/** A request behind a cursor: the mirror knows where the feed ended. */
const isFollowing = (request: string): boolean => /after=[0-9a-f]{16}\./.test(request);

interface Followed {
  readonly origin: RegistryHere;
  readonly link: FaultyProxy;
  readonly dataFolder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A registry with two versions, and the settings of a mirror of it. */
async function makeFollowed(t: TestContext): Promise<Followed> {
  const origin = await serveHere(t, { environment: { PRIME_REGISTRY_ALLOW_STABLE_YANK: 'true' } });
  for (const version of ['1.0.0', '1.1.0']) await origin.admin.mustPublish({ version });
  const link = await startFaultyProxy(origin.baseUrl);
  atEnd(t, () => link.close());
  const environment = knowing([{ url: link.baseUrl, 'list-max-age': '1h' }]);
  return { origin, link, dataFolder: await makeFolder(t), environment };
}

/** Starts the mirror, reads the list, and pulls both versions. */
async function startMirror(t: TestContext, { origin, link, ...options }: Followed): Promise<RegistryHere> {
  const mirror = await serveHere(t, options);
  await eventually(() => assert.ok(link.requests.some(isFeed)));
  assert.equal((await mirror.anonymous.get(LIST)).status, 200);
  for (const version of ['1.0.0', '1.1.0'])
    assert.equal((await mirror.anonymous.get(`${LIST}/${version}/tarball`)).status, 200);
  await eventually(async () => assert.deepEqual(await heldBy(mirror), [2]));
  await origin.admin.mustPublish({ name: `@other/a${link.requests.length}` });
  await eventually(() => assert.ok(link.requests.some(isFollowing), link.requests.join()));
  return mirror;
}

async function heldBy({ anonymous }: RegistryHere): Promise<number[]> {
  const { json } = await anonymous.get('/-/primes');
  return json.primes.map(({ versions }: { versions: number }) => versions);
}

const versionsIn = ({ json }: Answer): string[] =>
  json.versions.map(({ version, yanked }: { version: string; yanked?: true }) =>
    yanked ? `${version} yanked` : version,
  );

test('a yank, its end, a new version and a removal are seen at once', async (t) => {
  const followed = await makeFollowed(t);
  const { admin } = followed.origin;
  const { anonymous } = await startMirror(t, followed);
  await admin.yank('@acme/web-style', '1.0.0', { reason: 'wrong' });
  await eventually(async () => {
    const { json } = await anonymous.get(`${LIST}/1.0.0`);
    assert.deepEqual([json.yanked, json.yank_reason], [true, 'wrong']);
  });
  await admin.mustPublish({ version: '2.0.0' });
  await eventually(async () =>
    assert.deepEqual(versionsIn(await anonymous.get(`${LIST}?yanked=include`)), [
      '1.0.0 yanked',
      '1.1.0',
      '2.0.0',
    ]),
  );
  await admin.request('/-/primes/@acme/web-style/1.0.0/yank', { method: 'DELETE' });
  await eventually(async () => assert.equal((await anonymous.get(`${LIST}/1.0.0`)).json.yanked, false));
  await admin.request('/-/primes/@acme/web-style/1.1.0/removal', {
    ...{ method: 'POST', body: '{"category":"malware"}', headers: { 'content-type': 'application/json' } },
  });
  await eventually(async () => assert.equal((await anonymous.get(`${LIST}/1.1.0/tarball`)).status, 410));
});

test('what happened while no mirror ran is seen at its start, and Primes nobody asked for are not read', async (t) => {
  const followed = await makeFollowed(t);
  const { origin, link, dataFolder, environment } = followed;
  const first = await startMirror(t, followed);
  await origin.admin.yank('@acme/web-style', '1.0.0');
  await eventually(async () => assert.equal((await first.anonymous.get(`${LIST}/1.0.0`)).json.yanked, true));
  await first.stop();
  await origin.admin.yank('@acme/web-style', '1.1.0');
  const second = await serveHere(t, { dataFolder, environment });
  await eventually(async () => assert.equal((await second.anonymous.get(`${LIST}/1.1.0`)).json.yanked, true));
  assert.ok(!link.requests.some((request) => request.includes('/pack/%40other')));
});

test('a log that is another one makes it look at everything again', async (t) => {
  const followed = await makeFollowed(t);
  const { origin, dataFolder, environment } = followed;
  const first = await startMirror(t, followed);
  await eventually(() => assert.equal(changeCursors(dataFolder, '{id}.{index}.{check}'), 1));
  await first.stop();
  for (const [version, form] of [
    ['1.0.0', '{id}.{index}.00000000'],
    ['1.1.0', '{id}.99.{check}'],
  ] as const) {
    await origin.admin.yank('@acme/web-style', version);
    // As if the yank were before the cursor, in a log that was restored since.
    changeCursors(dataFolder, form);
    const mirror = await serveHere(t, { dataFolder, environment });
    await eventually(async () =>
      assert.equal((await mirror.anonymous.get(`${LIST}/${version}`)).json.yanked, true),
    );
    await mirror.stop();
  }
});

test('of several processes one follows, and another one takes over when it stops', async (t) => {
  const followed = await makeFollowed(t);
  const { origin, link, dataFolder, environment } = followed;
  const first = await startMirror(t, followed);
  const second = await start(t, { dataFolder, environment });
  await origin.admin.yank('@acme/web-style', '1.0.0');
  await eventually(async () => assert.equal((await second.anonymous.get(`${LIST}/1.0.0`)).json.yanked, true));
  await first.stop();
  const before = link.requests.length;
  await eventually(() => assert.ok(link.requests.slice(before).some(isFollowing)));
  await origin.admin.yank('@acme/web-style', '1.1.0');
  await eventually(async () => assert.equal((await second.anonymous.get(`${LIST}/1.1.0`)).json.yanked, true));
  assert.equal(await second.end('SIGTERM'), 0);
});

test('processes that do not follow see what changed of versions that nobody has pulled', async (t) => {
  const followed = await makeFollowed(t);
  const { origin, dataFolder, environment } = followed;
  await origin.admin.mustPublish({ version: '2.0.0' });
  await origin.admin.mustPublish({ name: '@acme/alone', version: '1.0.0' });
  await startMirror(t, followed);
  const { anonymous } = await serveHere(t, { dataFolder, environment });
  const unpulled = [`${LIST}/2.0.0`, '/pack/@acme/alone/1.0.0'];
  for (const path of unpulled) assert.equal((await anonymous.get(path)).json.yanked, false);
  assert.equal((await anonymous.get(`${LIST}/3.0.0`)).status, 404);
  await eventually(() => assert.equal(countLists(dataFolder), 2));
  await origin.admin.mustPublish({ version: '3.0.0' });
  await origin.admin.yank('@acme/web-style', '2.0.0');
  await origin.admin.yank('@acme/alone', '1.0.0');
  for (const path of unpulled)
    await eventually(async () => assert.equal((await anonymous.get(path)).json.yanked, true, path));
  assert.equal((await anonymous.get(`${LIST}/3.0.0`)).status, 200);
});

test('a change is not lost while the upstream does not answer', async (t) => {
  const followed = await makeFollowed(t);
  const { origin, link } = followed;
  const { anonymous } = await startMirror(t, followed);
  let refused = 0;
  link.fault = ({ path }) => {
    if (!path.startsWith('/pack/%40') || refused >= 2) return undefined;
    refused += 1;
    return { kind: 'answer', status: 503 };
  };
  await origin.admin.yank('@acme/web-style', '1.0.0');
  await eventually(async () => assert.equal((await anonymous.get(`${LIST}/1.0.0`)).json.yanked, true));
  assert.equal(refused, 2);
});

test('an upstream without a feed is asked for it once', async (t) => {
  const followed = await makeFollowed(t);
  const { link, dataFolder, environment } = followed;
  link.fault = ({ path }) =>
    path.startsWith('/-/changes')
      ? {
          ...{ kind: 'answer', status: 404, body: '{"code":"not_found"}' },
          headers: { 'content-type': 'application/problem+json' },
        }
      : undefined;
  for (let round = 0; round < 2; round += 1) {
    const mirror = await serveHere(t, { dataFolder, environment });
    await eventually(() => assert.equal(link.requests.filter(isFeed).length, 1));
    assert.equal((await mirror.anonymous.get(LIST)).status, 200);
    await mirror.stop();
    assert.doesNotMatch(mirror.stderr(), /cannot be followed/);
  }
});

/** How many lists of upstreams are stored. */
function countLists(dataFolder: string): number {
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  const rows = database.prepare('select name from mirrored_lists').all();
  database.close();
  return rows.length;
}

/** Replaces the cursor of followers. @returns how many there are */
function changeCursors(dataFolder: string, form: string): number {
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  const rows = database.prepare("select cursor from feed_cursors where reader = 'follow'").all();
  for (const { cursor } of rows) {
    const [id = '', index = '', check = ''] = String(cursor).split('.');
    const changed = form.replace('{id}', id).replace('{index}', index).replace('{check}', check);
    database.prepare("update feed_cursors set cursor = ? where reader = 'follow'").run(changed);
  }
  database.close();
  return rows.length;
}
