// The change feed: page by page, waiting for what is to come, and from registries that would lead a reader in circles.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { isNotFound } from '../src/failure-guards.ts';
import { serve } from './hostile-server.ts';
import { clientOf, failureOf } from './test-client.ts';
import { sendJson } from './wire-answers.ts';

const ID = '7f3a9c0d1e2b4a56';
const AFTER = `${ID}.5.c0ffee42`;

test('is read page by page, and followed as it grows', async () => {
  const registry = await startRegistry();
  try {
    await registry.author.mustPublish({ version: '1.0.0' });
    const { client } = clientOf(registry);
    const first = await client.changes({ limit: 2 });
    assert.deepEqual(first, (await registry.anonymous.get('/-/changes?limit=2')).json);
    assert.equal(first.changes[1]?.manifest_sha256?.toString().length, 64);
    assert.deepEqual((await client.changes({ after: first.next })).changes, []);
    assert.deepEqual((await client.changes({ types: ['yank'], scopes: ['@acme'] })).changes, []);

    const seen: string[] = [];
    const publishing = registry.author.mustPublish({ version: '1.1.0' });
    for await (const { change, next } of client.followChanges({ types: ['publish'] })) {
      seen.push(String(change.version));
      if (seen.length < 2) continue;
      assert.equal(next, (await client.changes()).next);
      break;
    }
    await publishing;
    assert.deepEqual(seen, ['1.0.0', '1.1.0']);
  } finally {
    await registry.stop();
  }
});

test('of another log says where to go on', async () => {
  const registry = await startRegistry();
  try {
    await registry.author.mustPublish();
    const { client } = clientOf(registry);
    const failure = await failureOf(client.changes({ after: AFTER }));
    assert.deepEqual([failure.status, failure.code], [410, 'log_restarted']);
    assert.equal((await client.changes({ after: failure.resumeAt ?? '' })).changes.length, 2);
  } finally {
    await registry.stop();
  }
});

test('never goes back', async () => {
  const change = (index: number) => ({ index, type: 'publish', at: '2026-11-21T09:30:00Z' });
  const page = { log: ID, changes: [change(5), change(7)], next: `${ID}.8.c0ffee42`, size: 8 };
  const circles = [
    { ...page, changes: [change(4)] },
    { ...page, changes: [change(6), change(6)] },
    { ...page, next: `${ID}.7.c0ffee42` },
    { ...page, changes: [], next: `${ID}.4.c0ffee42` },
    { ...page, changes: [], next: AFTER },
    { ...page, next: 'x' },
    { ...page, changes: [{ ...change(5), index: -1 }] },
    { ...page, size: undefined },
  ];
  for (const answer of circles) {
    await using server = await serve((_request, response) => sendJson(response, answer));
    const { reason } = await failureOf(clientOf(server).client.changes({ after: AFTER }));
    assert.equal(reason, 'malformed', JSON.stringify(answer));
  }
  await using server = await serve((_request, response) => sendJson(response, page));
  assert.equal((await clientOf(server).client.changes({ after: AFTER })).changes.length, 2);
});

test('is a 404 in a registry without it, and refuses malformed options', async () => {
  await using server = await serve((_request, response) => response.writeHead(404).end());
  const { client } = clientOf(server);
  assert.ok(isNotFound(await failureOf(client.changes({ after: 'end' }))));
  await assert.rejects(client.changes({ after: '5' }), TypeError);
  await assert.rejects(client.changes({ scopes: ['acme'] }), TypeError);
});

test('is not asked again and again if the registry does not wait', async () => {
  const empty = { log: ID, changes: [], next: AFTER, size: 5 };
  await using server = await serve((_request, response) => sendJson(response, empty));
  const end = new AbortController();
  setTimeout(() => end.abort(), 1000).unref();
  const { client } = clientOf(server);
  await assert.rejects(client.followChanges({ after: AFTER, signal: end.signal }).next());
  assert.ok(server.requests.length <= 3, `${server.requests.length} requests`);
});
