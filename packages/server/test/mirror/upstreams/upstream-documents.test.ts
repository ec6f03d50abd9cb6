// Long lists and manifests of upstreams are read in worker threads, a few at a time, with their memory
// accounted.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { buildTarball, eventually, expectProblem, startRegistry } from '@prime-registry/testkit';
import { ThreadPool } from '@prime-registry/threads';
import { MemoryBudget } from '../../../src/http/admission/memory-budget.ts';
import { KnownUpstreams } from '../../../src/mirror/upstreams/known-upstreams.ts';
import { openRegistryUpstream } from '../../../src/mirror/upstreams/registry-upstream.ts';
import type { Upstream } from '../../../src/mirror/upstreams/upstream.ts';
import { DOCUMENTS_AT_ONCE } from '../../../src/mirror/upstreams/upstream-documents.ts';
import { upstreamAt } from '../chain.ts';

const MIB = 2 ** 20;

function listOf(name: string, count: number): string {
  const versions = Array.from({ length: count }, (_, index) => ({
    version: `1.${count - index}.0-a.b.c.d.e`,
    published_at: '2026-01-02T03:04:05Z',
  }));
  return JSON.stringify({ name, versions, latest: '1.0.0' });
}

function manifestOf(name: string, namespaces: number, fields: object = {}): string {
  return JSON.stringify({
    ...{ name, version: '1.0.0', description: 'x', license: 'MIT', atoms: 1, 'prime-version': '1' },
    namespaces: Array.from({ length: namespaces }, (_, index) => `@acme/n${index}`),
    ...{
      sha256: 'a'.repeat(64),
      tarball_url: 'x',
      size_bytes: 10,
      published_at: '2026-01-02T03:04:05Z',
      yanked: false,
    },
    ...fields,
  });
}

/** Starts a server with lists and manifests of any name. */
function startUpstream(t: TestContext, versions: number, namespaces: number): Promise<string> {
  return serve(t, ({ url = '' }, response) => {
    const [, path = '', isManifest] = /^\/pack\/([^?]*?)(\/1\.0\.0)?(?:\?.*)?$/.exec(url) ?? [];
    const name = decodeURIComponent(path);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(isManifest ? manifestOf(name, namespaces) : listOf(name, versions));
  });
}

async function serve(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Notes the tasks that pools open, and how many of one kind are open at the same time. */
function watchTasks(t: TestContext) {
  const opened: string[] = [];
  const seen = { opened, open: 0, mostOpen: 0 };
  const { open: original } = ThreadPool.prototype;
  t.mock.method(ThreadPool.prototype, 'open', function (this: never, ...given: Parameters<typeof original>) {
    const task = original.apply(this, given);
    opened.push(given[0]);
    seen.open += 1;
    seen.mostOpen = Math.max(seen.mostOpen, seen.open);
    let isOpen = true;
    const close = (): void => {
      if (isOpen) seen.open -= 1;
      isOpen = false;
      task.close();
    };
    return { ...task, close };
  });
  return seen;
}

test('many long lists are read in threads, a few at a time', async (t) => {
  const seen = watchTasks(t);
  const mirror = await startRegistry({ upstreams: [upstreamAt(await startUpstream(t, 1000, 1))] });
  t.after(() => mirror.stop());
  const names = Array.from({ length: 3 * DOCUMENTS_AT_ONCE }, (_, index) => `/pack/@acme/p${index}`);
  const answers = await Promise.all(names.map((path) => mirror.anonymous.get(path)));
  for (const { json } of answers) {
    assert.equal(json.versions.length, 1000);
    assert.equal(json.versions[0].version, '1.1.0-a.b.c.d.e');
    assert.equal(json.latest, '1.1000.0-a.b.c.d.e');
  }
  assert.deepEqual(
    seen.opened,
    names.map(() => 'readVersionList'),
  );
  assert.ok(seen.mostOpen <= DOCUMENTS_AT_ONCE, `${seen.mostOpen} tasks were open`);
});

test('a long manifest is checked in a thread, a short one is not', async (t) => {
  const seen = watchTasks(t);
  const [long, short] = [await startUpstream(t, 1, 1000), await startUpstream(t, 1, 1)];
  for (const [url, opened] of [
    [long, ['checkManifest']],
    [short, []],
  ] as const) {
    seen.opened.length = 0;
    const mirror = await startRegistry({ upstreams: [upstreamAt(url)] });
    const answer = await mirror.anonymous.get('/pack/@acme/p/1.0.0');
    await mirror.stop();
    assert.equal(answer.status, 200);
    assert.deepEqual(seen.opened, opened);
  }
});

test('a manifest that could not be published here is refused, also when a thread has read it', async (t) => {
  const url = await startUpstream(t, 1, 20_000);
  const mirror = await startRegistry({ upstreams: [upstreamAt(url)] });
  t.after(() => mirror.stop());
  const answer = await mirror.anonymous.get('/pack/@acme/p/1.0.0');
  expectProblem(answer, 'upstream_mismatch');
  assert.match(
    answer.json.detail,
    /manifest of @acme\/p 1\.0\.0 that this registry does not accept: manifest/,
  );
});

/** An upstream whose documents are accounted in a budget. */
function openAccounted(t: TestContext, url: string, memory: MemoryBudget): Upstream {
  const store = { isKnownUpstream: async () => true, noteKnownUpstream: async () => undefined };
  const known = new KnownUpstreams({ store, now: Date.now, onFailure: assert.ifError });
  const upstream = openRegistryUpstream(upstreamAt(url), { known, memory });
  t.after(() => upstream.close());
  return upstream;
}

test('documents for which there is no memory are a 503 until others were read', async (t) => {
  const url = await startUpstream(t, 10_000, 1);
  const memory = new MemoryBudget(8 * MIB);
  const upstream = openAccounted(t, url, memory);
  const read = (name: string) => upstream.fetchList(`@acme/${name}`, undefined);
  const others = memory.take('address 192.0.2.1', 4 * MIB);
  assert.equal((await read('alone'))?.versions.length, 10_000);
  const answers = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(read));
  const refused = answers.filter(({ status }) => status === 'rejected');
  assert.ok(refused.length > 0);
  for (const answer of refused) {
    const { reason } = answer as PromiseRejectedResult;
    assert.equal(reason.code, 'overloaded');
    assert.match(reason.message, new RegExp(`^Too much is being read from ${url} at the moment`));
  }
  assert.equal((await read('afterwards'))?.versions.length, 10_000);
  others?.();
  assert.equal(memory.usedBytes, 0);
});

