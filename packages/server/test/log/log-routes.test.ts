// The transparency log over HTTP, on SQLite: what it answers, also when it is not signed.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectProblem, startRegistry } from '@prime-registry/testkit';
import { startServer } from '../http/response-cache/observed-server.ts';
import { testLog } from './log-suite.ts';
import { testLogOfReplicas } from './replicas-suite.ts';

const registry = await startRegistry();
const unsigned = await startRegistry({ log: 'off' });
const shared = await startRegistry();
const { dataFolder } = shared;
const [one, other] = [await startServer({ dataFolder }), await startServer({ dataFolder })];
after(async () => {
  for (const server of [one, other]) await server.close();
  for (const each of [registry, unsigned, shared]) await each.stop();
});

describe('the log', () => testLog(registry));
describe('the log of two servers', () => testLogOfReplicas(one, other));

test('without signatures there is nothing to read, and entries are written all the same', async () => {
  const receipt = await unsigned.author.publish({ name: '@acme/web-style' });
  assert.equal(receipt.status, 201);
  assert.equal(receipt.json.log, undefined);
  for (const path of [
    ...['/-/log', '/-/log/checkpoint', '/-/log/tile/entries/000.p/1', '/-/log/consistency?from=0&to=0'],
    '/-/primes/@acme/web-style/1.0.0/proof',
    '/-/log/proofs?primes=@acme/web-style@1.0.0',
  ])
    expectProblem(await unsigned.anonymous.get(path), 'not_found');
  const page = await unsigned.anonymous.get('/-/prime/@acme/web-style');
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.text, /as entry/);
  assert.equal((await unsigned.store.readLogHead()).edge.size, 2);
});
