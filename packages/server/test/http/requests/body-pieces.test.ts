// The work for a body does not depend on the number of pieces in which a client sends it.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../../../src/http/requests/request-body.ts';

/**
 * A body that arrives byte for byte, ten in each turn of the event loop; what arrives while its connection is
 * not read comes afterwards.
 */
function receiveByteForByte(bytes: Buffer): FastifyRequest {
  let isPaused = false;
  const socket = {
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
    },
  };
  const raw = Object.assign(new PassThrough(), { complete: false, socket, headers: {} });
  let sent = 0;
  let arrived = 0;
  const send = (): void => {
    arrived += 10;
    if (isPaused) return void setImmediate(send);
    for (; arrived > 0 && sent < bytes.length; arrived -= 1, sent += 1) {
      raw.write(bytes.subarray(sent, sent + 1));
    }
    if (sent < bytes.length) return void setImmediate(send);
    raw.complete = true;
    raw.end();
  };
  setImmediate(send);
  return { raw: raw as unknown as IncomingMessage } as FastifyRequest;
}

test('thousands of tiny pieces are handed on in few, complete and in order', async () => {
  const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, index) => index % 251));
  const pieces: Buffer[] = [];
  const reply = { raw: { writeContinue: () => assert.fail('nobody waits for it') } };
  for await (const piece of readBody(receiveByteForByte(bytes), reply, 1_000_000)) pieces.push(piece);
  assert.ok(Buffer.concat(pieces).equals(bytes));
  assert.ok(pieces.length < 1000, `${pieces.length} pieces`);
});