test('searches and pages of Primes are accounted while they arrive', async (t) => {
  const description = 'x'.repeat(400_000);
  const hit = { ...{ name: '@acme/p', version: '1.0.0', description }, score: 1 };
  const prime = { ...{ name: '@acme/p', latest: '1.0.0', versions: 1 }, description };
  const bodies = { '/search': { results: [hit], total: 1 }, '/-/primes': { primes: [prime] } };
  const isHeld = { '/search': Promise.resolve(), '/-/primes': Promise.resolve() };
  const url = await serve(t, async ({ url: target = '' }, response) => {
    const path = target.startsWith('/search') ? '/search' : '/-/primes';
    const body = JSON.stringify(bodies[path]);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(body.slice(0, -1));
    await isHeld[path];
    response.end(body.slice(-1));
  });
  const memory = new MemoryBudget(8 * MIB);
  const upstream = openAccounted(t, url, memory);
  const reads = {
    '/search': (text: string) => upstream.search(text, 100, AbortSignal.timeout(60_000)),
    '/-/primes': () => upstream.listPrimes('@acme', undefined),
  };
  for (const path of ['/search', '/-/primes'] as const) {
    let goOn = (): void => undefined;
    isHeld[path] = new Promise((resolve) => {
      goOn = resolve;
    });
    const running = Array.from({ length: 20 }, (_, index) => reads[path](`text ${index}`));
    const outcomes = Promise.allSettled(running);
    await eventually(async () => assert.ok(memory.usedBytes > MIB, `${path} uses ${memory.usedBytes} bytes`));
    // Those that were refused ended at once; the others wait for their last byte.
    await assert.rejects(Promise.race(running), { code: 'overloaded' });
    goOn();
    const codes = (await outcomes).map((outcome) =>
      outcome.status === 'fulfilled' ? 'read' : outcome.reason.code,
    );
    assert.deepEqual([...new Set(codes)].toSorted(), ['overloaded', 'read'], path);
    assert.equal(memory.usedBytes, 0, path);
  }
});

test('pulls that never end leave tasks for uploads', async (t) => {
  const seen = watchTasks(t);
  const tarball = Buffer.alloc(64 * 1024, 'x');
  let hanging = 0;
  const url = await serve(t, ({ url: path = '' }, response) => {
    response.writeHead(200, {
      'content-type': path.endsWith('/tarball') ? 'application/gzip' : 'application/json',
    });
    const [, version = ''] = /\/(1\.[^/?]*)/.exec(path) ?? [];
    if (path.endsWith('/tarball')) {
      hanging += 1;
      response.write(buildTarball({ 'noise.bin': randomBytes(64 * 1024) }).subarray(0, tarball.length));
    } else response.end(manifestOf('@acme/p', 1, { version, size_bytes: 10 * tarball.length }));
  });
  const mirror = await startRegistry({ maxUploads: 1, upstreams: [upstreamAt(url, { timeoutMs: 600_000 })] });
  const leaving = new AbortController();
  const reads = Array.from({ length: 60 }, (_, index) =>
    fetch(`${mirror.baseUrl}/pack/@acme/p/1.${index}.0/tarball`, { signal: leaving.signal })
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined),
  );
  try {
    await eventually(async () => {
      assert.equal(hanging, 32);
      assert.equal(seen.open, 32, 'each of them has a task');
    });
    const files = { 'noise.bin': randomBytes(64 * 1024) };
    await mirror.stranger.mustPublish({ name: '@other/tea', files });
    assert.ok(seen.mostOpen <= 34, `${seen.mostOpen} tasks were open`);
  } finally {
    leaving.abort();
    await mirror.stop();
    await Promise.all(reads);
  }
});
