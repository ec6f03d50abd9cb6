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
      const { baseUrl, anonymous, stdout, stderr, end } = await start(t, {
        flags: ['--host', host, '--log-level', 'silent'],
      });
      assert.match(baseUrl, url);
      assert.equal(stdout(), `prime-registry is listening on ${baseUrl}\n`);
      assert.equal((await anonymous.get('/-/health/ready')).status, 200);
      await anonymous.get('/pack/@acme/none');
      assert.equal(await end('SIGTERM'), 0);
      assert.equal(stderr(), '', 'nothing is logged at log level silent');
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
});

describe('the log on standard error', { concurrency: 2 }, () => {
  test('is JSON lines, one for each request with its id, and without tokens; that of the operator is the only one', async (t) => {
    const { admin, actorWith, baseUrl, stdout, stderr, end } = await start(t, {
      flags: ['--log-level', 'debug'],
    });
    const headers = { 'x-request-id': 'from-the-caller' };
    await admin.get('/pack/@acme/none?token=in-the-query', headers);
    const published = await admin.publish();
    const refused = await actorWith(`${ADMIN_TOKEN}x`).publish();
    assert.deepEqual([published.status, refused.status], [201, 401]);
    assert.equal(await end('SIGTERM'), 0);
    assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:[1-9][0-9]*$/, 'the default host');
    assert.equal(stdout(), `prime-registry is listening on ${baseUrl}\n`, 'no token was created');

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
      {
        request_id: refused.headers.get('x-request-id'),
        method: 'POST',
        path: '/publish',
        status: 401,
        token_id: undefined,
      },
    ]);
    assert.ok(!stderr().includes(ADMIN_TOKEN));
    assert.deepEqual(
      lines.filter(({ msg }) => msg === 'shutting down').map(({ signal }) => signal),
      ['SIGTERM'],
    );
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
