// The configurations in examples/nginx, run by a real nginx where there is one: only the addresses are those of the test.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, get, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Actor, eventually, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { EXAMPLES } from './example-files.ts';

const ADMIN_TOKEN = 'operator-of-three-replicas-0123456789';
const { error: absent } = spawnSync('nginx', ['-v']);
if (absent !== undefined)
  console.error(
    '\nWARNING: examples/nginx is not tried: nginx is not installed (scripts/install-nginx.sh)\n',
  );
if (absent !== undefined && process.env.REQUIRE_NGINX === '1') throw absent;

type Replace = (from: string | RegExp, to: string) => void;

/** Starts nginx in front of the registries. @returns its address */
function startNginx(t: TestContext, registries: readonly TestRegistry[]): Promise<string> {
  return startWith(t, 'nginx/replicas.conf', (replace, textOf) => {
    for (const [index, { baseUrl }] of registries.entries())
      replace(`server replica-${index + 1}:4000 resolve`, `server ${new URL(baseUrl).host}`);
    assert.doesNotMatch(
      textOf(),
      /replica-\d+:/,
      'there is a replica in the test for each in the configuration',
    );
    replace(/^ *resolver .*$/m, '');
  });
}

/** The folder of each nginx, by its address. */
const folderOf = new Map<string, string>();

