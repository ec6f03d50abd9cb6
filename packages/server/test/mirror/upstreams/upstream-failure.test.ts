// Why an upstream does not answer: readers get the kind of failure, the operator's log all of it.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { RegistryRequestError } from '@prime-registry/client';
import { RegistryError } from '@prime-registry/protocol';
import {
  expectProblem,
  makeAuthority,
  type RegistryOptions,
  startCompanyProxy,
  startFaultyProxy,
  startFrontServer,
  startRegistry,
} from '@prime-registry/testkit';
import type { UpstreamSettings } from '../../../src/mirror/upstreams/upstream.ts';
import { explainToOperator } from '../../../src/mirror/upstreams/upstream-failure.ts';
import { LIST, MANIFEST, upstreamAt } from '../chain.ts';

const authority = makeAuthority();

/** Reads a list that an upstream cannot supply. @returns the detail for the reader, and the log */
async function readBehind(
  url: string,
  upstream: Partial<UpstreamSettings> = {},
  options: RegistryOptions = {},
): Promise<{ detail: string; log: string }> {
  const mirror = await startRegistry({ upstreams: [upstreamAt(url, upstream)], ...options });
  try {
    const answer = await mirror.anonymous.get(LIST);
    expectProblem(answer, 'upstream_unavailable');
    const detail: string = answer.json.detail;
    assert.ok(detail.startsWith(`${url} may have it, but cannot be asked: `), detail);
    const lines = mirror.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed');
    assert.ok(lines.length > 0);
    assert.ok(
      lines.every(({ level, err, reason }) => level === 40 && err === undefined && reason?.length > 0),
      'a warning without a stack',
    );
    return {
      detail: detail.slice(`${url} may have it, but cannot be asked: `.length),
      log: mirror.log.join(''),
    };
  } finally {
    await mirror.stop();
  }
}

test('the operator gets the whole reason, and what to do about a certificate', () => {
  const registry = 'https://primes.example';
  const details = { registry, request: 'GET /', reason: 'unreachable' } as const;
  const explain = (message: string, connectionCode: string): string => {
    const cause = new RegistryRequestError(message, { ...details, connectionCode });
    return explainToOperator(new RegistryError('upstream_unavailable', { detail: 'for readers' }, { cause }));
  };
  assert.equal(explain('It is away: 10.1.2.3.', 'ECONNREFUSED'), 'It is away: 10.1.2.3.');
  assert.match(
    explain('Not trusted.', 'SELF_SIGNED_CERT_IN_CHAIN'),
    /^Not trusted\. .*name the file in upstream-cafile\.$/,
  );
  const unexplained = new RegistryError('upstream_mismatch', { detail: 'It sent something else.' });
  assert.equal(explainToOperator(unexplained), 'It sent something else.');
});

/** A port of this machine on which nothing listens. */
async function findClosedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('a reader gets the reason', () => {
  test('of a private address: the setting that refuses it, and not the address', async () => {
    const port = await findClosedPort();
    const url = `http://localhost:${port}`;
    const { detail, log } = await readBehind(url, { allowsPrivateAddresses: false });
    assert.equal(detail, 'it has a private address, and allow-private-addresses is not set for it.');
    assert.match(log, /localhost has a private address; set allow-private-addresses for this upstream/);
  });

  test('of a refused connection, of an unknown name, and of a silence', async () => {
    const { detail } = await readBehind(`http://127.0.0.1:${await findClosedPort()}`);
    assert.equal(detail, 'it refuses connections.');
    const unknown = await readBehind('http://registry.invalid', {}, {});
    assert.match(unknown.detail, /^its host name (?:is unknown|cannot be resolved at the moment)\.$/);
    await using link = await startFaultyProxy('http://127.0.0.1:1');
    link.fault = () => ({ kind: 'hang' });
    const silent = await readBehind(link.baseUrl, { timeoutMs: 100 });
    assert.equal(silent.detail, 'it did not answer in time.');
  });

  test('of a refused certificate; the log says which', async (t) => {
    const cases = [
      [makeAuthority().issue(['127.0.0.1']), 'its certificate is not trusted here.'],
      [authority.issue(['127.0.0.1'], { isExpired: true }), 'its certificate has expired.'],
      [authority.issue(['secret.corp.example']), 'its certificate is for another host.'],
    ] as const;
    const folder = await mkdtemp(join(tmpdir(), 'upstream-ca-'));
    t.after(() => rm(folder, { recursive: true }));
    const upstreamCafile = join(folder, 'ca.pem');
    await writeFile(upstreamCafile, authority.cert);
    for (const [certified, expected] of cases) {
      await using server = await startFrontServer('http://127.0.0.1:1', certified);
      const { detail } = await readBehind(`https://127.0.0.1:${server.port}`, {}, { upstreamCafile });
      assert.equal(detail, expected);
      assert.deepEqual(server.requests, []);
    }
  });

  test('of a proxy, without its address and its password', async () => {
    const names = { 'primes.corp.example:443': 1 };
    await using proxy = await startCompanyProxy({ names, credentials: 'me:right' });
    const upstreamProxy = {
      https: { text: `http://me:hunter2@127.0.0.1:${proxy.port}`, from: 'upstream-proxy' },
    };
    const refused = await readBehind('https://primes.corp.example', {}, { upstreamProxy });
    assert.equal(refused.detail, 'the proxy of this registry does not pass requests on to it.');
    assert.match(
      refused.log,
      /the proxy 127\.0\.0\.1:\d+ \(upstream-proxy\) refuses the name and the password/,
    );
    assert.doesNotMatch(refused.log, /hunter2/);
    assert.equal(proxy.requests.length, 1, 'a wrong password is sent once');
    await proxy[Symbol.asyncDispose]();
    const dead = await readBehind('https://primes.corp.example', {}, { upstreamProxy });
    assert.equal(dead.detail, 'the proxy of this registry is not reachable.');
  });

  test('also while the circuit breaker is open', async () => {
    const url = `http://127.0.0.1:${await findClosedPort()}`;
    const mirror = await startRegistry({ upstreams: [upstreamAt(url)] });
    try {
      let detail = '';
      for (let count = 0; count < 6; count += 1) detail = (await mirror.anonymous.get(MANIFEST)).json.detail;
      assert.match(detail, /cannot be asked: it refuses connections, a moment ago\.$/);
    } finally {
      await mirror.stop();
    }
  });
});
