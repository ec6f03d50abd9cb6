// Who copies much waits for a registry that is away for a moment, and asks again; not for what waiting does not mend.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RegistryRequestError } from '@prime-registry/client';
import { RegistryError } from '@prime-registry/protocol';
import { paceUpstream } from '../../src/mirror/upstreams/paced-upstream.ts';
import { RequestPace } from '../../src/mirror/upstreams/request-pace.ts';
import type { Upstream } from '../../src/mirror/upstreams/upstream.ts';

const never = new AbortController().signal;

/** A registry that fails so before it answers; how often it was asked, and when. */
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

test('it is asked again when it is away for a moment, later and later', async () => {
  const { upstream, asked } = failing(
    { status: 503 },
    { reason: 'unreachable' },
    { status: 429 },
    { reason: 'timeout' },
  );
  assert.equal(await upstream.fetchManifest('@a/b', '1.0.0'), undefined);
  assert.deepEqual(asked, [0, 500, 1500, 3500, 7500]);
});

test('it is asked again when it says', async () => {
  const { upstream, asked } = failing(
    { status: 429, retryAfterMs: 30_000 },
    { status: 503, retryAfterMs: 120_000 },
  );
  await upstream.fetchManifest('@a/b', '1.0.0');
  assert.deepEqual(asked, [0, 30_000, 150_000]);
});

test('others who ask it wait as well', async () => {
  const { upstream, asked } = failing({ status: 503, retryAfterMs: 5000 });
  const first = upstream.fetchManifest('@a/b', '1.0.0');
  await new Promise(setImmediate);
  await Promise.all([first, upstream.fetchManifest('@a/c', '1.0.0')]);
  assert.ok(
    asked.slice(1).every((atMs) => atMs >= 5000),
    asked.join(),
  );
});

test('it is not asked for ever, nor when it says that it will be long', async () => {
  const away = failing(...Array.from({ length: 20 }, () => ({ status: 503 })));
  await assert.rejects(away.upstream.fetchManifest('@a/b', '1.0.0'), RegistryError);
  assert.equal(away.asked.length, 6);
  const long = failing({ status: 503, retryAfterMs: 120_001 });
  await assert.rejects(long.upstream.fetchManifest('@a/b', '1.0.0'), RegistryError);
  assert.equal(long.asked.length, 1);
});

test('what waiting does not mend fails at once', async () => {
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

test('a tarball, for which has been waited already, is asked for again only where everybody asks too much', async () => {
  const busy = failing({ status: 429 }, { status: 429 });
  await busy.upstream.openTarball('@a/b', '1.0.0', '', never);
  assert.equal(busy.asked.length, 3);
  const lost = failing({ status: 503 });
  await assert.rejects(lost.upstream.openTarball('@a/b', '1.0.0', '', never), RegistryError);
  assert.equal(lost.asked.length, 1);
});
