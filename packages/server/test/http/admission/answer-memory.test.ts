// Large answers that a client does not read: beyond the budget, the newest is refused.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { ROUTES } from '@prime-registry/protocol';
import { eventually } from '@prime-registry/testkit';
import Fastify from 'fastify';
import { limitAnswerMemory } from '../../../src/http/admission/answer-memory.ts';
import { MemoryBudget } from '../../../src/http/admission/memory-budget.ts';

/** More than the buffers of a connection hold. */
const LARGE_BYTES = 32 * 2 ** 20;

test('one client can make the server hold half of the budget, until it reads or leaves', async (t) => {
  const budget = new MemoryBudget(3 * LARGE_BYTES);
  const app = Fastify();
  limitAnswerMemory(app, budget);
  app.get('/large', async () => 'a'.repeat(LARGE_BYTES));
  app.get('/small', async () => 'a'.repeat(16 * 1024));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const clients: Socket[] = [];
  const requestWithoutReading = (): Socket => {
    const client = connect(Number(new URL(url).port), '127.0.0.1').pause();
    client.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\nGET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    clients.push(client);
    return client;
  };
  t.after(() => clients.map((client) => client.destroy()));

  requestWithoutReading();
  await eventually(() => assert.equal(budget.usedBytes, LARGE_BYTES));
  assert.equal((await fetch(`${url}/large`)).status, 503, 'more than half');
  assert.equal((await fetch(`${url}/small`)).status, 200);
  for (const client of clients) client.destroy();
  await eventually(() => assert.equal(budget.usedBytes, 0));
  const answer = await fetch(`${url}/large`);
  assert.equal((await answer.text()).length, LARGE_BYTES);
  await eventually(() => assert.equal(budget.usedBytes, 0));
});

test('a change that was carried out is answered, whether there is memory or not; a question of an agent is not', async (t) => {
  const app = Fastify();
  limitAnswerMemory(app, new MemoryBudget(1024));
  const answer = 'a'.repeat(20 * 1024);
  app.post('/publish', async (_request, reply) => reply.code(201).send(answer));
  app.get('/publish', async () => answer);
  app.post(ROUTES.mcp, async () => answer);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const published = await fetch(`${url}/publish`, { method: 'POST' });
  assert.deepEqual([published.status, await published.text()], [201, answer]);
  assert.equal((await fetch(`${url}/publish`)).status, 503);
  assert.equal((await fetch(`${url}${ROUTES.mcp}`, { method: 'POST' })).status, 503);
});

test('an answer to a client that has gone holds nothing', async (t) => {
  const budget = new MemoryBudget(3 * LARGE_BYTES);
  const app = Fastify();
  limitAnswerMemory(app, budget);
  const arrived = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  app.get('/large', async ({ raw }) => {
    raw.socket.once('close', () => gone.resolve());
    arrived.resolve();
    await gone.promise;
    await new Promise(setImmediate);
    return 'a'.repeat(LARGE_BYTES);
  });
  const answered = Promise.withResolvers<void>();
  app.addHook('onSend', async () => answered.resolve());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const client = connect(Number(new URL(url).port), '127.0.0.1');
  client.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
  await arrived.promise;
  client.destroy();
  await answered.promise;
  await new Promise(setImmediate);
  assert.equal(budget.usedBytes, 0);
});

test('all clients together have the whole budget', () => {
  const budget = new MemoryBudget(100);
  const releases = ['a', 'b'].map((key) => budget.take(key, 50));
  assert.equal(budget.take('c', 1), undefined);
  releases[0]?.();
  releases[0]?.();
  assert.equal(budget.usedBytes, 50);
  assert.equal(budget.take('b', 1), undefined);
  assert.ok(budget.take('c', 50));
});
