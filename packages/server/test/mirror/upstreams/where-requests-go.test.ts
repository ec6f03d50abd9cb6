// Requests to upstreams go where the settings say, and nowhere else.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { expectProblem, startRegistry } from '@prime-registry/testkit';
import { isPrivateAddress } from '../../../src/addresses/private-addresses.ts';
import { createGuardedFetch } from '../../../src/outbound/guarded-fetch.ts';
import { LIST, MANIFEST, startChain, TARBALL, upstreamAt } from '../chain.ts';

const NO_MEMORY = { responseCacheBytes: 0 };

describe('a private address', () => {
  const inside = [
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
    ],
    ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1'],
    ...['::ffff:10.0.0.1', '::ffff:7f00:1', '64:ff9b::a00:1', '2002:a00:1::', 'localhost', ''],
    ...['::ffff:0:10.0.0.1', 'fe80::1%eth0', '3fff::1', '5f00::1', '192.88.99.1'],
  ];
  for (const address of inside)
    test(`is ${address || 'nothing'}`, () => assert.equal(isPrivateAddress(address), true));
  const outside = [
    '1.1.1.1',
    '93.184.216.34',
    '172.32.0.1',
    '192.167.255.255',
    '2606:4700::1111',
    '::ffff:1.1.1.1',
  ];
  for (const address of outside)
    test(`is not ${address}`, () => assert.equal(isPrivateAddress(address), false));

  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1']) {
    test(`is not connected to at ${host} unless that is allowed`, async () => {
      let requests = 0;
      const server = createServer((_request, response) => {
        requests += 1;
        response.end('ok');
      });
      await new Promise<void>((resolve) => server.listen(0, host === '[::1]' ? '::1' : '127.0.0.1', resolve));
      const url = `http://${host}:${(server.address() as AddressInfo).port}`;
      const closed = createGuardedFetch({
        ...upstreamAt(url, { allowsPrivateAddresses: false }),
        howToAllow: 'allow it',
      });
      const open = createGuardedFetch({ ...upstreamAt(url), howToAllow: 'allow it' });
      try {
        await assert.rejects(closed.fetch(`${url}/pack`), (error: Error) =>
          /private address; allow it/.test(`${error.message} ${(error.cause as Error | undefined)?.message}`),
        );
        assert.equal(requests, 0);
        assert.equal(await (await open.fetch(`${url}/pack`)).text(), 'ok');
      } finally {
        await Promise.all([closed.close(), open.close()]);
        server.close();
      }
    });
  }
});

describe('a redirect', () => {
  test('to another host is not followed, and nothing is sent there', async () => {
    const elsewhere = await startRegistry();
    await using chain = await startChain({ token: 'pri_secret' }, NO_MEMORY);
    const { mirror, link } = chain;
    try {
      await elsewhere.author.mustPublish({ version: '1.0.0' });
      link.fault = ({ path }) => ({
        kind: 'answer',
        status: 302,
        headers: { location: `${elsewhere.baseUrl}${path}` },
      });
      for (const path of [LIST, MANIFEST, TARBALL])
        expectProblem(await mirror.anonymous.get(path), 'upstream_unavailable');
      assert.ok(!elsewhere.log.some((line) => line.includes('/pack/@acme/web-style')), 'it was not asked');
    } finally {
      await elsewhere.stop();
    }
  });

  test('on the same host is followed', async () => {
    await using chain = await startChain({}, NO_MEMORY);
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    link.fault = ({ path, count }) =>
      count === 1 ? { kind: 'answer', status: 307, headers: { location: path } } : undefined;
    assert.equal((await mirror.anonymous.get(MANIFEST)).status, 200);
  });
});

describe('a token', () => {
  test('goes to its upstream, and to no other', async () => {
    await using chain = await startChain({ token: 'pri_secret', scopes: ['@acme'] }, NO_MEMORY);
    await using other = await startChain();
    const mirror = await startRegistry({
      ...NO_MEMORY,
      upstreams: [upstreamAt(chain.link.baseUrl, { token: 'pri_secret' }), upstreamAt(other.link.baseUrl)],
    });
    try {
      await mirror.anonymous.get('/pack/@nobody/has-this/1.0.0/tarball');
      await mirror.anonymous.get('/pack/@nobody/has-this');
      assert.deepEqual([...new Set(chain.link.credentials)], ['Bearer pri_secret']);
      assert.deepEqual([...new Set(other.link.credentials)], [undefined]);
      assert.ok(!mirror.log.join('').includes('pri_secret'));
    } finally {
      await mirror.stop();
    }
  });

  test('of a client of this registry goes nowhere', async () => {
    await using chain = await startChain({}, { ...NO_MEMORY, isPrivate: true });
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    assert.equal((await mirror.anonymous.get(MANIFEST)).status, 401);
    assert.deepEqual(link.requests, []);
    assert.equal((await mirror.admin.get(MANIFEST)).status, 200);
    assert.deepEqual([...new Set(link.credentials)], [undefined]);
  });
});
