// The server as a process: its address, the token of its first start, and its log.
import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { describe, test } from 'node:test';
import { startProcess } from '@prime-registry/testkit';
import { ADMIN_TOKEN, atEnd, makeFolder, start } from './temporary-registry.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

describe('the first line on standard output', { concurrency: 2 }, () => {
  const addresses: [host: string, url: RegExp][] = [
    ['0.0.0.0', /^http:\/\/127\.0\.0\.1:[1-9][0-9]*$/],
    ['localhost', /^http:\/\/localhost:[1-9][0-9]*$/],
    ['::1', /^http:\/\/\[::1\]:[1-9][0-9]*$/],
    ['::', /^http:\/\/\[::1\]:[1-9][0-9]*$/],
  ];
  for (const [host, url] of addresses) {
    const skip = host.includes(':') && !hasIpv6 ? 'this machine has no IPv6' : false;
    test(`is the address of the server, on ${host}`, { skip }, async (t) => {
      const { baseUrl, anonymous, stdout } = await start(t, { flags: ['--host', host] });
      assert.match(baseUrl, url);
      assert.equal(stdout(), `prime-registry is listening on ${baseUrl}\n`);
      assert.equal((await anonymous.get('/-/health/ready')).status, 200);
    });
  }
});

describe('the token of the first start', { concurrency: 2 }, () => {
  test('is printed once, and may do everything', async (t) => {
    const dataFolder = await makeFolder(t);
    const first = await startProcess({ dataFolder });
    atEnd(t, () => first.end('SIGKILL'));
    const [, line = '', rest] = await nextLines(first.stdout, 2);
    const token = /^Admin token, shown only this once: (pri_\w{38})$/.exec(line)?.[1];
    assert.equal(rest, '');
    const admin = first.actorWith(token);
    assert.equal((await admin.publish({ name: '@any/prime', version: '1.0.0-rc.1' })).status, 201);
    assert.equal((await admin.yank('@any/prime', '1.0.0-rc.1')).status, 200);
    assert.equal(await first.end('SIGTERM'), 0);
    assert.ok(token !== undefined && !first.stderr().includes(token), 'not in the log');

    const second = await startProcess({ dataFolder });
    atEnd(t, () => second.end('SIGKILL'));
    assert.equal((await second.actorWith(token).publish({ name: '@any/prime' })).status, 201);
    assert.equal(await second.end('SIGTERM'), 0);
    assert.equal(second.stdout(), `prime-registry is listening on ${second.baseUrl}\n`);
  });

  test('is not created if the operator gave one, which is neither printed nor logged', async (t) => {
    const registry = await start(t, { flags: ['--log-level', 'debug'] });
    assert.equal((await registry.admin.publish()).status, 201);
    assert.equal((await registry.actorWith(`${ADMIN_TOKEN}x`).publish()).status, 401);
    assert.equal(await registry.end('SIGTERM'), 0);
    assert.match(registry.baseUrl, /^http:\/\/127\.0\.0\.1:[1-9][0-9]*$/, 'the default host');
    assert.equal(registry.stdout(), `prime-registry is listening on ${registry.baseUrl}\n`);
    assert.ok(!registry.stderr().includes(ADMIN_TOKEN));
  });
});

describe('the log on standard error', { concurrency: 2 }, () => {
  test('is JSON lines, one for each request with its id, and without tokens', async (t) => {
    const { admin, stderr, end } = await start(t);
    const headers = { 'x-request-id': 'from-the-caller' };
    await admin.get('/pack/@acme/none?token=in-the-query', headers);
    const published = await admin.publish();
    assert.equal(await end('SIGTERM'), 0);

    const lines = stderr()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const line of lines) {
      assert.equal(typeof line.level, 'number');
      assert.ok(Math.abs(line.time - Date.now()) < 600_000);
      assert.equal(typeof line.msg, 'string');
    }
    const requests = lines.filter(({ msg }) => msg === 'request');
    const facts = requests.map(({ request_id, method, path, status, token_id }) => ({
      request_id,
      method,
      path,
      status,
      token_id,
    }));
    assert.deepEqual(facts, [
      {
        request_id: 'from-the-caller',
        method: 'GET',
        path: '/pack/@acme/none?token=in-the-query',
        status: 404,
        token_id: undefined,
      },
      {
        request_id: published.headers.get('x-request-id'),
        method: 'POST',
        path: '/publish',
        status: 201,
        token_id: 'environment',
      },
    ]);
    assert.ok(!stderr().includes(ADMIN_TOKEN));
    assert.deepEqual(
      lines.filter(({ msg }) => msg === 'shutting down').map(({ signal }) => signal),
      ['SIGTERM'],
    );
  });

  test('is empty at log level silent', async (t) => {
    const { anonymous, stderr, end } = await start(t, { flags: ['--log-level', 'silent'] });
    await anonymous.get('/pack/@acme/none');
    assert.equal(await end('SIGTERM'), 0);
    assert.equal(stderr(), '');
  });
});

/** Everything on an output once it has this many lines. */
async function nextLines(output: () => string, count: number): Promise<string[]> {
  for (;;) {
    const lines = output().split('\n');
    if (lines.length > count) return lines;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
