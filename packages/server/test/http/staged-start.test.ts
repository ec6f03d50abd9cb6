// A server that listens before the code of all its routes is loaded: nobody notices but by the time.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { buildServer, DEFAULT_SETTINGS } from 'prime-registry';

type Server = Awaited<ReturnType<typeof buildServer>>;

describe('a server whose routes are loaded in stages', () => {
  let folder: string;
  let server: Server;
  let baseUrl: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prime-registry-test-'));
    server = await buildServer(
      { ...DEFAULT_SETTINGS, overloadDelayMs: 0, dataFolder: folder },
      { isStaged: true, logStream: { write: () => undefined } },
    );
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    baseUrl = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  });
  after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  test('answers reads of the contract at once, and everything else when it is loaded, as a whole server', async () => {
    const reads: readonly (readonly [path: string, status: number])[] = [
      ['/-/health/live', 200],
      ['/-/health/ready', 200],
      ['/search?q=style', 200],
      ['/search?limit=x', 400],
      ['/pack/%40acme%2Fweb-style', 404],
      ['/pack/@acme/web-style/1.0.0', 404],
      ['/pack/@acme/web-style/1.0.0/tarball?a=b', 404],
    ];
    const early = await Promise.all(reads.map(([path]) => answerOf(path)));
    assert.deepEqual(
      early.map(({ status }) => status),
      reads.map(([, status]) => status),
    );

    const answered: string[] = [];
    const late = [
      ['GET', '/', 200],
      ['GET', '/-/prime/@acme/web-style', 404],
      ['GET', '/-/openapi.json', 200],
      ['GET', '/nothing', 404],
      ['GET', '/-/%zz', 400],
      ['OPTIONS', '/search', 204],
      ['PUT', '/search', 405],
      ['POST', '/publish', 401],
      ['DELETE', '/pack/@acme/web-style/1.0.0', 401],
    ] as const;
    const waiting = late.map(async ([method, path]) => {
      const { status } = await answerOf(path, method);
      answered.push(path);
      return status;
    });
    // A read that was sent after them is answered before them.
    assert.equal((await answerOf('/-/health/live')).status, 200);
    assert.deepEqual(answered, []);

    await server.complete();
    assert.deepEqual(
      await Promise.all(waiting),
      late.map(([, , status]) => status),
    );
    const whole = await Promise.all(reads.map(([path]) => answerOf(path)));
    assert.deepEqual(whole, early);
  });

  test('a client that leaves while it waits is forgotten', async () => {
    const other = await buildServer(
      { ...DEFAULT_SETTINGS, overloadDelayMs: 0, dataFolder: folder },
      { isStaged: true, logStream: { write: () => undefined } },
    );
    await other.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = other.app.server.address() as AddressInfo;
    const leaving = new AbortController();
    const request = fetch(`http://127.0.0.1:${port}/-/scopes`, { signal: leaving.signal });
    await fetch(`http://127.0.0.1:${port}/-/health/live`);
    leaving.abort();
    await assert.rejects(request);
    await other.complete();
    assert.equal((await fetch(`http://127.0.0.1:${port}/-/scopes`)).status, 200);
    await other.close();
  });

  async function answerOf(path: string, method = 'GET'): Promise<{ status: number; body: string }> {
    const response = await fetch(baseUrl + path, { method });
    const body = await response.text();
    return { status: response.status, body: body.replace(/"request_id":"[^"]+"/, '') };
  }
});