/** Starts nginx with an example. @param edit - puts the addresses of the test in */
async function startWith(
  t: TestContext,
  example: string,
  edit: (replace: Replace, textOf: () => string) => void,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'prime-registry-test-'));
  // The workers of an nginx that root starts have another user.
  chmodSync(folder, 0o777);
  const port = await findFreePort();
  let text = readFileSync(join(EXAMPLES, example), 'utf8');
  const replace: Replace = (from, to) => {
    assert.notEqual(text.search(from), -1, `the configuration has ${String(from)}`);
    text = text.replaceAll(from instanceof RegExp ? new RegExp(from, 'g') : from, to);
  };
  edit(replace, () => text);
  replace('listen 8080', `listen 127.0.0.1:${port}`);
  replace(/ \/tmp\//, ` ${folder}/`);
  writeFileSync(join(folder, 'nginx.conf'), text);
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  nginx.stderr.setEncoding('utf8').on('data', (line: string) => {
    log += line;
  });
  t.after(async () => {
    nginx.kill('SIGTERM');
    if (nginx.exitCode === null && nginx.signalCode === null) await once(nginx, 'exit');
    rmSync(folder, { recursive: true });
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  folderOf.set(baseUrl, folder);
  await eventually(async () => {
    assert.equal(nginx.exitCode, null, log);
    assert.ok(await fetch(`${baseUrl}/-/health/ready`).catch(() => undefined), log);
  });
  return baseUrl;
}

describe('nginx in front of replicas', {
  skip: absent === undefined ? false : 'nginx is not installed',
}, () => {
  test('passes large publishes and every spelling of a name, and no address that a client made up', async (t) => {
    const registries = await startThree(t);
    const baseUrl = await startNginx(t, registries);
    const admin = new Actor(baseUrl, ADMIN_TOKEN);
    const files = { 'README.md': 'x\n', 'data.bin': noise(3_000_000) };
    assert.equal(
      (await admin.publish({ files })).status,
      201,
      'more than the 1 MiB that nginx allows by itself',
    );
    const forged = { 'x-forwarded-for': '203.0.113.7' };
    for (const name of ['@acme/web-style', '%40acme%2Fweb-style', '%40acme/web-style']) {
      const answers = await Promise.all(
        registries.map(() =>
          fetch(`${baseUrl}/pack/${name}`, { headers: forged }).then(({ status }) => status),
        ),
      );
      assert.ok(answers.includes(200), `${name}: ${answers.join(' ')}`);
    }
    const log = registries.flatMap((registry) => registry.log).join('');
    assert.doesNotMatch(log, /203\.0\.113\.7/);
    assert.match(log, /"request_id":"[0-9a-f]{32}"/, 'the id of nginx is in the log');
  });

  test('goes on reading when a replica is gone, and sends a publish once', async (t) => {
    const registries = await startThree(t);
    const baseUrl = await startNginx(t, registries);
    for (const registry of registries) await registry.admin.mustPublish();
    const [gone, ...left] = registries;
    await gone?.stop();
    for (let read = 0; read < 12; read += 1)
      assert.equal((await fetch(`${baseUrl}/pack/@acme/web-style/1.0.0/tarball`)).status, 200);
    const admin = new Actor(baseUrl, ADMIN_TOKEN);
    assert.equal((await admin.publish({ version: '2.0.0' })).status, 201);
    const lists = await Promise.all(
      left.map(({ anonymous }) => anonymous.get('/pack/@acme/web-style/2.0.0')),
    );
    assert.deepEqual(lists.map(({ status }) => status).toSorted(), [200, 404], 'one replica has got it');
  });
});

describe('nginx with a cache', {
  skip: absent === undefined ? false : 'nginx is not installed',
}, () => {
  const PRIME = '/pack/@acme/web-style';

  test('answers tarballs itself, and every change is visible in the next read', async (t) => {
    const registry = await startRegistry({ adminToken: ADMIN_TOKEN, trustedProxies: ['127.0.0.0/8'] });
    t.after(() => registry.stop());
    const baseUrl = await startWith(t, 'nginx/cached.conf', (replace) =>
      replace('server 127.0.0.1:4000', `server ${new URL(registry.baseUrl).host}`),
    );
    const admin = new Actor(baseUrl, ADMIN_TOKEN);
    const anonymous = new Actor(baseUrl, undefined);
    const countReads = (end: string): number =>
      registry.log.filter((line) => JSON.parse(line).path?.endsWith(end)).length;

    for (const version of ['1.0.0-a', '2.0.0']) {
      const tarball = `${PRIME}/${version}/tarball`;
      for (const path of [tarball, `${PRIME}/${version}`])
        assert.equal((await anonymous.get(path)).status, 404);
      assert.equal((await admin.publish({ version })).status, 201);
      const direct = await registry.anonymous.get(tarball);
      const before = countReads(`${version}/tarball`);
      const read = await Promise.all([1, 2, 3, 4].map(() => anonymous.get(tarball)));
      const again = await anonymous.get(tarball);
      for (const answer of [...read, again]) {
        assert.deepEqual([answer.status, answer.text], [200, direct.text]);
        for (const name of ['etag', 'cache-control', 'content-type', 'x-content-type-options'])
          assert.equal(answer.headers.get(name), direct.headers.get(name), name);
      }
      assert.equal(again.headers.get('x-request-id'), null, 'it is in no log');
      assert.equal(read.filter(({ headers }) => headers.has('x-request-id')).length, 1);
      const etag = again.headers.get('etag') ?? '';
      assert.equal((await anonymous.get(tarball, { 'if-none-match': etag })).status, 304);
      const part = await anonymous.get(tarball, { range: 'bytes=0-9' });
      assert.deepEqual([part.status, part.headers.get('content-length')], [206, '10']);
      assert.equal(countReads(`${version}/tarball`) - before, 1, 'the registry was asked once');
      const list = await anonymous.get(PRIME);
      assert.equal(JSON.parse(list.text).latest, version);
    }

    assert.ok(!JSON.parse((await anonymous.get(`${PRIME}/1.0.0-a`)).text).yanked);
    assert.equal((await admin.yank('@acme/web-style', '1.0.0-a')).status, 200);
    assert.ok(JSON.parse((await anonymous.get(`${PRIME}/1.0.0-a`)).text).yanked);
    assert.equal((await anonymous.get(`${PRIME}/1.0.0-a/tarball`)).status, 200);
    assert.equal((await anonymous.get(`${PRIME}/3.0.0/tarball`)).status, 404);
    assert.equal((await admin.publish({ version: '3.0.0' })).status, 201);
    assert.equal((await anonymous.get(`${PRIME}/3.0.0/tarball`)).status, 200);
  });

  test('answers manifests itself, and nobody reads one from before a yank that anybody has seen', async (t) => {
    const registry = await startRegistry({
      ...{ adminToken: ADMIN_TOKEN, trustedProxies: ['127.0.0.0/8'] },
      ...{ readLeases: 'proxy', leasesAfterMs: 0 },
    });
    t.after(() => registry.stop());
    const baseUrl = await startWith(t, 'nginx/cached.conf', (replace) =>
      replace('server 127.0.0.1:4000', `server ${new URL(registry.baseUrl).host}`),
    );
    const admin = new Actor(baseUrl, ADMIN_TOKEN);
    const anonymous = new Actor(baseUrl, undefined);
    const manifest = `${PRIME}/1.0.0-a`;
    const countReads = (): number => registry.log.filter((line) => JSON.parse(line).path === manifest).length;
    const isYanked = async (): Promise<boolean> => JSON.parse((await anonymous.get(manifest)).text).yanked;
    await admin.mustPublish({ version: '1.0.0-a' });

    await eventually(async () => {
      const before = countReads();
      for (let read = 0; read < 20; read += 1) assert.equal(await isYanked(), false);
      assert.ok(countReads() - before < 10, 'nginx answers');
    });
    const direct = await registry.anonymous.get(manifest);
    const read = await anonymous.get(manifest);
    for (const name of ['etag', 'cache-control', 'content-type', 'x-content-type-options'])
      assert.equal(read.headers.get(name), direct.headers.get(name), name);
    assert.equal(read.headers.get('x-accel-expires'), null);
    const etag = read.headers.get('etag') ?? '';
    assert.equal((await anonymous.get(manifest, { 'if-none-match': etag })).status, 304);
    assert.ok(
      (await anonymous.get(manifest, { 'want-repr-digest': 'sha-256=1' })).headers.has('repr-digest'),
    );

    let isDone = false;
    const yanking = admin.yank('@acme/web-style', '1.0.0-a').then(({ status }) => {
      isDone = true;
      return status;
    });
    for (let seen = 0; seen < 20; ) {
      const wasDone: boolean = isDone;
      const list = await anonymous.get(`${PRIME}?yanked=include`);
      const isListed = JSON.parse(list.text).versions[0].yanked === true;
      if (isListed || wasDone) seen += 1;
      if (!(await isYanked())) assert.ok(!isListed && !wasDone, 'a manifest from before the yank');
      // The yank waits for seconds.
      await delay(5);
    }
    assert.equal(await yanking, 200);
  });

  test('passes on reads of a manifest at the same time, if it may not keep the answer', async (t) => {
    const waiting: ServerResponse[] = [];
    const registry = createHttpServer((request, response) => {
      response.setHeader('Cache-Control', 'no-cache');
      if (request.url?.startsWith('/pack/') !== true) response.end();
      else if (waiting.push(response) === 2) for (const each of waiting) each.end('{}');
    }).listen(0, '127.0.0.1');
    t.after(() => registry.close());
    await once(registry, 'listening');
    const { port } = registry.address() as AddressInfo;
    const baseUrl = await startWith(t, 'nginx/cached.conf', (replace) => {
      replace('server 127.0.0.1:4000', `server 127.0.0.1:${port}`);
      // Should a read wait for another one, it does so for ever.
      replace('sendfile on;', 'proxy_cache_lock_timeout 1h; proxy_cache_lock_age 1h; proxy_read_timeout 1h;');
      replace('proxy_read_timeout 90s;', '');
      replace('proxy_cache_lock_timeout 60s;', '');
    });
    const reads = [1, 2].map(() => new Actor(baseUrl, undefined).get(`${PRIME}/1.0.0`));
    await eventually(() => assert.equal(waiting.length, 2));
    for (const { status } of await Promise.all(reads)) assert.equal(status, 200);
  });

  test('keeps one copy of a tarball, however its address is written', async (t) => {
    const registry = await startRegistry({
      ...{ adminToken: ADMIN_TOKEN, trustedProxies: ['127.0.0.0/8'] },
      crossOrigin: ['https://app.example'],
    });
    t.after(() => registry.stop());
    const size = 2_000_000;
    await registry.admin.mustPublish({ files: { 'data.bin': noise(size) } });
    await registry.admin.mustPublish({ version: '2.0.0' });
    const folders: string[] = [];
    const baseUrl = await startWith(t, 'nginx/cached.conf', (replace, textOf) => {
      replace('server 127.0.0.1:4000', `server ${new URL(registry.baseUrl).host}`);
      folders.push(/proxy_cache_path (\S+)/.exec(textOf())?.[1] ?? assert.fail());
    });
    const paths = [
      ...['', '?a', '?b=2', '?'].map((query) => `${PRIME}/1.0.0/tarball${query}`),
      ...['/pack/%40acme%2Fweb-style/1.0.0/tarball', '/pack/@acme/%77eb-style/1.0%2E0/tarball'],
      ...[
        '/pack/@acme/web-styl%65/1.0.0/t%61rball',
        `${PRIME}/1.0.0+b1/tarball`,
        `${PRIME}/1.0.0%2Bb2/tarball`,
      ],
    ];
    for (const path of paths) {
      const { status, bytes } = await getUnchanged(`${baseUrl}${path}`);
      assert.deepEqual([status, bytes > size], [200, true], path);
    }
    for (const origin of ['https://app.example', 'https://a.example', 'https://b.example'])
      assert.equal((await getUnchanged(`${baseUrl}${PRIME}/1.0.0/tarball`, { origin })).status, 200);
    // Neither is another version's.
    for (const path of [`${PRIME}/1.0.0/../2.0.0/tarball`, `${PRIME}/1.0.0%2f..%2f2.0.0/tarball`])
      assert.equal((await getUnchanged(`${baseUrl}${path}`)).status, 404, path);
    const other = await getUnchanged(`${baseUrl}${PRIME}/2.0.0/tarball`);
    assert.deepEqual([other.status, other.bytes < size], [200, true]);
    const [folder = ''] = folders;
    const kept = readdirSync(join(folderOf.get(baseUrl) ?? '', basename(folder)), { recursive: true })
      .map(String)
      .filter((name) => /[0-9a-f]{32}$/.test(name));
    assert.equal(kept.length, 2);
  });

  test('keeps nothing of a private registry', async (t) => {
    const registry = await startRegistry({ adminToken: ADMIN_TOKEN, isPrivate: true });
    t.after(() => registry.stop());
    const baseUrl = await startWith(t, 'nginx/cached.conf', (replace) =>
      replace('server 127.0.0.1:4000', `server ${new URL(registry.baseUrl).host}`),
    );
    const admin = new Actor(baseUrl, ADMIN_TOKEN);
    await admin.mustPublish();
    const tarball = `${PRIME}/1.0.0/tarball`;
    assert.equal((await admin.get(tarball)).status, 200);
    assert.equal((await new Actor(baseUrl, undefined).get(tarball)).status, 401);
  });
});

/** Sends a path as it is: `fetch` resolves dots. */
function getUnchanged(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly bytes: number }> {
  const { origin } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; bytes: number }>();
  get(origin, { path: url.slice(origin.length), headers }, (answer) => {
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes }));
  }).on('error', reject);
  return promise;
}

/** Three registries, which share nothing in this test. */
function startThree(t: TestContext): Promise<TestRegistry[]> {
  const options = { adminToken: ADMIN_TOKEN, trustedProxies: ['127.0.0.0/8'] };
  return Promise.all(
    [1, 2, 3].map(async () => {
      const registry = await startRegistry(options);
      t.after(() => registry.stop().catch(() => undefined));
      return registry;
    }),
  );
}

/** Bytes that do not compress. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0, value = 1; at < length; at += 1) {
    value = (value * 48_271) % 2_147_483_647;
    bytes[at] = value & 0xff;
  }
  return bytes;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
