// A copy of an upstream: all of it or a part, idempotent, and only what that upstream may supply.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { must, parseLines, publishMany, run, tarballOf } from '../../process/data/on-data.ts';
import { makeRegistry, serveHere, start } from '../../process/temporary-registry.ts';
import { knowing, mustSync, startPair, sync, syncForLines } from './syncing.ts';

const isList = (request: string): boolean => /^GET \/pack\/[^/]+(\?|$)/.test(request);

test('copies everything, yanked versions too, so that the upstream is no longer needed', async (t) => {
  const pair = await startPair(t);
  const { origin, link, dataFolder, upstreams } = pair;
  await publishMany(origin, 3);
  await origin.admin.mustPublish({
    name: '@other/big',
    tarball: tarballOf(randomBytes(300_000).toString('base64')),
    extra: 'tags: [huge]',
  });
  await origin.admin.mustPublish({ name: '@other/pre', version: '1.0.0-rc.1+b.7' });
  await origin.admin.yank('@acme/web-style', '1.1.0', { reason: 'wrong' });
  assert.match(await mustSync(pair), /^Copied 5 versions of 3 Primes, [0-9.]+ KiB, 0 there already\.\n$/);
  await link.close();

  const mirror = await start(t, { dataFolder, environment: knowing(upstreams) });
  const paths = [
    '@acme/web-style/1.0.0',
    '@acme/web-style/1.1.0',
    '@acme/web-style/1.2.0',
    '@other/big/1.0.0',
  ];
  for (const path of [...paths, '@other/pre/1.0.0-rc.1']) {
    const [there, here] = await Promise.all(
      [origin, mirror].map(({ anonymous }) => anonymous.get(`/pack/${path}`)),
    );
    assert.deepEqual(here?.json, { ...there?.json, origin: link.baseUrl });
    const tarballs = await Promise.all(
      [origin, mirror].map(({ anonymous }) => anonymous.get(`/pack/${path}/tarball`)),
    );
    assert.ok(tarballs[0]?.status === 200 && tarballs[1]?.bytes.equals(tarballs[0].bytes), path);
    const manifests = await Promise.all(
      [origin, mirror].map(({ anonymous }) => anonymous.get(`/-/primes/${path}/pack.yaml`)),
    );
    assert.equal(manifests[1]?.text, manifests[0]?.text);
  }
  const { json } = await mirror.anonymous.get('/pack/@acme/web-style?yanked=include');
  assert.deepEqual(
    json.versions,
    (await origin.anonymous.get('/pack/@acme/web-style?yanked=include')).json.versions,
  );
  assert.equal((await mirror.anonymous.get('/search?q=huge')).json.total, 1);
  assert.equal((await mirror.anonymous.get('/-/primes')).json.primes.length, 3);
  assert.match(await must(dataFolder, 'verify'), /all is well/);
  const told = parseLines(await must(dataFolder, 'audit', '--json'));
  assert.deepEqual(
    told.map(({ action, actor }) => `${action} ${actor.name}`),
    Array(5).fill(`mirror ${link.baseUrl}`),
  );
});

test('copies new versions when it is run again: of a Prime that is here at most the list is read', async (t) => {
  const pair = await startPair(t);
  const { origin, link, dataFolder } = pair;
  await publishMany(origin, 2);
  await origin.admin.mustPublish({ name: '@other/a' });
  await mustSync(pair);
  const before = link.requests.length;
  assert.equal(await mustSync(pair, '--full'), 'Copied 0 versions of 0 Primes, 0 B, 3 there already.\n');
  const asked = link.requests.slice(before);
  assert.equal(asked.filter(isList).length, 2);
  assert.equal(asked.length, 4, asked.join());
  await eventually(() => {
    const unchanged = parseLines(origin.stderr()).filter(
      ({ status, path = '' }) => status === 304 && path.includes('/pack/'),
    );
    assert.equal(unchanged.length, 2);
  });

  await origin.admin.mustPublish({ version: '2.0.0' });
  await origin.admin.yank('@acme/web-style', '1.0.0');
  const again = await mustSync(pair);
  assert.match(again, /^Copied 1 version of 1 Prime, [0-9]+ B, 1 there already, 1 yanked since\.\n$/);
  assert.match(await mustSync(pair, '--full'), /^Copied 0 versions .* 4 there already\.\n$/);
  const told = parseLines(await must(dataFolder, 'audit', '--json', '--action', 'yank'));
  assert.deepEqual(
    told.map(({ version }) => version),
    ['1.0.0'],
  );

  // A version that is gone upstream stays here.
  link.fault = ({ path }) =>
    path.startsWith('/pack/%40other') ? { kind: 'answer', status: 404 } : undefined;
  const { code, stderr } = await sync(pair, ['--full']);
  assert.equal(code, 1);
  assert.equal(stderr, `failed: @other/a: ${link.baseUrl} does not have it\n`);
  const { anonymous } = await serveHere(t, { dataFolder });
  assert.equal((await anonymous.get('/pack/@other/a/1.0.0/tarball')).status, 200);
});

