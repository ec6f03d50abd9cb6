// Long texts that are sent while they are written: failures, and clients that go away.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import type { FairTurns } from '../../../src/http/connections/fair-turns.ts';
import type { Encoding } from '../../../src/http/requests/accepted-encoding.ts';
import { compressChunks } from '../../../src/http/responses/compress-chunks.ts';
import { sendText } from '../../../src/http/responses/send-text.ts';

const turns = { run: (_socket: unknown, work: () => void) => work() } as unknown as FairTurns;
const LONG = 'x'.repeat(64 * 1024);

const app = Fastify();
let base = '';
let isLeft = Promise.withResolvers<void>();

async function* pieces(kind: string): AsyncGenerator<string> {
  try {
    if (kind === 'refused') throw new Error('nothing was read');
    yield 'ä';
    if (kind === 'short') return;
    yield LONG;
    if (kind === 'broken') throw new Error('half was read');
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      yield LONG;
    }
  } finally {
    isLeft.resolve();
  }
}

async function* twoChunks(): AsyncGenerator<Uint8Array> {
  for (const text of ['first', 'second']) yield Buffer.from(text);
}

before(async () => {
  app.get('/:kind', async (request, reply) => {
    const { kind } = request.params as { kind: string };
    await sendText(request, reply.header('A', '1'), {
      headers: { ETag: '"t"' },
      pieces: pieces(kind),
      encoding: (request.query as { as?: Encoding }).as ?? 'identity',
      turns,
    });
    return reply;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
after(() => app.close());

/** The answer, still compressed. */
async function open(path: string, encoding: Encoding): Promise<IncomingMessage> {
  const [response] = await once(get(`${base}${path}?as=${encoding}`, { agent: false }), 'response');
  return response;
}

test('a text arrives whole, with all headers', async () => {
  const answer = await fetch(`${base}/short`);
  assert.deepEqual([answer.headers.get('a'), answer.headers.get('etag')], ['1', '"t"']);
  assert.equal(await answer.text(), 'ä');
});

test('a text that fails at its beginning is an error without its headers', async () => {
  const { status, headers } = await fetch(`${base}/refused`);
  assert.deepEqual([status, headers.get('etag')], [500, null]);
});

for (const [encoding, unpack] of [
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const) {
  test(`a text that is compressed with ${encoding} arrives whole, and its beginning before its end is written`, async () => {
    assert.equal(unpack(await buffer(await open('/short', encoding))).toString(), 'ä');
    const chunks = compressChunks(twoChunks(), encoding);
    const { value } = await chunks.next();
    await chunks.return();
    const finishFlush = encoding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
    assert.equal(unpack(value ?? '', { finishFlush }).toString(), 'first', 'nothing waits for more');
  });

  test(`a text that is compressed with ${encoding} and fails later never looks complete`, async () => {
    await assert.rejects(buffer(await open('/broken', encoding)), { code: 'ECONNRESET' });
  });

  test(`the compressing with ${encoding} ends when the client goes away`, async () => {
    isLeft = Promise.withResolvers<void>();
    const endless = await open('/endless', encoding);
    await once(endless, 'data');
    endless.destroy();
    await isLeft.promise;
  });
}

test('a text that fails later never looks complete', async () => {
  const answer = await fetch(`${base}/broken`);
  assert.equal(answer.status, 200);
  await assert.rejects(answer.text());
});

test('the writing ends when the client goes away', async () => {
  isLeft = Promise.withResolvers<void>();
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await isLeft.promise;
});
