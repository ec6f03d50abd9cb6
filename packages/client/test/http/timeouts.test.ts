// Slow registries: timeouts are reported, slow but steady transfers are not timeouts, and an abort ends a
// request immediately.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { serve, serveSockets, wire } from '../hostile-server.ts';
import { clientOf, failureOf, NAME, readAll } from '../test-client.ts';
import { sha256Of, VERSION_LIST } from '../wire-answers.ts';

const JSON_HEAD = { 'content-type': 'application/json' };
/** Longer than any test. */
const FOREVER_MS = 60_000;

describe('a registry that does not answer', () => {
  it('is a timeout, and the request is retried', async () => {
    await using server = await serve(() => undefined);
    const { client, pauses } = clientOf(server, { timeoutMs: 250, retries: 2 });
    const { reason, message } = await failureOf(client.versions(NAME));
    assert.equal(reason, 'timeout');
    assert.equal(message, `${server.baseUrl} did not answer within 250 ms.`);
    assert.equal(server.requests.length, 3);
    assert.equal(pauses.length, 2);
  });

  it('is a timeout when the head of the response drips', async () => {
    await using server = await serveSockets((socket) => {
      const drip = setInterval(() => socket.write('X: y\r\n'), 20);
      socket.on('close', () => clearInterval(drip)).write('HTTP/1.1 200 OK\r\n');
    });
    const { client } = clientOf(server, { timeoutMs: 250, retries: 0 });
    const { reason, message } = await failureOf(client.versions(NAME));
    assert.equal(reason, 'timeout');
    assert.match(message, /did not answer within 250 ms/);
  });
});

/** A registry whose responses stop after a beginning. Its heads are there at once, however busy the machine is. */
function stallingRegistry(status: number, type: string, beginning: string) {
  const registry = { baseUrl: 'http://registry.example', requests: 0 };
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    registry.requests += 1;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(beginning));
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
      },
    });
    return new Response(body, { status, headers: { 'content-type': type } });
  };
  return Object.assign(registry, { fetch });
}

describe('a registry that stops in the middle of a response', () => {
  it('is a timeout, and the request is not retried', async () => {
    const registry = stallingRegistry(200, 'application/json', '{"name":');
    const { client } = clientOf(registry, { timeoutMs: 250, fetch: registry.fetch });
    const { reason, message } = await failureOf(client.versions(NAME));
    assert.equal(reason, 'timeout');
    assert.match(message, /did not send the rest of its answer within 250 ms/);
    assert.equal(registry.requests, 1);
  });

  it('is a timeout in a tarball, too', async () => {
    const registry = stallingRegistry(200, 'application/gzip', 'half');
    const { client } = clientOf(registry, { timeoutMs: 250, fetch: registry.fetch });
    const { chunks } = await client.tarball(NAME, '1.0.0', { sha256: 'a'.repeat(64), sizeBytes: 8 });
    assert.equal((await failureOf(readAll(chunks))).reason, 'timeout');
  });

  it('still has an error with its status', async () => {
    const registry = stallingRegistry(403, 'application/problem+json', '{"title":');
    const { client } = clientOf(registry, { timeoutMs: 250, fetch: registry.fetch });
    const { reason, status } = await failureOf(client.versions(NAME));
    assert.deepEqual([reason, status], ['status', 403]);
  });
});

describe('a registry that drips an error', () => {
  it('has an error with its status after the timeout', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(403, { 'content-type': 'application/problem+json' }).write('{');
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    const { client } = clientOf(server, { timeoutMs: 250 });
    const { reason, status } = await failureOf(client.versions(NAME));
    assert.deepEqual([reason, status], ['status', 403]);
  });
});

