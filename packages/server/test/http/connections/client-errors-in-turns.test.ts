// Errors of thousands of connections at once are handled over many turns of the event loop, each once.
import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { inTurns } from '../../../src/http/connections/client-errors-in-turns.ts';

const CONNECTIONS = 500;
const app = Fastify();
const expired = () => Object.assign(new Error('expired'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** A connection that sends this response. */
function answering(response: object | undefined): Socket {
  return Object.assign(new Socket(), { _httpMessage: response });
}

test('the errors of many connections at once are handled in many turns, all of them', async () => {
  const handled: Socket[] = [];
  const handle = inTurns((_error, socket) => void handled.push(socket));
  const sockets = Array.from({ length: CONNECTIONS }, () => answering(undefined));
  for (const socket of sockets) handle.call(app, expired(), socket);
  const perTurn = [handled.length];
  for (let turn = 0; handled.length < CONNECTIONS && turn < CONNECTIONS; turn += 1) {
    const before = handled.length;
    await nextTurn();
    perTurn.push(handled.length - before);
  }
  assert.deepEqual(handled, sockets);
  assert.ok(Math.max(...perTurn) <= CONNECTIONS / 10, String(perTurn));
});

test('a single error is handled at once', () => {
  let handled = 0;
  inTurns(() => {
    handled += 1;
  }).call(app, expired(), answering(undefined));
  assert.equal(handled, 1);
});

test('a connection that waits is handled once, and not at all if its request was complete in the meantime', async () => {
  const handled: Socket[] = [];
  const handle = inTurns((_error, socket) => void handled.push(socket));
  for (let index = 0; index < CONNECTIONS; index += 1) handle.call(app, expired(), answering(undefined));
  const [twice, complete, damaged] = [answering(undefined), answering(undefined), answering(undefined)];
  for (const socket of [twice, twice, complete]) handle.call(app, expired(), socket);
  handle.call(app, Object.assign(new Error('damaged'), { code: 'HPE_INVALID_METHOD' }), damaged);
  for (const socket of [complete, damaged]) Object.assign(socket, { _httpMessage: {} });
  for (let turn = 0; turn < CONNECTIONS; turn += 1) await nextTurn();
  assert.deepEqual(handled.slice(CONNECTIONS), [twice, damaged]);
});
