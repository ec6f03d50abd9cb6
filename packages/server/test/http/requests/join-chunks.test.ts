// Bodies in chunks of one byte: they arrive whole, in few pieces, and only as far as somebody reads them.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Arrivals } from '../../../src/http/connections/arrivals.ts';
import { ReadTurns } from '../../../src/http/connections/read-turns.ts';
import { gateRequests } from '../../../src/http/connections/request-gate.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

async function start(t: TestContext, handle: Handle): Promise<number> {
  const server = createServer(handle);
  gateRequests(server, new ReadTurns(new Arrivals()), () => 0);
  server.on('clientError', (_error, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function inChunks(content: string, size: number): string {
  const chunks = content.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
  return `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;
}

const HEAD = 'POST / HTTP/1.1\r\nHost: registry\r\nTransfer-Encoding: chunked\r\n\r\n';

for (const size of [1, 7, 300, 5000, 20_000]) {
  test(`chunks of ${size} bytes arrive whole and in order, and so do those of the next request`, async (t) => {
    const bodies: string[] = [];
    const pieces: number[] = [];
    const port = await start(t, (asked, answer) => {
      const body: Buffer[] = [];
      asked.on('data', (piece: Buffer) => body.push(piece));
      asked.on('end', () => {
        bodies.push(Buffer.concat(body).toString());
        pieces.push(body.length);
        answer.end('done');
      });
    });
    const content = Array.from({ length: 40_000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join(
      '',
    );
    const socket = connect(port, '127.0.0.1');
    const answers = text(socket);
    const second = HEAD.replace('Host', 'Connection: close\r\nHost');
    socket.write(`${HEAD}${inChunks(content, size)}${second}${inChunks(content.slice(1), size)}`);
    assert.equal((await answers).match(/HTTP\/1\.1 200/g)?.length, 2);
    assert.deepEqual(bodies, [content, content.slice(1)]);
    if (size < 300)
      assert.ok(
        pieces.every((count) => count < 100),
        `${pieces} pieces`,
      );
  });
}

test('what nobody reads stays in the connection', async (t) => {
  const { promise: started, resolve } = Promise.withResolvers<IncomingMessage>();
  const port = await start(t, (asked) => resolve(asked));
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(HEAD);
  socket.write('1\r\na\r\n'.repeat(500_000));
  const asked = await started;
  await delay(100);
  // One read of the connection, of at most 64 KiB, or two if the head came alone.
  assert.ok(asked.socket.bytesRead <= 128 * 1024, `${asked.socket.bytesRead} bytes were read`);
  socket.destroy();
});

test('an unread body is discarded after the answer, and the connection is used again', async (t) => {
  const port = await start(t, (_asked, answer) => answer.end('refused'));
  const socket = connect(port, '127.0.0.1');
  const answers = text(socket);
  socket.write(`${HEAD}${inChunks('x'.repeat(20_000), 1)}`);
  socket.end('GET / HTTP/1.1\r\nHost: registry\r\nConnection: close\r\n\r\n');
  assert.equal((await answers).match(/refused/g)?.length, 2);
});

test('a client that waits for 100-continue gets it when its body is wanted, and passes the same gate', async (t) => {
  const port = await start(t, (asked, answer) => {
    if (asked.url === '/refused') return void answer.writeHead(403, { connection: 'close' }).end();
    answer.writeContinue();
    void text(asked).then((body) => answer.end(body));
  });
  const headers = { expect: '100-continue', 'transfer-encoding': 'chunked' };
  const wanted = request({ port, host: '127.0.0.1', method: 'POST', headers });
  wanted.on('continue', () => wanted.end('the body'));
  wanted.flushHeaders();
  const [answer] = (await once(wanted, 'response')) as [IncomingMessage];
  assert.equal(await text(answer), 'the body');
  const twoHosts = connect(port, '127.0.0.1');
  const closed = text(twoHosts);
  twoHosts.write(
    'POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n',
  );
  assert.doesNotMatch(await closed, /100 Continue|200 OK/);
});
