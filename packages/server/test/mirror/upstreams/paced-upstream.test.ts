// Retries with backoff for temporary failures, and none for permanent ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RegistryRequestError } from '@prime-registry/client';
import { RegistryError } from '@prime-registry/protocol';
import { paceUpstream } from '../../../src/mirror/upstreams/paced-upstream.ts';
import { RequestPace } from '../../../src/mirror/upstreams/request-pace.ts';
import type { Upstream } from '../../../src/mirror/upstreams/upstream.ts';

const never = new AbortController().signal;

/** An upstream with these failures before it answers; records when it was asked. */
function failing(...failures: Partial<ConstructorParameters<typeof RegistryRequestError>[1]>[]) {
  const asked: number[] = [];
  const clock = {
    nowMs: 0,
    now: () => clock.nowMs,
    async sleep(forMs: number) {
      clock.nowMs += forMs;
    },
  };
  const answer = async (): Promise<undefined> => {
    const failure = failures[asked.length];
    asked.push(Math.round(clock.nowMs));
    if (failure === undefined) return undefined;
    const details = {
      registry: 'https://a.example',
      request: 'GET /',
      reason: 'status',
      ...failure,
    } as const;
    const cause = new RegistryRequestError('It failed.', details);
    throw new RegistryError('upstream_unavailable', { detail: 'It failed.' }, { cause });
  };
  const registry = { url: '', fetchManifest: answer, openTarball: answer } as Partial<Upstream> as Upstream;
  return { upstream: paceUpstream(registry, new RequestPace(1000, never, clock)), asked };
}

test('a temporary failure is retried, with growing pauses', async () => {
  const { upstream, asked } = failing(
    { status: 503 },
    { reason: 'unreachable' },
    { status: 429 },
    { reason: 'timeout' },
  );
  assert.equal(await upstream.fetchManifest('@a/b', '1.0.0'), undefined);
  assert.deepEqual(asked, [0, 500, 1500, 3500, 7500]);
});

test('a retry waits as long as the upstream says', async () => {
  const { upstream, asked } = failing(
    { status: 429, retryAfterMs: 30_000 },
    { status: 503, retryAfterMs: 120_000 },
  );
  await upstream.fetchManifest('@a/b', '1.0.0');
  assert.deepEqual(asked, [0, 30_000, 150_000]);
});

test('other requests to it wait as well', async () => {
  const { upstream, asked } = failing({ status: 503, retryAfterMs: 5000 });
  const first = upstream.fetchManifest('@a/b', '1.0.0');
  await new Promise(setImmediate);
  await Promise.all([first, upstream.fetchManifest('@a/c', '1.0.0')]);
  assert.ok(
    asked.slice(1).every((atMs) => atMs >= 5000),
    asked.join(),
  );
});

test('retries are bounded, and a very long pause is not awaited', async () => {
  const away = failing(...Array.from({ length: 20 }, () => ({ status: 503 })));
  await assert.rejects(away.upstream.fetchManifest('@a/b', '1.0.0'), RegistryError);
  assert.equal(away.asked.length, 6);
  const long = failing({ status: 503, retryAfterMs: 120_001 });
  await assert.rejects(long.upstream.fetchManifest('@a/b', '1.0.0'), RegistryError);
  assert.equal(long.asked.length, 1);
});

test('a permanent failure is not retried', async () => {
  for (const failure of [
    { status: 401 },
    { status: 500 },
    { reason: 'malformed' },
    { reason: 'corrupt' },
  ] as const) {
    const { upstream, asked } = failing(failure);
    await assert.rejects(upstream.fetchManifest('@a/b', '1.0.0'), RegistryError);
    assert.equal(asked.length, 1, JSON.stringify(failure));
  }
});

test('a tarball, which the client itself retries, is retried here only after a 429', async () => {
  const busy = failing({ status: 429 }, { status: 429 });
  await busy.upstream.openTarball('@a/b', '1.0.0', '', never);
  assert.equal(busy.asked.length, 3);
  const lost = failing({ status: 503 });
  await assert.rejects(lost.upstream.openTarball('@a/b', '1.0.0', '', never), RegistryError);
  assert.equal(lost.asked.length, 1);
});
