// A mirror in a company: its upstream is below a path of a web server with a certificate of an own authority, and
// reached through a proxy.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  makeAuthority,
  type RegistryOptions,
  startCompanyProxy,
  startFrontServer,
  startRegistry,
} from '@prime-registry/testkit';
import { LIST, TARBALL, upstreamAt } from '../chain.ts';

const HOST = 'primes.corp.example';
const URL_BELOW_A_PATH = `https://${HOST}/primes`;
const authority = makeAuthority();

/** The upstream, its web server and the proxy; `startMirror` starts a mirror behind them. */
async function startNetwork() {
  const stack = new AsyncDisposableStack();
  const origin = await startRegistry();
  stack.defer(() => origin.stop());
  const front = stack.use(await startFrontServer(origin.baseUrl, authority.issue([HOST]), '/primes'));
  const proxy = stack.use(
    await startCompanyProxy({ names: { [`${HOST}:443`]: front.port }, credentials: 'me:hunter2' }),
  );
  const folder = await mkdtemp(join(tmpdir(), 'mirror-ca-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const upstreamCafile = join(folder, 'ca.pem');
  await writeFile(upstreamCafile, authority.cert);
  const https = { text: `http://me:hunter2@127.0.0.1:${proxy.port}`, from: 'HTTPS_PROXY' };
  const startMirror = async (options: RegistryOptions = {}) => {
    const settings = { token: 'pri_of-the-mirror', allowsPrivateAddresses: false };
    const mirror = await startRegistry({
      upstreams: [upstreamAt(URL_BELOW_A_PATH, settings)],
      ...{ upstreamCafile, upstreamProxy: { https }, ...options },
    });
    stack.defer(() => mirror.stop());
    return mirror;
  };
  return { origin, front, proxy, https, startMirror, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

describe('a mirror', () => {
  test('pulls through the proxy from below the path, and the proxy sees no token', async () => {
    await using network = await startNetwork();
    const { origin, front, proxy } = network;
    await origin.author.mustPublish({ version: '1.0.0' });
    const mirror = await network.startMirror();
    assert.equal((await mirror.anonymous.get(LIST)).json.latest, '1.0.0');
    const [here, there] = [await mirror.anonymous.get(TARBALL), await origin.anonymous.get(TARBALL)];
    assert.equal(here.status, 200);
    assert.ok(here.bytes.equals(there.bytes));
    assert.ok(front.requests.every(({ path }) => path.startsWith('/primes/')));
    assert.ok(front.requests.every(({ authorization }) => authorization === 'Bearer pri_of-the-mirror'));
    assert.ok(proxy.requests.length > 0);
    assert.ok(proxy.requests.every(({ line }) => line === `CONNECT ${HOST}:443`));
    assert.doesNotMatch(JSON.stringify(proxy.requests), /pri_of-the-mirror/);
    assert.doesNotMatch(mirror.log.join(''), /hunter2|pri_of-the-mirror/);
  });

  test('asks hosts in NO_PROXY directly', async () => {
    await using network = await startNetwork();
    const mirror = await network.startMirror({
      upstreamProxy: { https: network.https, bypass: '.corp.example' },
    });
    assert.equal((await mirror.anonymous.get(LIST)).status, 503, 'the name is only known to the proxy');
    assert.deepEqual(network.proxy.requests, []);
  });
});
