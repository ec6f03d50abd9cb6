// No response, an incomplete one, or one that is not HTTP: the message names the server and the reason.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isUnavailable } from '../../src/index.ts';
import { serve, serveSockets, wire } from '../hostile-server.ts';
import { clientOf, failureOf, NAME, readAll, TOKEN } from '../test-client.ts';

const ONCE = { retries: 0 };
const SHA256 = 'a'.repeat(64);

describe('an unreachable registry', () => {
  it('is named in the error, with the reason', async () => {
    const server = await serve(() => undefined);
    await server[Symbol.asyncDispose]();
    const error = await failureOf(clientOf(server, ONCE).client.versions(NAME));
    assert.equal(error.message, `${server.baseUrl} is not reachable: connection refused.`);
    assert.equal(error.request, 'GET /pack/%40acme%2Fweb-style');
    assert.ok(isUnavailable(error));
  });

  it('may have an unknown host name', async () => {
    const { client } = clientOf({ baseUrl: 'http://registry.invalid' }, ONCE);
    const { reason, message } = await failureOf(client.versions(NAME));
    assert.equal(reason, 'unreachable');
    assert.match(message, /no such host|the DNS lookup of the host failed/);
  });

  it('may have a port that the platform refuses', async () => {
    const { client } = clientOf({ baseUrl: 'http://127.0.0.1:25' }, ONCE);
    assert.match((await failureOf(client.versions(NAME))).message, /is not reachable: bad port/);
  });
});

describe('a registry that closes the connection', () => {
  const lines = ['HTTP/1.1 200 OK', 'Content-Type: application/json'];
  const answers: Record<string, [answer: string, message: RegExp]> = {
    'before its answer': ['', /is not reachable: the connection was closed/],
    'in its first line': ['HTTP/1.1 20', /is not reachable: the connection was closed/],
    'in its head': ['HTTP/1.1 200 OK\r\nContent-Ty', /is not reachable: the connection was closed/],
    'before the announced length': [
      wire([...lines, 'Content-Length: 100'], '{"name":'),
      /sent an incomplete answer: the connection was closed/,
    ],
    'before its last chunk': [
      wire([...lines, 'Transfer-Encoding: chunked'], '8\r\n{"name":\r\n'),
      /sent an incomplete answer: the connection was closed/,
    ],
  };
  for (const [when, [answer, message]] of Object.entries(answers)) {
    it(`${when} is unreachable`, async () => {
      await using server = await serveSockets((socket) => socket.end(answer));
      const error = await failureOf(clientOf(server, ONCE).client.versions(NAME));
      assert.equal(error.reason, 'unreachable');
      assert.match(error.message, message);
    });
  }

  it('without an announced length, has sent broken JSON', async () => {
    await using server = await serveSockets((socket) => socket.end(wire(lines, '{"name":')));
    const { reason, message } = await failureOf(clientOf(server, ONCE).client.versions(NAME));
    assert.equal(reason, 'malformed');
    assert.match(message, /sent an invalid list of versions: it is not JSON/);
  });

  it('is unreachable when it resets the connection', async () => {
    await using server = await serveSockets((socket) => void socket.resetAndDestroy());
    const { reason, message } = await failureOf(clientOf(server, ONCE).client.versions(NAME));
    assert.equal(reason, 'unreachable');
    assert.match(message, /the connection was closed/);
  });

  it('is unreachable in a tarball', async () => {
    const head = ['HTTP/1.1 200 OK', 'Content-Type: application/gzip', 'Content-Length: 100'];
    await using server = await serveSockets((socket) => socket.end(wire(head, 'half')));
    const { chunks } = await clientOf(server, ONCE).client.tarball(NAME, '1.0.0', { sha256: SHA256 });
    const { reason, message } = await failureOf(readAll(chunks));
    assert.equal(reason, 'unreachable');
    assert.match(message, /sent only [04] of 100 bytes of the tarball/);
  });
});

describe('a server of another protocol', () => {
  it('gets an error that says so', async () => {
    await using server = await serveSockets((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    const { reason, message } = await failureOf(clientOf(server, ONCE).client.versions(NAME));
    assert.equal(reason, 'unreachable');
    assert.match(message, /is not reachable: its answer is not HTTP/);
  });
});

describe('a server without TLS', () => {
  it('is not used without TLS', async () => {
    await using server = await serve((_request, response) => response.end());
    const baseUrl = server.baseUrl.replace('http:', 'https:');
    const { reason, message } = await failureOf(clientOf({ baseUrl }, ONCE).client.versions(NAME));
    assert.equal(reason, 'unreachable');
    assert.match(message, / is not reachable: it does not speak TLS\.$/);
    assert.deepEqual(server.requests, []);
  });
});

describe('an error of the platform', () => {
  it('is shown without the token, on one line', async () => {
    const fetch = async (): Promise<Response> => {
      throw new TypeError('fetch failed', { cause: new Error(`no\u001b[31m luck\nwith Bearer ${TOKEN}`) });
    };
    const { client } = clientOf({ baseUrl: 'http://127.0.0.1:9' }, { ...ONCE, fetch });
    const { message } = await failureOf(client.versions(NAME));
    assert.equal(message, 'http://127.0.0.1:9 is not reachable: no [31m luck with Bearer ….');
  });
});
