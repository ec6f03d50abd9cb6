// Circuit breaker of upstreams.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CircuitBreaker } from '../../../src/mirror/upstreams/circuit-breaker.ts';

test('three consecutive failures open it for five seconds; then one more does; an answer closes it', () => {
  let nowMs = 1000;
  const breaker = new CircuitBreaker(() => nowMs);
  breaker.noteFailure();
  breaker.noteFailure();
  breaker.noteAnswer();
  breaker.noteFailure();
  breaker.noteFailure();
  assert.equal(breaker.isOpen, false);
  breaker.noteFailure();
  assert.equal(breaker.isOpen, true);
  nowMs += 4999;
  assert.equal(breaker.isOpen, true);
  nowMs += 1;
  assert.equal(breaker.isOpen, false);
  breaker.noteFailure();
  assert.equal(breaker.isOpen, true);
  nowMs += 5000;
  breaker.noteAnswer();
  breaker.noteFailure();
  assert.equal(breaker.isOpen, false);
});
