// Which requests are retried, and how long the pauses are.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { SYSTEM_PACE } from '../../src/http/pace.ts';
import { isRateLimited, isUnavailable } from '../../src/index.ts';
import { RegistryClient } from '../../src/registry-client.ts';
import { type HostileServer, serve, serveSockets, wire } from '../hostile-server.ts';
import { clientOf, failureOf, NAME, NOW_MS } from '../test-client.ts';
import { sendJson, sendProblem, VERSION_LIST } from '../wire-answers.ts';

/** Fails some times, then answers. */
function failing(times: number, fail: (response: ServerResponse) => void): Promise<HostileServer> {
  let left = times;
  return serve((_request, response) => {
    left -= 1;
    if (left >= 0) fail(response);
    else sendJson(response, VERSION_LIST);
  });
}

describe('a read', () => {
  for (const status of [408, 502, 503, 504]) {
    it(`is retried after a ${status}, with growing pauses`, async () => {
      await using server = await failing(3, (response) => response.writeHead(status).end());
      const { client, pauses } = clientOf(server);
      assert.equal((await client.versions(NAME)).latest, '1.1.0');
      assert.deepEqual(pauses, [100, 200, 400]);
    });
  }

  for (const status of [400, 401, 403, 404, 409, 410, 429, 500, 501]) {
    it(`is not retried after a ${status}`, async () => {
      await using server = await failing(1, (response) => response.writeHead(status).end());
      const error = await failureOf(clientOf(server).client.versions(NAME));
      assert.deepEqual([error.reason, error.status], ['status', status]);
      assert.equal(server.requests.length, 1);
    });
  }

  it('is retried after a closed connection, in the head or in the body', async () => {
    await using server = await serveSockets((socket, index) => {
      if (index === 0) return void socket.resetAndDestroy();
      const body = JSON.stringify(VERSION_LIST);
      const head = ['HTTP/1.1 200 OK', 'Content-Type: application/json', `Content-Length: ${body.length}`];
      socket.end(wire(head, index === 1 ? body.slice(0, 30) : body));
    });
    const { client, pauses } = clientOf(server);
    assert.equal((await client.versions(NAME)).latest, '1.1.0');
    assert.deepEqual(pauses, [100, 200]);
  });

  it('is retried as often as configured, with pauses of at most 5 s', async () => {
    await using server = await failing(99, (response) => response.writeHead(502).end());
    const { client, pauses } = clientOf(server, { retries: 8 });
    assert.ok(isUnavailable(await failureOf(client.versions(NAME))));
    assert.deepEqual(pauses, [100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    assert.equal(server.requests.length, 9);
  });

  it('is sent once without retries', async () => {
    await using server = await failing(1, (response) => response.writeHead(503).end());
    assert.equal((await failureOf(clientOf(server, { retries: 0 }).client.versions(NAME))).status, 503);
    assert.equal(server.requests.length, 1);
  });

  it('pauses for a random part of that time', async () => {
    await using server = await failing(2, (response) => response.writeHead(503).end());
    const pauses: number[] = [];
    const sleep = async (timeMs: number): Promise<void> => void pauses.push(timeMs);
    const pace = { now: () => 0, random: () => 0.25, sleep };
    await new RegistryClient({ baseUrl: server.baseUrl }, pace).versions(NAME);
    assert.deepEqual(pauses, [25, 50]);
  });
});

describe('a write', () => {
  const writes: Record<string, (client: RegistryClient) => Promise<unknown>> = {
    yank: (client) => client.yank(NAME, '1.0.0-beta.1'),
    publish: (client) => client.publish({ manifest: 'name: x', tarball: { sizeBytes: 3, open } }),
  };
  async function* open(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('abc');
  }

  for (const [name, write] of Object.entries(writes)) {
    for (const status of [429, 500, 502, 503, 504]) {
      it(`is not retried after a ${status} (${name})`, async () => {
        await using server = await serve((_request, response) => response.writeHead(status).end());
        assert.equal((await failureOf(write(clientOf(server).client))).status, status);
        assert.equal(server.requests.length, 1);
      });
    }

    it(`is not retried without a response (${name})`, async () => {
      await using server = await serve((request) => request.resume());
      assert.equal((await failureOf(write(clientOf(server, { timeoutMs: 2000 }).client))).reason, 'timeout');
      assert.equal(server.requests.length, 1);
    });

    it(`is not retried when the registry is unreachable (${name})`, async () => {
      const server = await serve(() => undefined);
      await server[Symbol.asyncDispose]();
      const { client, events } = clientOf(server);
      assert.match((await failureOf(write(client))).message, /connection refused/);
      assert.equal(events.length, 1);
    });

    it(`is not retried when the connection is closed after the whole request (${name})`, async () => {
      await using server = await serve((request, response) => {
        request.resume().on('end', () => response.destroy());
      });
      assert.equal((await failureOf(write(clientOf(server).client))).reason, 'unreachable');
      assert.equal(server.requests.length, 1);
    });

    for (const status of [429, 503]) {
      it(`is retried after a ${status} with Retry-After (${name})`, async () => {
        await using server = await serve((_request, response) => {
          if (server.requests.length === 1) response.writeHead(status, { 'retry-after': '7' }).end();
          else response.writeHead(409).end();
        });
        const { client, pauses } = clientOf(server);
        assert.equal((await failureOf(write(client))).status, 409);
        assert.deepEqual(pauses, [7100]);
      });
    }
  }
});

describe('Retry-After', () => {
  it('is obeyed, as seconds and as a date', async () => {
    const date = new Date(NOW_MS + 12_000).toUTCString();
    await using server = await serve((_request, response) => {
      const after = ['3', date][server.requests.length - 1];
      if (after === undefined) sendJson(response, VERSION_LIST);
      else sendProblem(response, 429, { title: 'Too many requests' }, { 'retry-after': after });
    });
    const { client, pauses } = clientOf(server);
    assert.equal((await client.versions(NAME)).latest, '1.1.0');
    assert.deepEqual(pauses, [3100, 12_200]);
  });

  it('is not obeyed above a minute, and the message says so', async () => {
    await using server = await failing(1, (response) =>
      sendProblem(response, 503, { title: 'The storage is unavailable' }, { 'retry-after': '61' }),
    );
    const { client, pauses } = clientOf(server);
    const error = await failureOf(client.versions(NAME));
    assert.equal(error.message, `${server.baseUrl}: 503 The storage is unavailable. It asks to wait 61 s.`);
    assert.equal(error.retryAfterMs, 61_000);
    assert.deepEqual(pauses, []);
  });

  it('is obeyed up to a minute', async () => {
    await using server = await failing(1, (response) =>
      response.writeHead(429, { 'retry-after': '60' }).end(),
    );
    const { client, pauses } = clientOf(server);
    await client.versions(NAME);
    assert.deepEqual(pauses, [60_100]);
  });

  it('is in the error', async () => {
    await using server = await failing(9, (response) =>
      response.writeHead(429, { 'retry-after': '2' }).end(),
    );
    const error = await failureOf(clientOf(server, { retries: 1 }).client.versions(NAME));
    assert.ok(isRateLimited(error));
    assert.equal(error.retryAfterMs, 2000);
  });

  it('ends immediately when the request is aborted', async () => {
    const controller = new AbortController();
    await using server = await failing(1, (response) => {
      response.writeHead(503, { 'retry-after': '60' }).end();
      setTimeout(() => controller.abort(), 50);
    });
    // With real pauses: a wait of a minute would be a timeout of the test.
    const client = new RegistryClient({ baseUrl: server.baseUrl }, SYSTEM_PACE);
    const { signal } = controller;
    assert.equal((await failureOf(client.versions(NAME, { signal }))).reason, 'aborted');
    assert.equal(server.requests.length, 1);
  });
});
