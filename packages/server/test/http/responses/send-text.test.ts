// Long texts that are sent while they are written: failures, and clients that go away.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import Fastify from 'fastify';
import type { FairTurns } from '../../../src/http/connections/fair-turns.ts';
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

before(async () => {
  app.get('/:kind', async (request, reply) => {
    const { kind } = request.params as { kind: string };
    await sendText(request, reply.header('A', '1'), {
      headers: { ETag: '"t"' },
      pieces: pieces(kind),
      turns,
    });
    return reply;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
after(() => app.close());

test('a text arrives whole, with all headers', async () => {
  const answer = await fetch(`${base}/short`);
  assert.deepEqual([answer.headers.get('a'), answer.headers.get('etag')], ['1', '"t"']);
  assert.equal(await answer.text(), 'ä');
});

test('a text that fails at its beginning is an error without its headers', async () => {
  const { status, headers } = await fetch(`${base}/refused`);
  assert.deepEqual([status, headers.get('etag')], [500, null]);
});

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
