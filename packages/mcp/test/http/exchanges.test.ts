// Many requests to one server: each gets its own answer, whatever ids the clients have chosen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server';
import { Exchanges } from '../../src/http/exchanges.ts';
import { MAX_DEPTH, parseBody } from '../../src/http/parse-body.ts';

const request = (id: string | number, method = 'ping'): JSONRPCRequest => ({ jsonrpc: '2.0', id, method });

test('requests with the same id get their own answers, in any order', async () => {
  const exchanges = new Exchanges();
  const delivered: JSONRPCRequest[] = [];
  const deliver = (message: JSONRPCMessage) => void delivered.push(message as JSONRPCRequest);
  const answers = ['a', 'b', 'c'].map((method) => exchanges.exchange(request(1, method), deliver, undefined));
  assert.equal(new Set(delivered.map(({ id }) => id)).size, 3);
  for (const { id, method } of delivered.toReversed())
    exchanges.take({ jsonrpc: '2.0', id, result: { method } });
  for (const [index, answer] of (await Promise.all(answers)).entries())
    assert.deepEqual(answer, {
      message: { jsonrpc: '2.0', id: 1, result: { method: 'abc'[index] } },
      isEarly: false,
    });
});

test('an answer during the delivery is early; what answers nothing is dropped', async () => {
  const exchanges = new Exchanges();
  const answer = await exchanges.exchange(
    request('x'),
    (message) => {
      exchanges.take({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
      exchanges.take({ jsonrpc: '2.0', id: 99, result: {} });
      const { id } = message as JSONRPCRequest;
      exchanges.take({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'none' } });
    },
    undefined,
  );
  assert.deepEqual([answer?.message.id, answer?.isEarly], ['x', true]);
});

test('a client that goes ends only its own request', async () => {
  const exchanges = new Exchanges();
  const delivered: JSONRPCMessage[] = [];
  const gone = new AbortController();
  const deliver = (message: JSONRPCMessage) => void delivered.push(message);
  const [first, second] = [
    exchanges.exchange(request(1), deliver, gone.signal),
    exchanges.exchange(request(1), deliver, undefined),
  ];
  gone.abort();
  assert.equal(await first, undefined);
  const [, other, cancelled] = delivered as [
    JSONRPCRequest,
    JSONRPCRequest,
    { params: { requestId: number } },
  ];
  assert.equal(cancelled.params.requestId, (delivered[0] as JSONRPCRequest).id);
  exchanges.take({ jsonrpc: '2.0', id: other.id, result: {} });
  assert.equal((await second)?.message.id, 1);
});

test('a client that has gone before its request is delivered is not waited for', async () => {
  const exchanges = new Exchanges();
  assert.equal(await exchanges.exchange(request(1), () => undefined, AbortSignal.abort()), undefined);
});

test('the depth of a body is bounded, outside of texts', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  assert.equal(parseBody(nested(MAX_DEPTH)).ok, true);
  assert.deepEqual(parseBody(nested(MAX_DEPTH + 1)), { ok: false, reason: 'too-deep' });
  assert.deepEqual(parseBody('['.repeat(100_000)), { ok: false, reason: 'too-deep' });
  assert.equal(parseBody(JSON.stringify(['['.repeat(100), '\\"{{{{', { a: [] }])).ok, true);
  assert.deepEqual(parseBody('{"a":'), { ok: false, reason: 'not-json' });
});
