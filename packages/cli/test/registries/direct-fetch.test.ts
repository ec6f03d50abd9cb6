// Requests without a proxy: connections, bodies in both directions, and what ends an exchange.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type FetchRequest, type FetchResponse, RegistryClient } from '@prime-registry/client';
import { makeAuthority, startFrontServer } from '@prime-registry/testkit';
import { createDirectFetch } from '../../src/registries/direct/direct-fetch.ts';

const TEXT = 'What is true of every atom. '.repeat(100);

let server: Server;
let baseUrl: string;
let sockets: Socket[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

before(async () => {
  server = createServer((request, response) => answer(request, response));
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  server.closeAllConnections();
  sockets = [];
});

after(() => {
  server.closeAllConnections();
  server.close();
});

function request(options: Partial<FetchRequest> = {}): FetchRequest {
  const { signal } = new AbortController();
  return { method: 'GET', headers: {}, redirect: 'manual', credentials: 'omit', signal, ...options };
}

async function readAll({ body }: FetchResponse): Promise<string> {
  const reader = body?.getReader();
  const pieces: Uint8Array[] = [];
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read())
    pieces.push(piece.value);
  return Buffer.concat(pieces).toString();
}

describe('connections', () => {
  test('are used again after answers with and without a body', async () => {
    const statuses = [200, 304, 204, 404, 302];
    answer = ({ url = '' }, response) => response.writeHead(Number(url.slice(1))).end();
    const fetch = createDirectFetch();
    for (const status of statuses) {
      const response = await fetch(`${baseUrl}/${status}`, request());
      assert.equal(response.status, status);
      await readAll(response);
    }
    assert.equal(sockets.length, 1);
  });

  test('that are prepared take the requests that follow, but for those that the server has closed', async () => {
    answer = (_, response) => response.end();
    const fetch = createDirectFetch();
    fetch.prepareConnections?.(baseUrl, 4);
    while (sockets.length < 4) await once(server, 'connection');
    sockets[3]?.destroy();
    await readAll(await fetch(baseUrl, request()));
    const answers = await Promise.all(Array.from({ length: 4 }, () => fetch(baseUrl, request())));
    await Promise.all(answers.map(readAll));
    assert.equal(sockets.length, 5);
  });

  test('that are prepared are not used if the server has said something before the request', async () => {
    answer = (_, response) => response.end('wanted');
    const fetch = createDirectFetch();
    fetch.prepareConnections?.(baseUrl, 2);
    while (sockets.length < 2) await once(server, 'connection');
    const [early] = sockets;
    const closed = once(early as Socket, 'close');
    early?.write('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n');
    // Until it has arrived, nobody can tell.
    await setTimeout(50);
    assert.equal(await readAll(await fetch(baseUrl, request())), 'wanted');
    await closed;
    assert.equal(sockets.length, 2);
  });

  test('that are prepared and not used let the process end', async () => {
    const script = `
      const { createDirectFetch } = await import(${JSON.stringify(import.meta.resolve('../../src/registries/direct/direct-fetch.ts'))});
      createDirectFetch().prepareConnections(${JSON.stringify(baseUrl)}, 3);
      await new Promise((resolve) => setTimeout(resolve, 100));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    assert.equal(code, 0);
    assert.equal(sockets.length, 3);
  });

  test('to nowhere are a failure of the requests only', async () => {
    const fetch = createDirectFetch();
    fetch.prepareConnections?.('http://127.0.0.1:1', 2);
    await assert.rejects(fetch('http://127.0.0.1:1/', request()), { code: 'ECONNREFUSED' });
  });
});

describe('the body of a request', () => {
  test('is sent with its length, also with DELETE, and leaves the connection usable', async () => {
    answer = (received, response) => {
      text(received).then((body) =>
        response.end(`${received.method} ${received.headers['content-length']} ${body}`),
      );
    };
    const fetch = createDirectFetch();
    for (const method of ['DELETE', 'POST', 'PUT'])
      assert.equal(
        await readAll(await fetch(baseUrl, request({ method, body: 'größer' }))),
        `${method} 8 größer`,
      );
    assert.equal(sockets.length, 1);
  });

  test('that is a stream is read as fast as the server takes it, and its failure ends the request', async () => {
    answer = (received, response) => {
      text(received).then(
        (body) => response.end(String(body.length)),
        () => undefined,
      );
    };
    const pieces = Array.from({ length: 50 }, () => new Uint8Array(64 * 1024).fill(97));
    const send = (body: ReadableStream<Uint8Array<ArrayBuffer>>) =>
      createDirectFetch()(baseUrl, request({ method: 'POST', body, duplex: 'half' }));
    assert.equal(await readAll(await send(ReadableStream.from(pieces))), String(50 * 64 * 1024));
    const failing = async function* () {
      yield* pieces.slice(0, 2);
      throw new Error('the file has gone');
    };
    await assert.rejects(send(ReadableStream.from(failing())), /the file has gone/);
  });

  test('that the server does not want leaves its answer readable', async () => {
    answer = (_, response) => response.writeHead(413).end('too large');
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.enqueue(new Uint8Array(1024)),
    });
    const ended = new AbortController();
    const options = { method: 'POST', body: endless, duplex: 'half', signal: ended.signal } as const;
    const response = await createDirectFetch()(baseUrl, request(options));
    assert.deepEqual([response.status, await readAll(response)], [413, 'too large']);
    const closed = new Promise((resolve) => sockets[0]?.on('close', resolve));
    ended.abort();
    await closed;
  });
});

describe('the body of an answer', () => {
  for (const [coding, pack] of Object.entries({
    gzip: gzipSync,
    br: brotliCompressSync,
    deflate: deflateSync,
  }))
    test(`is decompressed: ${coding}`, async () => {
      answer = (_, response) => response.writeHead(200, { 'content-encoding': coding }).end(pack(TEXT));
      assert.equal(await readAll(await createDirectFetch()(baseUrl, request())), TEXT);
    });

  test('is empty if there is none, whatever its coding is said to be', async () => {
    answer = (_, response) =>
      response.writeHead(404, { 'content-encoding': 'gzip', 'content-length': 0 }).end();
    assert.equal(await readAll(await createDirectFetch()(baseUrl, request())), '');
  });

  test('fails if it is not complete, compressed or not', async () => {
    const fetch = createDirectFetch();
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': TEXT.length }).write(TEXT.slice(0, 500));
      setImmediate(() => response.destroy());
    };
    await assert.rejects(async () => readAll(await fetch(baseUrl, request())), { code: 'ECONNRESET' });
    const cut = gzipSync(TEXT).subarray(0, 40);
    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(cut);
    await assert.rejects(async () => readAll(await fetch(baseUrl, request())), /unexpected end of file/);
  });

  test('need not be read before the exchange ends, compressed or not', async () => {
    for (const coding of ['identity', 'gzip']) {
      answer = (_, response) =>
        void response.writeHead(200, { 'content-encoding': coding }).write(gzipSync(TEXT));
      const ended = new AbortController();
      await createDirectFetch()(baseUrl, request({ signal: ended.signal }));
      const closed = new Promise((resolve) => sockets.at(-1)?.on('close', resolve));
      ended.abort(new Error('not needed any more'));
      await closed;
    }
  });

  test('ends when it is not wanted any more', async () => {
    answer = (_, response) => void response.writeHead(200).write(TEXT);
    const fetch = createDirectFetch();
    const { body } = await fetch(baseUrl, request());
    const reader = body?.getReader();
    await reader?.read();
    const closed = once(sockets[0] as Socket, 'close');
    await reader?.cancel();
    await closed;
  });
});

test('a server of another protocol is said to be one', async () => {
  const other = createTcpServer((socket) =>
    socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.9\r\n'),
  );
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const client = new RegistryClient({
    baseUrl: `http://127.0.0.1:${port}`,
    fetch: createDirectFetch(),
    retries: 0,
  });
  await assert.rejects(client.versions('@acme/web-style'), /its answer is not HTTP/);
  other.close();
});