test('works with a minimal registry of the contract: times from its lists, lengths from the tarballs', async (t) => {
  const pair = await startPair(t);
  const { origin, link, dataFolder } = pair;
  await publishMany(origin, 2);
  const { sha256 } = await origin.admin.mustPublish({ version: '1.2.0-rc.1' });
  await origin.admin.yank('@acme/web-style', '1.2.0-rc.1');
  const ofContract = [
    'name',
    'version',
    'description',
    'license',
    'atoms',
    'namespaces',
    'prime-version',
    'sha256',
  ];
  const manifests = new Map<string, string>();
  for (const version of ['1.0.0', '1.1.0', '1.2.0-rc.1']) {
    const path = `/pack/@acme/web-style/${version}`;
    const { json } = await origin.anonymous.get(path);
    manifests.set(path, JSON.stringify(json, [...ofContract, 'tarball_url']));
  }
  link.fault = ({ path }) => {
    if (path.startsWith('/-/')) return { kind: 'answer', status: 404 };
    const body = manifests.get(path);
    return body === undefined
      ? undefined
      : { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body };
  };
  const args = ['--prime', '@acme/web-style'];
  assert.match(
    await mustSync(pair, ...args, '--dry-run'),
    /^Would copy 3 versions of 1 Prime, 0 B or more, 0 there/,
  );
  assert.match(await mustSync(pair, ...args), /^Copied 3 versions of 1 Prime, [1-9][0-9]* B,/);
  assert.equal(await mustSync(pair, ...args), 'Copied 0 versions of 0 Primes, 0 B, 3 there already.\n');
  const { anonymous } = await serveHere(t, { dataFolder });
  const path = '/pack/@acme/web-style?yanked=include';
  assert.deepEqual(
    (await anonymous.get(path)).json.versions,
    (await origin.anonymous.get(path)).json.versions,
  );
  const { json } = await anonymous.get('/pack/@acme/web-style/1.2.0-rc.1');
  assert.deepEqual([json.yanked, json.sha256], [true, sha256]);
});

test('copies a part: scopes, Primes by name, names behind a name', async (t) => {
  const pair = await startPair(t);
  const { origin } = pair;
  for (const name of ['@a-b/x', '@a/w', '@a/x', '@a/y', '@c/x', '@c/y'])
    await origin.admin.mustPublish({ name });
  const copiedBy = async (...args: string[]) => {
    const lines = await syncForLines({ ...pair, dataFolder: await makeRegistry(t) }, ...args);
    return lines.flatMap(({ kind, name }) => (kind === 'copied' ? [name] : [])).toSorted();
  };
  assert.deepEqual(await copiedBy('--scope', '@a'), ['@a/w', '@a/x', '@a/y']);
  assert.deepEqual(await copiedBy('--scope', '@c', '--scope', '@a-b'), ['@a-b/x', '@c/x', '@c/y']);
  assert.deepEqual(await copiedBy('--prime', '@a/x', '--prime', '@c/y'), ['@a/x', '@c/y']);
  assert.deepEqual(await copiedBy('--prime', '@a/x', '--scope', '@c', '--after', '@c/x'), ['@a/x', '@c/y']);
  assert.deepEqual(await copiedBy('--after', '@a/x'), ['@a/y', '@c/x', '@c/y']);
});

test('a dry run says what would be copied, and changes nothing', async (t) => {
  const pair = await startPair(t);
  const { origin, dataFolder } = pair;
  await publishMany(origin, 2);
  await mustSync(pair);
  const { sha256 } = await origin.admin.mustPublish({ name: '@other/a', tarball: tarballOf('one more') });
  await origin.admin.yank('@acme/web-style', '1.0.0');
  const sizeBytes = tarballOf('one more').length;
  for (let round = 0; round < 2; round += 1) {
    assert.equal(
      await mustSync(pair, '--dry-run'),
      `Would copy 1 version of 1 Prime, ${sizeBytes} B, 1 there already, 1 yanked since. Nothing was changed.\n`,
    );
  }
  assert.deepEqual(await syncForLines(pair, '--dry-run'), [
    { kind: 'yanked', name: '@acme/web-style', version: '1.0.0' },
    { kind: 'copied', name: '@other/a', version: '1.0.0', size_bytes: sizeBytes, dry_run: true },
    {
      ...{ kind: 'summary', upstream: pair.link.baseUrl, dry_run: true, primes: 1, copied: 1, present: 1 },
      ...{ yanked: 1, skipped: 0, failed: 0, bytes: sizeBytes, unmeasured: 0, reached: '@other/a' },
      changed_primes: 2,
    },
  ]);
  const { anonymous } = await serveHere(t, { dataFolder });
  assert.equal((await anonymous.get('/-/primes')).json.primes.length, 1);
  assert.equal((await anonymous.get('/pack/@acme/web-style/1.0.0')).json.yanked, false);
  assert.ok(!(await must(dataFolder, 'audit', '--json')).includes(sha256));
});

test('works next to a server on the same data, which shows new versions at once', async (t) => {
  const pair = await startPair(t);
  const { origin, dataFolder } = pair;
  await publishMany(origin, 2);
  const mirror = await start(t, { dataFolder });
  assert.equal((await mirror.anonymous.get('/pack/@acme/web-style')).status, 404);
  await mirror.admin.mustPublish({ name: '@mine/a' });
  assert.match(await mustSync(pair), /^Copied 2 versions/);
  assert.equal((await mirror.anonymous.get('/pack/@acme/web-style')).json.versions.length, 2);
  assert.equal((await mirror.anonymous.get('/search?q=web')).json.total, 2);
  assert.equal((await run(dataFolder, ['verify'])).code, 0);
});
