// `mirror rebind`: a name that was bound to the wrong upstream, and its way back.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  atomFiles,
  buildTarball,
  eventually,
  type FaultyProxy,
  startFaultyProxy,
} from '@prime-registry/testkit';
import { must, parseLines, run } from './data/on-data.ts';
import { atEnd, makeRegistry, type ServedRegistry, serveHere, start } from './temporary-registry.ts';

const NAME = '@lib/tool';
const PATH = `/pack/${NAME}`;

interface Setup {
  readonly genuine: ServedRegistry;
  readonly link: FaultyProxy;
  readonly wrong: ServedRegistry;
  readonly mirror: ServedRegistry;
  rebind(...args: string[]): ReturnType<typeof run>;
}

/**
 * A mirror whose first upstream has 1.0.0 and 1.1.0. Its second has the same 1.0.0, and 1.0.1, and the name is
 * bound to it.
 * @param serve how the mirror runs
 */
async function startBound(
  t: TestContext,
  serve: typeof serveHere | typeof start = serveHere,
): Promise<Setup> {
  const genuine = await serveHere(t);
  const wrong = await serveHere(t);
  const link = await startFaultyProxy(genuine.baseUrl);
  atEnd(t, () => link.close());
  const same = { name: NAME, tarball: buildTarball({ 'a.md': 'the same' }) };
  for (const registry of [genuine, wrong]) await registry.admin.mustPublish({ ...same, version: '1.0.0' });
  await genuine.admin.mustPublish({ name: NAME, version: '1.1.0' });
  await wrong.admin.mustPublish({ name: NAME, version: '1.0.1' });
  const setting = (...urls: readonly string[]) =>
    JSON.stringify(urls.map((url) => ({ url, 'allow-private-addresses': true, timeout: '5s' })));
  const dataFolder = await makeRegistry(t);
  // While the first one is not configured.
  await must(dataFolder, 'mirror', 'sync', wrong.baseUrl, '--upstreams', setting(wrong.baseUrl));
  const upstreams = setting(link.baseUrl, wrong.baseUrl);
  const environment = { PRIME_REGISTRY_UPSTREAMS: upstreams, PRIME_REGISTRY_RESPONSE_CACHE: '0' };
  const mirror = await serve(t, { dataFolder, environment });
  const rebind = (...args: string[]) =>
    run(mirror.dataFolder, ['mirror', 'rebind', NAME, '--upstreams', upstreams, ...args]);
  return { genuine, link, wrong, mirror, rebind };
}

test('shows the binding of a Prime, and of all', async (t) => {
  const { mirror, wrong, rebind } = await startBound(t);
  const shown = `${NAME} belongs to ${wrong.baseUrl}: 2 versions here, 1.0.0, 1.0.1\n`;
  assert.equal((await rebind()).stdout, shown);
  assert.equal((await rebind('--to', wrong.baseUrl)).stdout, shown);
  const all = await must(mirror.dataFolder, 'mirror', 'status', '--primes');
  assert.equal(all, `${NAME}  ${wrong.baseUrl}  2 versions\n`);
});

