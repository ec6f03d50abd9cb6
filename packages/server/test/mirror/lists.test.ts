// Version lists of upstreams: fresh for a while, revalidated by entity tag, and stale with their age during
// an outage.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually, expectProblem } from '@prime-registry/testkit';
import { LIST, MANIFEST, startChain, TARBALL } from './chain.ts';

const versionsOf = (answer: {
  readonly json: { versions: { version: string; yanked?: true }[] };
}): string[] => answer.json.versions.map(({ version, yanked }) => `${version}${yanked ? ' yanked' : ''}`);

// The response cache uses the clock of the machine.
const NO_MEMORY = { responseCacheBytes: 0 };

describe('the list of an upstream', () => {
  test('is fresh for as long as the setting says, and then revalidated by its tag', async () => {
    await using chain = await startChain({ listMaxAgeMs: 60_000 }, NO_MEMORY);
    const { origin, mirror, link, wait } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    for (let round = 0; round < 3; round += 1) assert.equal((await mirror.anonymous.get(LIST)).status, 200);
    assert.equal(link.requests.length, 1);
    await origin.author.mustPublish({ version: '1.1.0' });
    assert.deepEqual(versionsOf(await mirror.anonymous.get(LIST)), ['1.0.0']);
    wait(61_000);
    const renewed = await mirror.anonymous.get(LIST);
    assert.deepEqual(versionsOf(renewed), ['1.0.0', '1.1.0']);
    assert.equal(renewed.json.latest, '1.1.0');
    assert.equal(link.requests.length, 2);
    wait(61_000);
    assert.deepEqual(versionsOf(await mirror.anonymous.get(LIST)), ['1.0.0', '1.1.0']);
    assert.equal(link.requests.length, 3);
  });

  test('is not in the response cache for longer than it is fresh', async () => {
    await using chain = await startChain({ listMaxAgeMs: 200 });
    const { origin, mirror } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    for (let round = 0; round < 3; round += 1) await mirror.anonymous.get(LIST);
    await origin.author.mustPublish({ version: '1.1.0' });
    await eventually(async () =>
      assert.deepEqual(versionsOf(await mirror.anonymous.get(LIST)), ['1.0.0', '1.1.0']),
    );
  });

  test('is answered with its age during an outage of the upstream, also after a restart', async () => {
    await using chain = await startChain({ listMaxAgeMs: 60_000 }, NO_MEMORY);
    const { origin, mirror, link, wait } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    const fresh = await mirror.anonymous.get(LIST);
    assert.equal(fresh.headers.get('age'), '0');
    assert.match(fresh.headers.get('cache-status') ?? '', /^prime-registry; hit; ttl=(59|60)$/);
    await link.close();
    wait(3_600_000);
    for (let round = 0; round < 2; round += 1) {
      const stale = await mirror.anonymous.get(LIST);
      assert.equal(stale.status, 200);
      assert.deepEqual(stale.json, fresh.json);
      assert.ok(Math.abs(Number(stale.headers.get('age')) - 3600) < 10);
      assert.match(
        stale.headers.get('cache-status') ?? '',
        /^prime-registry; hit; ttl=-35[0-9]{2}; fwd=stale/,
      );
    }
  });

  test('is not fresh for longer because a clock was set back', async () => {
    await using chain = await startChain({ listMaxAgeMs: 60_000 }, NO_MEMORY);
    const { origin, mirror, link, wait } = chain;
    const other = '/pack/@acme/other';
    await origin.author.mustPublish({ version: '1.0.0' });
    await mirror.anonymous.get(LIST);
    assert.equal((await mirror.anonymous.get(other)).status, 404);
    await origin.author.mustPublish({ version: '1.1.0' });
    await origin.author.mustPublish({ name: '@acme/other' });
    wait(-3_600_000);
    const asked = link.requests.length;
    assert.deepEqual(versionsOf(await mirror.anonymous.get(LIST)), ['1.0.0', '1.1.0']);
    assert.deepEqual(versionsOf(await mirror.anonymous.get(LIST)), ['1.0.0', '1.1.0']);
    assert.equal(link.requests.length, asked + 1, 'asked once, then fresh');
    assert.equal((await mirror.anonymous.get(other)).status, 200);
    await link.close();
    wait(-3_600_000);
    const { status, headers } = await mirror.anonymous.get(LIST);
    assert.deepEqual([status, headers.get('age')], [200, null], 'during an outage, its age is unknown');
  });

  test('if stale, is not awaited for longer than a second', async () => {
    await using chain = await startChain({ listMaxAgeMs: 1000 }, NO_MEMORY);
    const { origin, mirror, link, wait } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    await mirror.anonymous.get(LIST);
    wait(5000);
    link.fault = () => ({ kind: 'hang' });
    const answer = await Promise.race([mirror.anonymous.get(LIST), delay(20_000, undefined, { ref: false })]);
    assert.equal(answer?.status, 200);
  });

  test('that was never read is not absent while the upstream does not answer', async () => {
    await using chain = await startChain({}, NO_MEMORY);
    const { mirror, link } = chain;
    for (const fault of [
      { kind: 'reset' },
      { kind: 'answer', status: 500 },
      { kind: 'answer', status: 403 },
      { kind: 'answer', status: 200, body: '<html>hello</html>' },
      { kind: 'answer', status: 301, headers: { location: 'http://192.0.2.1/' } },
      { kind: 'truncate' },
    ] as const) {
      link.fault = () => fault;
      for (const path of [LIST, MANIFEST, TARBALL]) {
        const answer = await mirror.anonymous.get(path);
        expectProblem(answer, 'upstream_unavailable');
        assert.match(answer.headers.get('retry-after') ?? '', /^[0-9]+$/);
      }
    }
  });

  test('reports yanks, and the same versions here are yanked too', async () => {
    await using chain = await startChain({ listMaxAgeMs: 60_000 }, NO_MEMORY, { allowStableYank: true });
    const { origin, mirror, wait } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    await origin.author.mustPublish({ version: '1.1.0' });
    for (const version of ['1.0.0', '1.1.0']) {
      assert.equal((await mirror.anonymous.get(`${LIST}/${version}/tarball`)).status, 200);
      await eventually(async () =>
        assert.equal(
          (await mirror.store.listVersions('@acme/web-style')).length,
          version === '1.0.0' ? 1 : 2,
        ),
      );
    }
    await mirror.anonymous.get(LIST);
    assert.equal((await origin.author.yank('@acme/web-style', '1.1.0')).status, 200);
    wait(61_000);
    const list = await mirror.anonymous.get(LIST);
    assert.deepEqual(versionsOf(list), ['1.0.0']);
    assert.equal(list.json.latest, '1.0.0');
    assert.deepEqual(versionsOf(await mirror.anonymous.get(`${LIST}?yanked=include`)), [
      '1.0.0',
      '1.1.0 yanked',
    ]);
    assert.equal((await mirror.anonymous.get(`${LIST}/1.1.0`)).json.yanked, true);
    assert.equal((await mirror.anonymous.get(`${LIST}/1.1.0/tarball`)).status, 200);
    assert.equal((await mirror.anonymous.get('/search?q=web')).json.results[0].version, '1.0.0');
  });

  test('keeps versions that are here when the upstream loses them', async () => {
    await using chain = await startChain({ listMaxAgeMs: 60_000 }, NO_MEMORY);
    const { origin, mirror, link, wait } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    await mirror.anonymous.get(TARBALL);
    await eventually(async () =>
      assert.equal((await mirror.store.listVersions('@acme/web-style')).length, 1),
    );
    await mirror.anonymous.get(LIST);
    link.fault = () => ({ kind: 'answer', status: 404 });
    wait(61_000);
    for (let round = 0; round < 2; round += 1) {
      assert.deepEqual(versionsOf(await mirror.anonymous.get(LIST)), ['1.0.0']);
      assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
    }
  });
});
