// GET /-/resolve: the work and the memory of one request are bounded, whatever the Primes are.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { PRIME_BATCH_LIMITS, primeBatchPath } from '@prime-registry/protocol';
import type { ListedVersion } from '@prime-registry/store';
import { eventually } from '@prime-registry/testkit';
import Fastify from 'fastify';
import { MemoryBudget } from '../../src/http/admission/memory-budget.ts';
import { primeBatch } from '../../src/routes/prime-batch/prime-batch.ts';
import type { ReadingDeps } from '../../src/routes/route-deps.ts';

const { maxAnswerBytes } = PRIME_BATCH_LIMITS;
const NAMES = Array.from({ length: 100 }, (_, index) => `@acme/p${index}`);

/** The route over lists of so many versions, with so much memory. */
async function start(
  t: TestContext,
  versions: number,
  { memoryBytes = 64 * 1024 * 1024, includeLatest = false } = {},
) {
  const list = Array.from({ length: versions }, (_, index): ListedVersion => {
    return { version: `1.${index}.0`, publishedAtMs: 0, yanked: false };
  });
  const memory = new MemoryBudget(memoryBytes);
  let lists = 0;
  const mirror = {
    isLocal: async () => true,
    listVersions: async () => {
      lists += 1;
      return { versions: list };
    },
  };
  const reading: Partial<ReadingDeps> = { memory, countReads: (_request, _reply, wanted) => wanted };
  const deps = { store: {}, mirror, reading } as unknown as Parameters<typeof primeBatch.handle>[0];
  const app = Fastify();
  app.get(primeBatch.path, (request, reply) => primeBatch.handle(deps, request, reply));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const answer = await fetch(`${url}${primeBatchPath(NAMES, { includeLatest })}`);
  const text = await answer.text();
  return { status: answer.status, text, lists, memory };
}

test('an answer has at most a mebibyte; the rest is neither sent nor read', async (t) => {
  const { status, text, lists, memory } = await start(t, 1000);
  assert.equal(status, 200);
  assert.ok(text.length > maxAnswerBytes / 2 && text.length < maxAnswerBytes + 8 * 1024, String(text.length));
  const { primes } = JSON.parse(text) as { primes: { of: string; singly?: true; list?: object }[] };
  assert.deepEqual(
    primes.map(({ of }) => of),
    NAMES,
  );
  const sent = primes.filter(({ list }) => list !== undefined).length;
  assert.equal(primes.filter(({ singly }) => singly).length, NAMES.length - sent);
  assert.ok(lists <= sent + 4, `${lists} were read for ${sent}`);
  await eventually(() => assert.equal(memory.usedBytes, 0));
});

test('manifests of latest versions take no room from lists', async (t) => {
  const { text } = await start(t, 1000);
  // Reading a manifest would fail: the route has a store without methods.
  const withLatest = await start(t, 1000, { includeLatest: true });
  const countLists = (answer: string) => answer.split('"list":').length;
  assert.equal(countLists(withLatest.text), countLists(text));
  assert.doesNotMatch(withLatest.text, /manifest/);
});

test('lists that are too long for an answer are not read again and again', async (t) => {
  const { text, lists } = await start(t, 10_000);
  assert.equal((text.match(/"singly":true/g) ?? []).length, NAMES.length);
  assert.ok(lists <= 8, `${lists} were read`);
});

test('without memory for it, a request is refused, and holds nothing', async (t) => {
  const { status, memory } = await start(t, 1000, { memoryBytes: 512 * 1024 });
  assert.equal(status, 503);
  await eventually(() => assert.equal(memory.usedBytes, 0));
});
