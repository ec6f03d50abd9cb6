// When the upstreams are asked which logs are theirs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LogsToWitness } from '../../src/witness/cosigning/logs-to-witness.ts';

test('upstreams are asked at most once a minute, and soon after the clock was put back', async () => {
  let nowMs = 1_800_000_000_000;
  let asked = 0;
  const logs = new LogsToWitness({
    store: { findWitnessedLog: async () => undefined, keepWitnessedLog: async () => true },
    upstreams: [
      {
        url: 'https://primes.example',
        async describeLog() {
          asked += 1;
          return undefined;
        },
      },
    ],
    now: () => nowMs,
    onFailure: (_, error) => assert.fail(String(error)),
  });
  const ask = async (): Promise<number> => {
    await logs.find('primes.example/-/log');
    return asked;
  };
  assert.equal(await ask(), 1);
  nowMs += 59_000;
  assert.equal(await ask(), 1);
  nowMs += 1000;
  assert.equal(await ask(), 2);
  nowMs -= 86_400_000;
  assert.equal(await ask(), 3);
});