test('moves a Prime to another upstream, with the versions that are the same there', async (t) => {
  // The mirror is a process of its own here, and learns of the change from the database.
  const { mirror, link, wrong, rebind } = await startBound(t, start);
  const refused = await rebind('--to', link.baseUrl);
  assert.equal(refused.code, 1);
  assert.equal(
    refused.stdout,
    `${NAME} 1.0.0: the same at ${link.baseUrl}, kept\n${NAME} 1.0.1: not at ${link.baseUrl}, removed with --remove\n`,
  );
  assert.match(refused.stderr, /does not have 1 version of @lib\/tool as here; nothing was changed/);
  const planned = await rebind('--to', link.baseUrl, '--remove', '--dry-run');
  assert.match(planned.stdout, /^Would move .*: 1 version kept, 1 removed\. Nothing was changed\.$/m);
  assert.match((await rebind()).stdout, /2 versions here/);

  const done = await rebind('--to', link.baseUrl, '--remove', '--json');
  assert.equal(done.code, 0, done.stderr);
  assert.deepEqual(parseLines(done.stdout).at(-1), {
    ...{ kind: 'summary', name: NAME, from: wrong.baseUrl, to: link.baseUrl, changed: true },
    ...{ kept: 1, removed: 1, pulled: null },
  });
  // The running server follows: no answer comes from the former upstream any more.
  const list = await mirror.anonymous.get(PATH);
  assert.deepEqual([list.json.latest, list.json.origin], ['1.1.0', link.baseUrl]);
  assert.equal((await mirror.anonymous.get(`${PATH}/1.0.1/tarball`)).status, 404);
  for (const version of ['1.0.0', '1.1.0'])
    assert.equal((await mirror.anonymous.get(`${PATH}/${version}/tarball`)).status, 200, version);
  const entries = parseLines(await must(mirror.dataFolder, 'audit', '--json', '--name', NAME));
  const [evicted, rebound] = entries.filter(({ action }) => ['evict', 'rebind'].includes(action));
  assert.deepEqual(
    [evicted.version, evicted.details.reason, evicted.actor.id],
    ['1.0.1', 'rebind', 'operator'],
  );
  assert.deepEqual(rebound.details, { from: wrong.baseUrl, to: link.baseUrl, kept: 1, removed: 1 });
  assert.match(await must(mirror.dataFolder, 'verify'), /all is well/);
});

test('binds a name of which no version stays by a version that is pulled and verified first', async (t) => {
  const { mirror, genuine, link, rebind } = await startBound(t);
  const { json } = await genuine.anonymous.get(`${PATH}/1.0.0`);
  const headers = { 'content-type': 'application/json' };
  const other = JSON.stringify({ ...json, description: 'another one' });
  const isForged = ({ path }: { path: string }) => path === `${PATH}/1.0.0`;
  link.fault = (request) => {
    if (isForged(request)) return { kind: 'answer', status: 200, headers, body: other };
    return request.path.endsWith('/tarball') ? { kind: 'flip' } : undefined;
  };
  const failed = await rebind('--to', link.baseUrl, '--remove');
  assert.equal(failed.code, 1);
  assert.match(failed.stdout, new RegExp(`${NAME} 1\\.0\\.0: another one at `));
  assert.match((await rebind()).stdout, /2 versions here/, 'nothing was changed');

  link.fault = (request) =>
    isForged(request) ? { kind: 'answer', status: 200, headers, body: other } : undefined;
  const done = await rebind('--to', link.baseUrl, '--remove');
  assert.match(
    done.stdout,
    /^Moved .*: 0 versions kept, 2 removed, 1\.1\.0 pulled\. 'gc' removes their tarballs\.$/m,
  );
  assert.equal((await rebind()).stdout, `${NAME} belongs to ${link.baseUrl}: 1 version here, 1.1.0\n`);
  assert.match(await must(mirror.dataFolder, 'verify'), /all is well/);
});

test('gives a name back to this registry, whose scope must be local first', async (t) => {
  const { mirror, rebind } = await startBound(t);
  const refused = await rebind('--local', '--remove');
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /local-scopes: add @lib here and for all servers first/);
  const local = ['--local', '--local-scopes', '@lib'];
  assert.equal((await rebind(...local)).code, 1);
  assert.equal((await mirror.admin.publish({ name: NAME, version: '3.0.0' })).status, 403);
  const done = await rebind(...local, '--remove');
  assert.match(done.stdout, /^Moved .* to this registry: 0 versions kept, 2 removed\./m);
  assert.equal((await mirror.admin.publish({ name: NAME, version: '3.0.0' })).status, 201);
  assert.match(await must(mirror.dataFolder, 'verify'), /all is well/);
});

