// Requests to one upstream are bounded: readers cause them, and may be gone before it answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAsk, MAX_UNDER_WAY, MAX_WAITING } from '../../../src/mirror/upstreams/ask-upstream.ts';
import { CircuitBreaker } from '../../../src/mirror/upstreams/circuit-breaker.ts';
import { KnownUpstreams } from '../../../src/mirror/upstreams/known-upstreams.ts';

function openAsk() {
  const breaker = new CircuitBreaker();
  const known = new KnownUpstreams({
    store: { isKnownUpstream: async () => false, noteKnownUpstream: async () => undefined },
    ...{ now: () => 0, onFailure: assert.ifError },
  });
  return { ask: createAsk({ url: 'https://upstream.example', breaker, known }), breaker };
}

test('what an upstream has not answered yet is bounded, and what it has answered makes room', async () => {
  const { ask, breaker } = openAsk();
  const answer = Promise.withResolvers<string>();
  let begun = 0;
  const request = (): Promise<string> => {
    begun += 1;
    return answer.promise;
  };
  const asked = Array.from({ length: MAX_UNDER_WAY + MAX_WAITING }, () => ask(request));
  const refusal = { code: 'upstream_unavailable', message: /too many requests to it are under way/ };
  for (let more = 0; more < 10; more += 1) await assert.rejects(ask(request), refusal);
  assert.equal(begun, MAX_UNDER_WAY);
  assert.equal(breaker.isOpen, false, 'which says nothing about the upstream');
  answer.resolve('here');
  assert.ok((await Promise.all(asked)).every((text) => text === 'here'));
  assert.equal(begun, MAX_UNDER_WAY + MAX_WAITING);
  for (let more = 0; more <= MAX_UNDER_WAY; more += 1)
    await assert.rejects(
      ask(() => Promise.reject(new Error('failed'))),
      /failed/,
    );
  assert.equal(await ask(async () => 'again'), 'again');
});

test('a failure of the upstream ends the wait of the others', async () => {
  const { ask, breaker } = openAsk();
  const answer = Promise.withResolvers<string>();
  const asked = Array.from({ length: MAX_UNDER_WAY }, () => ask(() => answer.promise));
  const waiting = ask(async () => 'asked');
  const refused = assert.rejects(waiting, { code: 'upstream_unavailable', message: /a moment ago/ });
  for (let failures = 0; failures < 3; failures += 1) breaker.noteFailure();
  answer.reject(new Error('failed'));
  await Promise.allSettled(asked);
  await refused;
});
