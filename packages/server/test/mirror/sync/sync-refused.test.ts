// What a copy does not take from an upstream, and invalid command lines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFaultyProxy } from '@prime-registry/testkit';
import { publishMany } from '../../process/data/on-data.ts';
import { atEnd, makeFolder, makeRegistry, serveHere } from '../../process/temporary-registry.ts';
import { mustSync, startPair, sync } from './syncing.ts';

test('Primes that belong here, or to an earlier upstream, are skipped with a reason', async (t) => {
  const pair = await startPair(t);
  const { origin, link, dataFolder } = pair;
  const other = await serveHere(t);
  for (const name of ['@acme/new', '@acme/a', '@private/a', '@b/mine', '@b/theirs', '@c/a'])
    await origin.admin.mustPublish({ name });
  await other.admin.mustPublish({ name: '@b/mine' });
  await other.admin.mustPublish({ name: '@b/only' });
  const mirror = await serveHere(t, { dataFolder });
  await mirror.admin.mustPublish({ name: '@acme/a', version: '0.1.0' });
  await mirror.stop();

  const first = { url: other.baseUrl, 'allow-private-addresses': 'true' };
  const second = { url: link.baseUrl, 'allow-private-addresses': 'true' };
  const environment = {
    PRIME_REGISTRY_LOCAL_SCOPES: '@private',
    PRIME_REGISTRY_UPSTREAMS: JSON.stringify([first, second]),
  };
  const { code, stdout, stderr } = await sync({ dataFolder, upstreams: [second], environment });
  assert.equal(code, 0);
  assert.match(stdout, /^Copied 2 versions of 2 Primes, [0-9]+ B, 0 there already, 3 skipped\.\n$/);
  assert.deepEqual(stderr.trim().split('\n').toSorted(), [
    'skipped: @acme: it belongs to this registry: versions of it, or of its scope, were published here',
    `skipped: @b/mine: ${other.baseUrl} has it, and is asked before ${link.baseUrl}`,
    'skipped: @private: it belongs to this registry (local-scopes)',
  ]);

  // The Prime of the second upstream stays with it, whatever the first one has now.
  await other.admin.mustPublish({ name: '@c/a', version: '2.0.0' });
  const upstreams = [{ url: other.baseUrl }];
  const named = await sync({ dataFolder, upstreams, environment }, ['--prime', '@c/a', '--prime', '@b/only']);
  assert.equal(named.code, 1);
  assert.equal(named.stderr, `failed: @c/a: it came from ${link.baseUrl}, and stays with that upstream\n`);
  assert.match(named.stdout, /^Copied 1 version of 1 Prime/);
  const again = await serveHere(t, { dataFolder });
  const { json } = await again.anonymous.get('/-/primes');
  assert.deepEqual(
    json.primes.map(({ name, origin: from = 'here' }: { name: string; origin?: string }) => [name, from]),
    [
      ['@acme/a', 'here'],
      ['@b/only', other.baseUrl],
      ['@b/theirs', link.baseUrl],
      ['@c/a', link.baseUrl],
    ],
  );
});

test('an upstream is asked only for scopes that it may supply', async (t) => {
  const pair = await startPair(t, { scopes: ['@b', '@a'] });
  for (const name of ['@a/x', '@b/x', '@c/x']) await pair.origin.admin.mustPublish({ name });
  assert.match(await mustSync(pair), /^Copied 2 versions of 2 Primes/);
  assert.ok(pair.link.requests.every((request) => !request.includes('c%2F') && !request.includes('@c/')));
  assert.deepEqual(
    pair.link.requests
      .filter((request) => request.includes('/-/primes?'))
      .map((request) => /scope=[^&]+/.exec(request)?.[0]),
    ['scope=%40a', 'scope=%40b'],
  );
});

test('the token goes to its upstream, which may require it', async (t) => {
  const origin = await serveHere(t, { environment: { PRIME_REGISTRY_PRIVATE: 'true' } });
  await origin.admin.mustPublish();
  const link = await startFaultyProxy(origin.baseUrl);
  atEnd(t, () => link.close());
  const upstreams = [{ url: link.baseUrl, token: 'the-operator-gave-this-one' }];
  assert.match(await mustSync({ dataFolder: await makeRegistry(t), upstreams }), /^Copied 1 version/);
  const refused = await sync({ dataFolder: await makeRegistry(t), upstreams: [{ url: link.baseUrl }] });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /needs a token|401/);
});

