// The list of Primes: from a registry that has it, and from others that would cause an endless loop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { isNotFound } from '../src/failure-guards.ts';
import { serve } from './hostile-server.ts';
import { clientOf, failureOf } from './test-client.ts';
import { sendJson } from './wire-answers.ts';

test('is read page by page, for one scope or all', async () => {
  const registry = await startRegistry();
  try {
    for (const name of ['@acme/a', '@acme/b', '@other/c']) await registry.admin.mustPublish({ name });
    const { client } = clientOf(registry, { token: registry.admin.token ?? '' });
    const first = await client.primes({ limit: 2 });
    assert.deepEqual(first, (await registry.anonymous.get('/-/primes?limit=2')).json);
    assert.equal(first.next, '@acme/b');
    const names = async (options: Parameters<typeof client.primes>[0]) =>
      (await client.primes(options)).primes.map(({ name }) => name);
    assert.deepEqual(await names({ after: '@acme/b' }), ['@other/c']);
    assert.deepEqual(await names({ scope: '@acme', after: '@acme/a' }), ['@acme/b']);
    assert.deepEqual(await names({}), ['@acme/a', '@acme/b', '@other/c']);
  } finally {
    await registry.stop();
  }
});

test('never goes back, or to another scope', async () => {
  const prime = (name: string) => ({ name, latest: '1.0.0', versions: 1 });
  const circles = [
    { primes: [prime('@acme/a')] },
    { primes: [prime('@acme/b')] },
    { primes: [prime('@acme/d'), prime('@acme/c')] },
    { primes: [prime('@acme/c'), prime('@acme/c')] },
    { primes: [prime('@acme/c')], next: '@acme/b' },
    { primes: [], next: '@acme/z' },
    { primes: [prime('nonsense')] },
  ];
  for (const answer of circles) {
    await using server = await serve((_request, response) => sendJson(response, answer));
    const { reason } = await failureOf(clientOf(server).client.primes({ after: '@acme/b' }));
    assert.equal(reason, 'malformed', JSON.stringify(answer));
  }
  await using server = await serve((_request, response) => sendJson(response, { primes: [prime('@a.b/c')] }));
  const { reason } = await failureOf(clientOf(server).client.primes({ scope: '@a' }));
  assert.equal(reason, 'malformed');
});

test('is a 404 in a registry without it, and refuses malformed options', async () => {
  await using server = await serve((_request, response) => response.writeHead(404).end());
  const { client } = clientOf(server);
  assert.ok(isNotFound(await failureOf(client.primes())));
  await assert.rejects(client.primes({ after: 'x' }), TypeError);
  await assert.rejects(client.primes({ scope: '@a/b' }), TypeError);
});
