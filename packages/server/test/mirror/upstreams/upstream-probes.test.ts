// The rounds of requests with which a registry tries its upstreams.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { RegistryError } from '@prime-registry/protocol';
import type { Upstream } from '../../../src/mirror/upstreams/upstream.ts';
import { UpstreamProbes } from '../../../src/mirror/upstreams/upstream-probes.ts';

const URL = 'https://primes.example';

/** Probes of one upstream, which fails with these texts, one for each round; undefined for an answer. */
function probesOf(rounds: (string | undefined)[], isKnown: boolean) {
  const notes: string[] = [];
  let asked = 0;
  const upstream = {
    url: URL,
    fetchList: async () => {
      const failure = rounds[asked];
      asked += 1;
      if (failure !== undefined) throw new RegistryError('upstream_unavailable', { detail: failure });
    },
  } as unknown as Upstream;
  const probes = new UpstreamProbes({
    upstreams: [upstream],
    known: { isKnown: async () => isKnown },
    onFailure: (url, reason) => notes.push(`${url}: ${reason}`),
    onRecovery: (url) => notes.push(`${url} answers again`),
  });
  return { probes, notes, asked: () => asked };
}

/** Lets a round end. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a failure is noted once for each reason, and so is the recovery; then nobody is asked', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { probes, notes, asked } = probesOf(['refused', 'refused', 'silent', undefined, 'unasked'], true);
  probes.start();
  for (let round = 0; round < 6; round += 1) {
    await settle();
    mock.timers.tick(1_000_000);
  }
  await probes.stop();
  assert.deepEqual(notes, [`${URL}: refused`, `${URL}: silent`, `${URL} answers again`]);
  assert.equal(asked(), 4);
});

test('an upstream that is known already is asked once, at the start', async () => {
  const { probes, notes, asked } = probesOf([undefined], true);
  probes.start();
  await settle();
  await probes.stop();
  assert.deepEqual([asked(), notes], [1, []]);
});
