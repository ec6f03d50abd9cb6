// Answers to connections on which no request arrived: the cases that take too long to happen in a test.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { expectProblem, RawClient } from '@prime-registry/testkit';
import Fastify from 'fastify';
import { handleClientError } from '../../src/http/connections/client-error.ts';

/** Everything that a client gets whose connection fails with this error. */
async function answerTo(code: string): Promise<RawClient> {
  const app = Fastify();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    handleClientError.call(app, Object.assign(new Error('internal words'), { code }), socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = await RawClient.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
  return client;
}

test('a request that takes too long to arrive is a 408', async () => {
  const client = await answerTo('ERR_HTTP_REQUEST_TIMEOUT');
  const answer = await client.readAnswer();
  expectProblem(answer, 'request_timeout');
  assert.ok(!answer.text.includes('internal words'));
  assert.equal(await client.readToEnd(), '');
});

test('an error without a code is a 400', async () => {
  expectProblem(await (await answerTo('')).readAnswer(), 'invalid_request');
});

test('a client that reset the connection gets no answer', async () => {
  assert.equal(await (await answerTo('ECONNRESET')).readToEnd(), '');
});