test('an upstream that does not list its Primes is copied by name', async (t) => {
  const pair = await startPair(t);
  await publishMany(pair.origin, 2);
  pair.link.fault = ({ path }) => (path.startsWith('/-/') ? { kind: 'answer', status: 404 } : undefined);
  const { code, stdout, stderr } = await sync(pair);
  assert.deepEqual([code, stdout], [1, 'Copied 0 versions of 0 Primes, 0 B, 0 there already.\n']);
  assert.match(stderr, /does not list its Primes .*--prime @scope\/name/);
  assert.match(await mustSync(pair, '--prime', '@acme/web-style'), /^Copied 2 versions of 1 Prime/);
  const absent = await sync(pair, ['--prime', '@acme/absent']);
  assert.equal(absent.code, 1);
  assert.match(absent.stderr, /^failed: @acme\/absent: .* does not have it/);
});

test('an invalid command line is bad usage, with a hint', async (t) => {
  const dataFolder = await makeFolder(t);
  const setup = {
    dataFolder,
    upstreams: [{ url: 'http://127.0.0.1:9/a', scopes: '@a' }, { url: 'http://127.0.0.1:9/b' }],
    environment: { PRIME_REGISTRY_LOCAL_SCOPES: '@local' },
  };
  const cases: readonly [args: string[], message: RegExp][] = [
    [['--scope', '@b'], /--scope @b: http:\/\/127\.0\.0\.1:9\/a may not supply @b; its scopes are @a/],
    [['--prime', '@b/x'], /--prime @b\/x: .* may not supply @b/],
    [['--scope', '@local'], /@local belongs to this registry alone/],
    [['--scope', 'a'], /--scope: /],
    [['--prime', '@a'], /--prime: /],
    [['--after', 'x'], /--after: /],
    [['--prime', '@a/x', '--after', '@a/a'], /--after: is for scopes/],
    ...['0', '-1', 'x', '99999', '1e3'].map((rate): [string[], RegExp] => [
      [`--rate=${rate}`, '--rate', rate],
      /--rate/,
    ]),
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await sync(setup, args);
    assert.deepEqual([code, stdout], [3, ''], args.join(' '));
    assert.match(stderr, message);
  }
  const [a, b] = setup.upstreams;
  const named = (upstreams: typeof setup.upstreams, url: string) =>
    sync({
      ...setup,
      upstreams: [{ url }],
      environment: { PRIME_REGISTRY_UPSTREAMS: JSON.stringify(upstreams) },
    });
  for (const [upstreams, url, code, message] of [
    [[], 'x', 2, /upstreams: none is configured/],
    [setup.upstreams, 'elsewhere.example', 3, /is not one of the upstreams: http:\/\/127\.0\.0\.1:9\/a, /],
    [setup.upstreams, '127.0.0.1:9', 3, /matches several upstreams/],
  ] as const) {
    const result = await named([...upstreams], url);
    assert.equal(result.code, code, result.stderr);
    assert.match(result.stderr, message);
  }
  assert.ok(a && b);
});

test('a host is enough if only one upstream has it', async (t) => {
  const pair = await startPair(t);
  await publishMany(pair.origin, 1);
  const upstreams = [{ url: new URL(pair.link.baseUrl).host }];
  const known = [{ url: pair.link.baseUrl, 'allow-private-addresses': 'true' }];
  const environment = { PRIME_REGISTRY_UPSTREAMS: JSON.stringify(known) };
  assert.match(await mustSync({ ...pair, upstreams, environment }), /^Copied 1 version/);
});

test('a version with a valid token of this registry is not copied; other secrets are a warning', async (t) => {
  const { origin, link, dataFolder } = await startPair(t);
  const token = 'Zk3xV9qT7wLm2RsYb8Nd4HcJf6Gp1Qa5';
  const key = `ghp_${'q7Rw2Zk9Lm4Xc8Vb3Nh6Tj5GfQ7rW2zK9lM4'}`;
  await origin.admin.mustPublish({ name: '@acme/leak', files: { 'a.md': `use ${token}` } });
  await origin.admin.mustPublish({ name: '@acme/other', files: { 'a.md': key } });
  const upstreams = [{ url: link.baseUrl }];
  const environment = { PRIME_REGISTRY_TOKEN: token };
  const { code, stdout, stderr } = await sync({ dataFolder, upstreams, environment });
  assert.equal(code, 1, stderr);
  assert.match(stdout, /^Copied 1 version of 1 Prime, .*, 1 failed\.\n$/);
  assert.match(stderr, /failed: @acme\/leak 1\.0\.0: .*a\.md contains a valid access token of this registry/);
  assert.match(stderr, /warning: @acme\/other 1\.0\.0 may contain secrets: a\.md:1 github-token/);
  assert.ok(!stderr.includes(token.slice(0, 8)) && !stderr.includes(key.slice(4, 12)));
});