test('a change to another protocol, which nobody asked for, is a closed connection', async () => {
  answer = (_, response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end();
  await assert.rejects(createDirectFetch()(baseUrl, request()), { code: 'ECONNRESET' });
});

describe('the signal', () => {
  test('ends a request before its answer, and one whose answer has begun', async () => {
    const reason = new Error('not needed any more');
    const fetch = createDirectFetch();
    const waiting = new AbortController();
    answer = () => waiting.abort(reason);
    await assert.rejects(fetch(baseUrl, request({ signal: waiting.signal })), reason);
    const reading = new AbortController();
    answer = (_, response) => void response.writeHead(200).write(TEXT);
    const response = await fetch(baseUrl, request({ signal: reading.signal }));
    const read = readAll(response);
    reading.abort(reason);
    await assert.rejects(read, reason);
    await assert.rejects(fetch(baseUrl, request({ signal: AbortSignal.abort(reason) })), reason);
  });
});

describe('https', () => {
  test('to a server without TLS is a failure that says so, and is not tried again', async () => {
    const attempts: number[] = [];
    const client = new RegistryClient({
      baseUrl: baseUrl.replace('http:', 'https:'),
      fetch: createDirectFetch(),
      onExchange: ({ attempt }) => attempts.push(attempt),
    });
    await assert.rejects(client.versions('@acme/web-style'), {
      message: `${client.baseUrl} is not reachable: it does not speak TLS.`,
      connectionCode: 'ERR_SSL_WRONG_VERSION_NUMBER',
    });
    assert.deepEqual(attempts, [1]);
  });

  test('trusts the given authorities, also on connections that were prepared', async () => {
    answer = (_, response) => response.end('hello');
    const authority = makeAuthority('Corp Authority');
    await using front = await startFrontServer(baseUrl, authority.issue(['localhost']), '/primes');
    const url = `https://localhost:${front.port}/primes/`;
    await assert.rejects(createDirectFetch()(url, request()), /certificate/);
    const fetch = createDirectFetch(() => [authority.cert]);
    fetch.prepareConnections?.(url, 2);
    assert.equal(await readAll(await fetch(url, request())), 'hello');
  });
});
