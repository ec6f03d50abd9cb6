// Many proofs of the log in one request: from a registry that answers them, and from others.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { splitBatch } from '../../src/index.ts';
import { serve } from '../hostile-server.ts';
import { clientOf, failureOf, NAME } from '../test-client.ts';
import { sendJson } from '../wire-answers.ts';

const ITEMS = [
  { name: NAME, version: '1.0.0' },
  { name: NAME, version: '1.0.1+build.7' },
];

describe('many proofs', () => {
  test('are those of the single requests', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    for (const { version } of ITEMS) await registry.author.mustPublish({ version });
    const { client } = clientOf(registry);
    const proofs = await client.logProofs([...ITEMS, { name: '@acme/nothing', version: '1.0.0' }]);
    const single = async ({ version }: { version: string }) =>
      [`${NAME}@${version}`, await client.logProof(NAME, version)] as const;
    assert.deepEqual([...proofs], await Promise.all(ITEMS.map(single)));
  });

  test('leave out what is malformed, or about something else', async () => {
    const of = `${NAME}@1.0.0`;
    for (const proofs of [
      [],
      [null, 7, 'x', [], {}],
      [{ of, proof: 7 }, { of }],
      [{ of, singly: true }],
      [{ of: '@acme/other@1.0.0', proof: 'x' }],
      [{ of: [of], proof: 'x' }],
      [null, null, { of, proof: 'behind as many as were asked for' }],
    ]) {
      await using server = await serve((_request, response) => sendJson(response, { proofs }));
      assert.equal((await clientOf(server).client.logProofs(ITEMS)).size, 0, JSON.stringify(proofs));
    }
    for (const answer of [{}, [], { proofs: {} }, null]) {
      await using server = await serve((_request, response) => sendJson(response, answer));
      const { reason } = await failureOf(clientOf(server).client.logProofs(ITEMS));
      assert.equal(reason, 'malformed', JSON.stringify(answer));
    }
  });

  test('are requested once, from 1 to 100', async () => {
    const retry = { 'retry-after': '1' };
    await using server = await serve((_request, response) => response.writeHead(503, retry).end());
    const { client, pauses } = clientOf(server);
    assert.equal((await failureOf(client.logProofs(ITEMS))).status, 503);
    assert.deepEqual([server.requests.length, pauses], [1, []]);
    await assert.rejects(client.logProofs([]), TypeError);
    await assert.rejects(client.logProofs(new Array(101).fill(ITEMS[0])), TypeError);
    await assert.rejects(client.logProofs([{ name: NAME, version: '1&x' }]), TypeError);
  });
});

test('the items of requests are at most 100, and at most 4,000 characters', () => {
  const items = Array.from({ length: 250 }, (_, index) => ({ name: `@acme/p${index}`, version: '1.0.0+b' }));
  const parts = [...splitBatch(items)];
  assert.deepEqual(parts.flat(), items);
  assert.deepEqual(
    parts.map(({ length }) => length),
    [100, 100, 50],
  );
  const long = items.map(({ version }, index) => ({ name: `@acme/${'p'.repeat(100)}${index}`, version }));
  for (const part of splitBatch(long)) {
    const query = part.map(({ name, version }) => encodeURIComponent(`${name}@${version}`)).join(',');
    assert.ok(part.length > 1 && query.length <= 4000, String(query.length));
  }
  assert.deepEqual([...splitBatch([])], []);
});
