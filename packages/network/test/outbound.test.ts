// Requests through a real proxy to a server whose certificate is of an authority of its own.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { ProxyRules, readProxyVariables } from '@prime-registry/network';
import { openOutbound } from '@prime-registry/network/outbound';
import {
  type CompanyProxyOptions,
  makeAuthority,
  startCompanyProxy,
  startFrontServer,
} from '@prime-registry/testkit';

const HOST = 'primes.corp.example';
const SECRET = 'Bearer pri_secret';
const authority = makeAuthority();

/** A web server behind a proxy. It answers with the method and path of each request. */
async function startNetwork(options: Omit<CompanyProxyOptions, 'names'> = {}) {
  const stack = new AsyncDisposableStack();
  const backend = createServer((request, response) => response.end(`${request.method} ${request.url}`));
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  stack.defer(() => void backend.close());
  const { port } = backend.address() as AddressInfo;
  const front = stack.use(await startFrontServer(`http://127.0.0.1:${port}`, authority.issue([HOST])));
  const names = { [`${HOST}:443`]: front.port, [`${HOST}:80`]: port };
  const proxy = stack.use(await startCompanyProxy({ names, ...options }));
  const scheme = options.certified === undefined ? 'http' : 'https';
  return {
    front,
    proxy,
    proxyUrl: `${scheme}://127.0.0.1:${proxy.port}`,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Sends one request with the given variables. */
async function request(url: string, environment: Record<string, string>, certificates = [authority.cert]) {
  const proxies = new ProxyRules(readProxyVariables(environment));
  const outbound = openOutbound({ proxies, certificates });
  try {
    const response = await outbound.fetch(url, { headers: { authorization: SECRET } });
    return `${response.status} ${await response.text()}`;
  } finally {
    await outbound.close();
  }
}

/** The text of an error and of all its causes. */
function textOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${textOf(error.cause)}` : '';
}

describe('a request through a proxy', () => {
  test('to https is a tunnel: the proxy sees host and port, and no header of the request', async () => {
    await using network = await startNetwork();
    assert.equal(
      await request(`https://${HOST}/pack/x`, { HTTPS_PROXY: network.proxyUrl }),
      '200 GET /pack/x',
    );
    assert.deepEqual(
      network.proxy.requests.map(({ line }) => line),
      [`CONNECT ${HOST}:443`],
    );
    assert.doesNotMatch(JSON.stringify(network.proxy.requests), /pri_secret/);
    assert.deepEqual(network.front.requests, [{ path: '/pack/x', authorization: SECRET }]);
  });

  test('to http has an absolute URL, which a proxy that refuses other tunnels passes on', async () => {
    await using network = await startNetwork();
    assert.equal(
      await request(`http://${HOST}/pack/x?q=1`, { HTTP_PROXY: network.proxyUrl }),
      '200 GET /pack/x?q=1',
    );
    assert.deepEqual(
      network.proxy.requests.map(({ line }) => line),
      [`GET http://${HOST}/pack/x?q=1`],
    );
  });

  test('brings the name and the password of the proxy to it, and to nobody else', async () => {
    await using network = await startNetwork({ credentials: 'me@corp:s:c' });
    const withPassword = network.proxyUrl.replace('//', '//me%40corp:s:c@');
    assert.equal(await request(`https://${HOST}/`, { HTTPS_PROXY: withPassword }), '200 GET /');
    assert.equal(await request(`http://${HOST}/`, { HTTP_PROXY: withPassword }), '200 GET /');
    assert.deepEqual(network.front.requests, [{ path: '/', authorization: SECRET }]);
  });

  test('works with a proxy that has a certificate itself', async () => {
    await using network = await startNetwork({ certified: authority.issue(['localhost']) });
    const proxyUrl = network.proxyUrl.replace('127.0.0.1', 'localhost');
    assert.equal(await request(`https://${HOST}/`, { HTTPS_PROXY: proxyUrl }), '200 GET /');
    assert.equal(await request(`http://${HOST}/`, { HTTP_PROXY: proxyUrl }), '200 GET /');
  });
});

describe('a failure', () => {
  test('of a password names the variable, and not the password', async () => {
    await using network = await startNetwork({ credentials: 'me:right' });
    for (const [from, url] of [
      ['HTTPS_PROXY', `https://${HOST}/`],
      ['HTTP_PROXY', `http://${HOST}/`],
    ] as const) {
      await assert.rejects(
        request(url, { [from]: network.proxyUrl }),
        new RegExp(`wants a name and a password: .* in ${from}$`),
      );
      await assert.rejects(
        request(url, { [from]: network.proxyUrl.replace('//', '//me:hunter2@') }),
        (error) => {
          assert.match(
            textOf(error),
            new RegExp(`the proxy 127.0.0.1:\\d+ \\(${from}\\) refuses the name and the password`),
          );
          assert.doesNotMatch(textOf(error), /hunter2/);
          return true;
        },
      );
    }
    assert.deepEqual(network.front.requests, []);
  });

  test('of the proxy says so', async () => {
    await using network = await startNetwork();
    const { proxyUrl } = network;
    await assert.rejects(
      request('https://elsewhere.example/', { HTTPS_PROXY: proxyUrl }),
      /answered 502 to CONNECT/,
    );
    await network.proxy[Symbol.asyncDispose]();
    for (const scheme of ['http', 'https'])
      await assert.rejects(
        request(`${scheme}://${HOST}/`, { [`${scheme}_proxy`]: proxyUrl }),
        new RegExp(`the proxy 127.0.0.1:\\d+ \\(${scheme}_proxy\\) refuses connections`),
      );
  });

  test('of a certificate is that of the platform', async () => {
    await using network = await startNetwork();
    const env = { HTTPS_PROXY: network.proxyUrl };
    for (const certificates of [[], [makeAuthority().cert]])
      await assert.rejects(request(`https://${HOST}/`, env, certificates), (error) =>
        /unable to (?:verify|get)|self-signed|signature/i.test(textOf(error)),
      );
    assert.deepEqual(network.front.requests, []);
  });
});
