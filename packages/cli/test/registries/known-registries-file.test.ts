// A registry that once explained an error is remembered, so that no proxy says "not here" for it later.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { createPrimeUser, startRegistry } from '@prime-registry/testkit';
import { KnownRegistriesFile } from '../../src/registries/known-registries-file.ts';

const open = await startRegistry();
await open.author.mustPublish();
after(() => open.stop());

const explain: RequestListener = (_request, response) =>
  void response
    .writeHead(404, { 'content-type': 'application/problem+json' })
    .end('{"code":"prime_not_found","status":404}');
const backend: RequestListener = (_request, response) =>
  void response.writeHead(404, { 'content-type': 'text/plain' }).end('default backend - 404');
const page: RequestListener = (_request, response) =>
  void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>');

/** A registry of which each answer can be changed. */
async function startServer(t: TestContext, listener: RequestListener) {
  const state = { listener };
  const server = createServer((request, response) => state.listener(request, response)).listen(
    0,
    '127.0.0.1',
  );
  t.after(() => server.close());
  await once(server, 'listening');
  return Object.assign(state, { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

describe('a 404 that something else than the registry sent', () => {
  test('ends the command for a registry that was known before, and asks no other', async (t) => {
    const internal = await startServer(t, explain);
    await using user = await createPrimeUser({ PRIME_REGISTRY: `${internal.baseUrl} ${open.baseUrl}` });
    assert.equal((await user.prime(['info', '@acme/web-style'])).code, 0, 'its own 404 counts');
    await rm(user.cacheFolder, { recursive: true, force: true });
    internal.listener = backend;
    for (const args of [
      ['install', '@acme/web-style'],
      ['install', '@acme/web-style@1.0.0'],
      ['versions', '@acme/web-style'],
    ]) {
      const { code, stderr } = await user.prime([...args, '--verbose']);
      assert.equal(code, 1, args.join(' '));
      assert.ok(
        stderr.includes(`error: ${internal.baseUrl} answered 404 with text/plain, but explains`),
        stderr,
      );
      assert.ok(!stderr.includes(`${open.baseUrl}/`), stderr);
      assert.match(stderr, /help: no other registry was asked/);
    }
  });

  test('counts for a plain registry, unless it is a web page, which a setting of the user allows', async (t) => {
    const plain = await startServer(t, backend);
    await using user = await createPrimeUser({ PRIME_REGISTRY: `${plain.baseUrl} ${open.baseUrl}` });
    const info = async () => (await user.prime(['info', '@acme/web-style'])).code;
    assert.equal(await info(), 0);
    plain.listener = page;
    assert.equal(await info(), 1);
    const refused = await user.prime(['config', 'set', 'not-found-pages', 'allow', '--for-project']);
    assert.match(refused.stderr, /a project's file can only set not-found-pages to the stricter 'refuse'/);
    await user.prime(['config', 'set', 'not-found-pages', 'allow']);
    assert.equal(await info(), 0);
  });

  test('is recognised from the login on', async (t) => {
    let isDown = false;
    const proxy = await startServer(t, (request, response) => {
      if (isDown) return backend(request, response);
      const forward = async () => {
        const answer = await fetch(`${open.baseUrl}${request.url}`, {
          headers: { authorization: request.headers.authorization ?? '' },
        });
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
        response.end(await answer.text());
      };
      void forward();
    });
    await using user = await createPrimeUser();
    const { code, stderr } = await user.prime(['login', proxy.baseUrl], { input: open.author.token ?? '' });
    assert.equal(code, 0, stderr);
    const path = join(user.configFolder, 'known-registries');
    assert.match(await readFile(path, 'utf8'), new RegExp(`^# .*\n${proxy.baseUrl}\n$`));
    isDown = true;
    const down = await user.prime(['versions', '@acme/web-style']);
    assert.equal(down.code, 1);
    assert.match(down.stderr, /answered 404 with text\/plain, but explains its own errors/);
  });
});

describe('the file of known registries', () => {
  const A = 'https://a.example';
  const B = 'https://b.example';

  test('has a line for each, may be edited, and is shared by processes', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'prime-known-'));
    t.after(() => rm(folder, { recursive: true }));
    const path = join(folder, 'new', 'known-registries');
    const [one, other] = [new KnownRegistriesFile(path), new KnownRegistriesFile(path)];
    assert.deepEqual([one.has(A), other.has(B)], [false, false]);
    one.add(A);
    one.add(A);
    other.add(B);
    assert.deepEqual([one.has(A), one.has(B)], [true, false]);
    const later = new KnownRegistriesFile(path);
    assert.deepEqual([later.has(A), later.has(B), later.has('')], [true, true, false]);
    assert.equal((await readFile(path, 'utf8')).split(A).length, 2);
    await writeFile(path, `  ${B}  \r\n# ${A}\n`);
    const edited = new KnownRegistriesFile(path);
    assert.deepEqual([edited.has(A), edited.has(B)], [false, true]);
  });

  test('need not be writable', {
    skip: process.platform === 'win32' || process.getuid?.() === 0,
  }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'prime-known-'));
    t.after(() => rm(folder, { recursive: true }));
    await chmod(folder, 0o500);
    const file = new KnownRegistriesFile(join(folder, 'known-registries'));
    file.add(A);
    assert.ok(file.has(A));
  });
});

test('a last line without an end, as an editor leaves it, stays a line of its own', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'prime-known-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'known-registries');
  await writeFile(path, 'https://a.example');
  new KnownRegistriesFile(path).add('https://b.example');
  const known = new KnownRegistriesFile(path);
  assert.ok(known.has('https://a.example') && known.has('https://b.example'));
});
