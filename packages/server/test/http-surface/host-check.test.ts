// Names that are not the registry's own: a website whose name suddenly resolves to this machine (DNS
// rebinding) reads nothing, and every client that worked before still works.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectProblem, RawClient, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { createHostCheck } from '../../src/http/connections/host-check.ts';

const [registry, uncached, named, open] = await Promise.all([
  startRegistry(),
  startRegistry({ responseCacheBytes: 0 }),
  startRegistry({ allowedHosts: ['registry.example.com'] }),
  startRegistry({ allowedHosts: 'any' }),
]);
const all = [registry, uncached, named, open];
after(() => Promise.all(all.map((each) => each.stop())));
for (const { author } of all) await author.mustPublish();

const MANIFEST = '/pack/@acme/web-style/1.0.0';
const PATHS = [
  MANIFEST,
  `${MANIFEST}/tarball`,
  '/pack/@acme/none',
  '/search?q=web',
  '/',
  '/-/metrics',
  '/no',
];

/** Asks with a host, and other headers, on a connection of its own. */
async function ask(
  { baseUrl }: TestRegistry,
  host: string,
  { path = MANIFEST, method = 'GET', headers = {} as Record<string, string> } = {},
) {
  const client = await RawClient.connect(baseUrl);
  await client.sendHead(`${method} ${path} HTTP/1.1`, { Host: host, Connection: 'close', ...headers });
  const { status, headers: answered, text } = await client.readAnswer();
  client.destroy();
  return {
    status,
    headers: answered,
    text,
    bytes: Buffer.from(text),
    json: text === '' ? {} : tryJson(text),
  };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

describe('the name of a website, on loopback', () => {
  const portOf = ({ baseUrl }: TestRegistry): string => new URL(baseUrl).port;

  for (const path of PATHS) {
    test(`${path} is refused, with the setting to change`, async () => {
      for (const from of [registry, uncached, named]) {
        // Once answered to somebody else, in case it is cached.
        await ask(from, '127.0.0.1', { path });
        for (const host of [
          'evil.example',
          `evil.example:${portOf(from)}`,
          'EVIL.example.',
          'a b',
          'é.example',
        ]) {
          const problem = expectProblem(await ask(from, host, { path }), 'misdirected_request');
          assert.match(problem.detail, /allowed-hosts/);
          assert.doesNotMatch(JSON.stringify(problem), /evil/i, 'the name is not repeated');
        }
      }
    });
  }

  test('is refused to publishes, in every way to send one', async () => {
    for (const headers of [{}, { Expect: '100-continue' }, { Expect: 'else' }]) {
      const authorization = `Bearer ${registry.author.token}`;
      const sent = { 'Content-Length': '5', Authorization: authorization, ...headers };
      const answer = await ask(registry, 'evil.example', { path: '/publish', method: 'POST', headers: sent });
      expectProblem(answer, 'misdirected_request');
    }
  });

  test('does not become its own by the headers of a proxy: the browser names its port', async () => {
    const headers = { 'X-Forwarded-For': '10.0.0.1', 'X-Forwarded-Host': 'localhost' };
    const answer = await ask(registry, `evil.example:${portOf(registry)}`, { headers });
    expectProblem(answer, 'misdirected_request');
  });

  test('may ask for health: a probe says what its configuration says', async () => {
    assert.equal((await ask(registry, 'evil.example', { path: '/-/health/ready' })).status, 200);
  });
});

describe('every client that worked before works', () => {
  const LOCAL = [
    ...['127.0.0.1:4000', 'localhost:4000', '[::1]:4000', '192.168.1.5', '8.8.8.8:80', 'primes.localhost'],
    ...['registry', 'registry:4000', 'my_project_registry_1:4000', 'nas.local', 'primes.internal'],
    ...['primes.tools.svc.cluster.local:4000', 'primes.tools.svc', 'registry.lan', 'REGISTRY.LAN.', ''],
  ];

  test('with an address, or a name that no website can have', async () => {
    for (const from of [registry, uncached, named]) {
      for (const host of LOCAL) assert.equal((await ask(from, host)).status, 200, host);
    }
  });

  test('through a proxy that passes the host of its client on', async () => {
    for (const headers of [
      { 'X-Forwarded-For': '203.0.113.9' },
      { Forwarded: 'for=203.0.113.9' },
      { Via: '1.1 p' },
    ])
      assert.equal((await ask(registry, 'registry.example.com', { headers })).status, 200);
  });

  test('with a name that the operator set; then no other', async () => {
    for (const host of ['registry.example.com', 'Registry.Example.COM:8443', 'registry.example.com.'])
      assert.equal((await ask(named, host)).status, 200, host);
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    expectProblem(await ask(named, 'evil.registry.example.com', { headers }), 'misdirected_request');
  });

  test('with any name, if the operator set any', async () => {
    assert.equal((await ask(open, 'evil.example')).status, 200);
  });

  test('over HTTP/1.0, without a host', async () => {
    const client = await RawClient.connect(registry.baseUrl);
    await client.send(`GET ${MANIFEST} HTTP/1.0\r\n\r\n`);
    assert.match(await client.readToEnd(), /^HTTP\/1\.1 200 /);
  });
});

describe('by the address that a connection reached', () => {
  const passes = (host: string, localAddress: string, name = 'registry.example.com:4000') =>
    createHostCheck({ host, allowedHosts: 'auto', publicUrl: 'https://Primes.example:8443/team' })({
      rawHeaders: ['Accept', '*/*', 'host', name],
      socket: { localAddress, localPort: 4000 } as never,
    });

  test('a name is only judged where a website could reach what it could not reach itself', () => {
    for (const [host, local] of [
      ['127.0.0.1', '127.0.0.1'],
      ['localhost', '::1'],
      ['10.0.0.5', '10.0.0.5'],
      ['fd00::5', 'fd00::5'],
      ['0.0.0.0', '127.0.0.1'],
      ['::', '::ffff:127.0.0.1'],
    ] as const)
      assert.equal(passes(host, local), false, `${host} ${local}`);
  });

  test('the name of the public address is one of its own', () => {
    assert.equal(passes('127.0.0.1', '127.0.0.1', 'primes.example'), true);
    assert.equal(passes('127.0.0.1', '127.0.0.1', 'primes.example:8443'), true);
    assert.equal(passes('127.0.0.1', '127.0.0.1', 'other.example'), false);
  });

  test('a container, and a server on the internet, answer to every name', () => {
    for (const [host, local] of [
      ['0.0.0.0', '172.17.0.2'],
      ['::', '::ffff:10.1.2.3'],
      ['0:0:0:0:0:0:0:0', '192.168.1.5'],
      ['8.8.8.8', '8.8.8.8'],
    ] as const)
      assert.equal(passes(host, local), true, `${host} ${local}`);
  });

  test('a name to listen on is an own name', () => {
    assert.equal(passes('Registry.example.com', '10.0.0.5'), true);
    assert.equal(passes('registry.example.com', '10.0.0.5', 'evil.example:4000'), false);
  });
});
