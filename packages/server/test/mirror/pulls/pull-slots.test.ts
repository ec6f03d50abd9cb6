// A slow upstream keeps only its own pulls waiting: each upstream has slots of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually, startFaultyProxy, startRegistry } from '@prime-registry/testkit';
import { upstreamAt } from '../chain.ts';

const SLOTS = 32;
const READERS = SLOTS + 8;

test('the pulls of a slow upstream keep no slot of another, whose tarballs are served', async () => {
  const origin = await startRegistry();
  const slow = await startFaultyProxy(origin.baseUrl);
  const quick = await startFaultyProxy(origin.baseUrl);
  const mirror = await startRegistry({
    upstreams: [
      upstreamAt(slow.baseUrl, { scopes: ['@acme'], timeoutMs: 600_000 }),
      upstreamAt(quick.baseUrl, { scopes: ['@other'] }),
    ],
  });
  const leaving = new AbortController();
  const gone: Promise<unknown>[] = [];
  try {
    for (let index = 0; index < READERS; index += 1) {
      await origin.author.mustPublish({ version: `1.${index}.0` });
    }
    await origin.stranger.mustPublish({ name: '@other/tea' });
    const pulls = () => slow.requests.filter((request) => request.endsWith('/tarball')).length;
    slow.fault = ({ path }) => (path.endsWith('/tarball') ? { kind: 'stall' } : undefined);
    for (let index = 0; index < READERS; index += 1) {
      const url = `${mirror.baseUrl}/pack/@acme/web-style/1.${index}.0/tarball`;
      const read = fetch(url, { signal: leaving.signal }).then((answer) => answer.arrayBuffer());
      gone.push(read.catch(() => undefined));
    }
    await eventually(async () => assert.equal(pulls(), SLOTS));

    const read = mirror.anonymous.get('/pack/@other/tea/1.0.0/tarball');
    const answer = await Promise.race([read, delay(60_000, undefined, { ref: false })]);
    assert.equal(answer?.status, 200);
    // Readers that leave do not change that.
    leaving.abort();
    await Promise.all(gone);
    assert.equal((await mirror.anonymous.get('/pack/@other/tea/1.0.0/tarball')).status, 200);
    assert.equal(pulls(), SLOTS, 'the others wait for a slot of their upstream');
  } finally {
    leaving.abort();
    await mirror.stop();
    await Promise.all([slow.close(), quick.close()]);
    await origin.stop();
  }
});