test('wrong command lines change nothing and say what is wrong', async (t) => {
  const { mirror, link, rebind } = await startBound(t);
  for (const [args, code, message] of [
    [['--to', 'https://elsewhere.example'], 3, /is not one of the upstreams/],
    [['--to', link.baseUrl, '--local'], 3, /--to and --local exclude each other/],
    [['--to', link.baseUrl, '--local-scopes', '@lib'], 3, /@lib belongs to this registry/],
  ] as const) {
    const answer = await rebind(...args);
    assert.equal(answer.code, code, answer.stderr);
    assert.match(answer.stderr, message);
  }
  const unknown = await run(mirror.dataFolder, ['mirror', 'rebind', '@lib/unknown']);
  assert.equal(unknown.code, 3);
  assert.match(unknown.stderr, /no version of @lib\/unknown came from an upstream/);
  link.fault = () => ({
    kind: 'answer',
    status: 404,
    body: '<html>',
    headers: { 'content-type': 'text/html' },
  });
  const away = await rebind('--to', link.baseUrl, '--remove');
  assert.equal(away.code, 1);
  assert.match((await rebind()).stdout, /2 versions here/);
});

test('a server learns at its start how its upstreams answer, and the status says so', async (t) => {
  const origin = await serveHere(t);
  const link = await startFaultyProxy(origin.baseUrl);
  atEnd(t, () => link.close());
  const upstreams = JSON.stringify([{ url: link.baseUrl, 'allow-private-addresses': true }]);
  const mirror = await start(t, { environment: { PRIME_REGISTRY_UPSTREAMS: upstreams } });
  const flags = ['--upstreams', upstreams, '--json'];
  await eventually(() => assert.ok(link.requests.some((request) => request.startsWith('GET /pack/'))));
  link.fault = () => ({ kind: 'answer', status: 404, body: 'default backend - 404' });
  await eventually(async () => {
    const answer = await mirror.anonymous.get(`/pack/@acme/a${Date.now()}`);
    assert.equal(answer.status, 503);
  });
  const [status] = parseLines(await must(mirror.dataFolder, 'mirror', 'status', ...flags));
  assert.deepEqual([status.explains_errors, status.answers], [true, false]);
  const forget = ['mirror', 'forget', link.baseUrl, '--upstreams', upstreams];
  assert.match(await must(mirror.dataFolder, ...forget), /^Forgot that \S+ explains its errors\. Restart/);
  assert.match(await must(mirror.dataFolder, ...forget), /Nothing was changed\.$/m);
});

test('comparisons are made again for versions that another upstream has with other bytes', async (t) => {
  const [first, second] = [await serveHere(t), await serveHere(t)];
  const publish = async (
    registry: Pick<ServedRegistry, 'admin'>,
    version: string,
    notes: string,
  ): Promise<void> => {
    const files = atomFiles({ id: '@lib/rule', notes });
    await registry.admin.mustPublish({ name: NAME, version, files });
  };
  for (const registry of [first, second]) await publish(registry, '1.0.0', 'The same');
  await publish(first, '2.0.0', 'The same');
  await publish(second, '2.0.0', 'Something else');
  const upstreams = JSON.stringify(
    [first, second].map(({ baseUrl: url }) => ({ url, 'allow-private-addresses': true })),
  );
  const mirror = await serveHere(t, { environment: { PRIME_REGISTRY_UPSTREAMS: upstreams } });
  const compare = async () => {
    for (const version of ['1.0.0', '2.0.0']) {
      await mirror.anonymous.get(`${PATH}/${version}/tarball`);
      await eventually(async () =>
        assert.equal((await mirror.anonymous.get(`/-/primes/${NAME}/${version}/atoms`)).status, 200),
      );
    }
    const { json } = await mirror.anonymous.get(`/-/primes/${NAME}/diff/1.0.0...2.0.0`);
    return json.counts.changed;
  };
  assert.equal(await compare(), 0);
  const args = ['mirror', 'rebind', NAME, '--upstreams', upstreams, '--to', second.baseUrl, '--remove'];
  await must(mirror.dataFolder, ...args);
  assert.equal(await compare(), 1);
});