// They wait, and each has its own registry: together they take no longer than one of them.
describe('a registry that is slow', { concurrency: true }, () => {
  it('has no timeout while the tarball keeps coming', async () => {
    const bytes = Buffer.from('twelve bytes');
    await using server = await serve(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/gzip' });
      for (const byte of bytes) {
        response.write(Buffer.of(byte));
        await delay(200);
      }
      response.end();
    });
    // Twelve times 200 ms is more than 2 s: the limit is on each chunk, not on all of them.
    const { client } = clientOf(server, { timeoutMs: 2000 });
    const { chunks } = await client.tarball(NAME, '1.0.0', { sha256: sha256Of(bytes) });
    assert.deepEqual(await readAll(chunks), bytes);
  });

  it('has no timeout while the reader of a download is slow', async () => {
    const bytes = Buffer.alloc(2 ** 20, 'x');
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/gzip' }).end(bytes);
    });
    const { client } = clientOf(server, { timeoutMs: 2000 });
    const { chunks } = await client.tarball(NAME, '1.0.0', { sha256: sha256Of(bytes) });
    let sizeBytes = 0;
    for await (const chunk of chunks) {
      if (sizeBytes === 0) await delay(2500);
      sizeBytes += chunk.length;
    }
    assert.equal(sizeBytes, bytes.length);
  });

  it('cannot block a reader of JSON forever by sending one byte at a time', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, JSON_HEAD).write('[');
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
    });
    const { client } = clientOf(server, { timeoutMs: 400 });
    const { reason, message } = await failureOf(client.versions(NAME));
    assert.equal(reason, 'timeout');
    assert.match(message, /within 4 s/);
  });
});

describe('an aborted request', () => {
  it('ends before it is sent', async () => {
    await using server = await serve(() => undefined);
    const { client } = clientOf(server);
    const { reason, message } = await failureOf(client.versions(NAME, { signal: AbortSignal.abort() }));
    assert.equal(reason, 'aborted');
    assert.match(message, /the request was aborted/);
    assert.equal(server.requests.length, 0);
  });

  it('ends while it waits for a response, and is not retried', async () => {
    const controller = new AbortController();
    await using server = await serve(() => controller.abort());
    const { client } = clientOf(server, { timeoutMs: FOREVER_MS });
    const { reason } = await failureOf(client.manifest(NAME, '1.0.0', { signal: controller.signal }));
    assert.equal(reason, 'aborted');
    assert.equal(server.requests.length, 1);
  });

  it('ends in the middle of a response', async () => {
    const controller = new AbortController();
    await using server = await serve((_request, response) => {
      response.writeHead(200, JSON_HEAD).write(JSON.stringify(VERSION_LIST).slice(0, 20));
      setTimeout(() => controller.abort(), 30);
    });
    const { client } = clientOf(server, { timeoutMs: FOREVER_MS });
    assert.equal((await failureOf(client.versions(NAME, { signal: controller.signal }))).reason, 'aborted');
  });

  it('ends in the middle of an error', async () => {
    const controller = new AbortController();
    await using server = await serve((_request, response) => {
      response.writeHead(404, JSON_HEAD).write('{');
      setTimeout(() => controller.abort(), 30);
    });
    const { client } = clientOf(server, { timeoutMs: FOREVER_MS });
    assert.equal((await failureOf(client.versions(NAME, { signal: controller.signal }))).reason, 'aborted');
  });

  it('ends in the middle of a tarball, and so does the connection', async () => {
    const controller = new AbortController();
    const { promise: isClosed, resolve } = Promise.withResolvers<void>();
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/gzip' }).write('half');
      once(response, 'close').then(() => resolve());
    });
    const { client } = clientOf(server, { timeoutMs: FOREVER_MS });
    const { signal } = controller;
    const { chunks } = await client.tarball(NAME, '1.0.0', { sha256: 'a'.repeat(64), signal });
    setTimeout(() => controller.abort(), 30);
    assert.equal((await failureOf(readAll(chunks))).reason, 'aborted');
    await isClosed;
  });

  it('succeeds when its signal is not aborted', async () => {
    await using server = await serveSockets((socket) => {
      socket.end(wire(['HTTP/1.1 200 OK', 'Content-Type: application/json'], JSON.stringify(VERSION_LIST)));
    });
    const { client } = clientOf(server);
    const { signal } = new AbortController();
    assert.equal((await client.versions(NAME, { signal })).latest, '1.1.0');
  });
});
