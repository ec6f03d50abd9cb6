// Owners of names: a name that is published here is never requested from an upstream, and each name belongs
// to one registry.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getValue, parsePrimeName } from '@prime-registry/protocol';
import { eventually, expectProblem, startRegistry } from '@prime-registry/testkit';
import { MirroredLists } from '../../src/mirror/lists/mirrored-lists.ts';
import type { Upstream } from '../../src/mirror/upstreams/upstream.ts';
import { LIST, MANIFEST, startChain, TARBALL, upstreamAt } from './chain.ts';

const NO_MEMORY = { responseCacheBytes: 0 };

describe('a name', () => {
  test('of a scope with a version published here is never asked for upstream', async () => {
    await using chain = await startChain({}, NO_MEMORY);
    const { origin, mirror, link } = chain;
    await mirror.author.mustPublish({ name: '@acme/own', version: '1.0.0' });
    await origin.author.mustPublish({ version: '1.0.0' });
    await origin.author.mustPublish({ name: '@acme/own', version: '9.0.0' });
    for (const path of [LIST, MANIFEST, TARBALL, '/pack/@acme/own/9.0.0', '/pack/@acme/own/9.0.0/tarball'])
      assert.equal((await mirror.anonymous.get(path)).status, 404, path);
    assert.equal((await mirror.anonymous.get('/pack/@acme/own')).json.latest, '1.0.0');
    assert.deepEqual(link.requests, []);
  });

  test('of a reserved scope is never requested, whether or not it exists, and during outages', async () => {
    await using chain = await startChain({}, { ...NO_MEMORY, localScopes: ['@acme'] });
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    for (const path of [LIST, MANIFEST, TARBALL])
      expectProblem(await mirror.anonymous.get(path), 'prime_not_found');
    await link.close();
    for (const path of [LIST, MANIFEST, TARBALL])
      expectProblem(await mirror.anonymous.get(path), 'prime_not_found');
    assert.deepEqual(link.requests, []);
  });

  test('of a scope that an upstream may not supply is not asked for there', async () => {
    await using chain = await startChain({ scopes: ['@other'] }, NO_MEMORY);
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    await origin.stranger.mustPublish({ name: '@other/p', version: '1.0.0' });
    expectProblem(await mirror.anonymous.get(LIST), 'prime_not_found');
    assert.deepEqual(link.requests, []);
    assert.equal((await mirror.anonymous.get('/pack/@other/p')).status, 200);
  });

  test('that came from an upstream cannot be published here', async () => {
    await using chain = await startChain({}, NO_MEMORY);
    const { origin, mirror } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    await mirror.anonymous.get(TARBALL);
    await eventually(async () =>
      assert.equal((await mirror.store.listVersions('@acme/web-style')).length, 1),
    );
    const answer = await mirror.author.publish({ version: '2.0.0' });
    expectProblem(answer, 'name_of_another_registry');
    assert.match(answer.json.detail, /@acme\/web-style came from http:.*Publish under a name of your own/);
    assert.equal((await mirror.author.publish({ name: '@acme/new', version: '2.0.0' })).status, 201);
  });

  test('belongs to the first upstream in order that has it, and to no other if that one lacks the version', async () => {
    const first = await startRegistry();
    const second = await startRegistry();
    const mirror = await startRegistry({
      ...NO_MEMORY,
      upstreams: [upstreamAt(first.baseUrl), upstreamAt(second.baseUrl)],
    });
    try {
      await first.author.mustPublish({ version: '1.0.0', description: 'of the first' });
      await second.author.mustPublish({ version: '1.0.0', description: 'of the second' });
      await second.author.mustPublish({ version: '2.0.0' });
      await second.author.mustPublish({ name: '@acme/only', version: '1.0.0' });
      assert.equal((await mirror.anonymous.get(MANIFEST)).json.description, 'of the first');
      expectProblem(await mirror.anonymous.get(`${LIST}/2.0.0`), 'prime_not_found');
      expectProblem(await mirror.anonymous.get(`${LIST}/2.0.0/tarball`), 'prime_not_found');
      assert.equal((await mirror.anonymous.get(LIST)).json.latest, '1.0.0');
      const tarball = await mirror.anonymous.get(TARBALL);
      assert.deepEqual(tarball.bytes, (await first.anonymous.get(TARBALL)).bytes);
      for (const path of ['', '/1.0.0', '/1.0.0/tarball'])
        assert.equal((await mirror.anonymous.get(`/pack/@acme/only${path}`)).status, 200, path);
    } finally {
      await Promise.all([mirror.stop(), first.stop(), second.stop()]);
    }
  });

  test('is not taken from the next upstream while the one before it does not answer', async () => {
    const second = await startRegistry();
    await using chain = await startChain();
    const mirror = await startRegistry({
      ...NO_MEMORY,
      upstreams: [upstreamAt(chain.link.baseUrl), upstreamAt(second.baseUrl)],
    });
    try {
      await second.author.mustPublish({ version: '1.0.0' });
      chain.link.fault = () => ({ kind: 'answer', status: 500 });
      for (const path of [LIST, MANIFEST, TARBALL])
        expectProblem(await mirror.anonymous.get(path), 'upstream_unavailable');
    } finally {
      await Promise.all([mirror.stop(), second.stop()]);
    }
  });

  test('stays with the upstream that its versions came from', async () => {
    const second = await startRegistry();
    const first = await startRegistry();
    const mirror = await startRegistry({
      ...NO_MEMORY,
      upstreams: [
        upstreamAt(first.baseUrl, { listMaxAgeMs: 1 }),
        upstreamAt(second.baseUrl, { listMaxAgeMs: 1 }),
      ],
    });
    try {
      await second.author.mustPublish({ version: '1.0.0' });
      await mirror.anonymous.get(TARBALL);
      await eventually(async () =>
        assert.equal((await mirror.store.listVersions('@acme/web-style')).length, 1),
      );
      await first.author.mustPublish({ version: '6.6.6', description: 'somebody else took the name' });
      const list = await mirror.anonymous.get(LIST);
      assert.deepEqual([list.json.latest, list.json.origin], ['1.0.0', second.baseUrl]);
      assert.equal((await mirror.anonymous.get(`${LIST}/6.6.6/tarball`)).status, 404);
    } finally {
      await Promise.all([mirror.stop(), first.stop(), second.stop()]);
    }
  });

  test('is not bound by a list, nor changed by that of an upstream to which it does not belong', async () => {
    const second = await startRegistry();
    await using chain = await startChain({}, NO_MEMORY, { allowStableYank: true });
    const { origin, link } = chain;
    const upstreams = [upstreamAt(second.baseUrl), upstreamAt(link.baseUrl)];
    const mirror = await startRegistry({ ...NO_MEMORY, upstreams });
    try {
      await origin.author.mustPublish({ version: '1.0.0' });
      await origin.author.yank('@acme/web-style', '1.0.0');
      await mirror.anonymous.get(LIST);
      await mirror.anonymous.get(MANIFEST);
      await mirror.anonymous.get('/search?q=web');
      assert.equal((await mirror.store.findStanding('@acme/web-style')).origin, undefined);
      assert.equal((await mirror.author.publish({ version: '2.0.0' })).status, 201);

      // A version is published here while the list of an upstream is on its way.
      const removal = { keepsRemoved: false, withInventory: refuse, onKept: refuse };
      const rest = { removal, now: Date.now, onFailure: () => undefined };
      const lists = new MirroredLists({ store: mirror.store, ...rest });
      const name = getValue(parsePrimeName('@other/tea'));
      await mirror.stranger.mustPublish({ name: name.full, version: '1.0.0' });
      const versions = [{ version: '1.0.0', publishedAtMs: 0, yanked: true }];
      const elsewhere = { ...NO_UPSTREAM, fetchList: async () => ({ etag: undefined, versions }) };
      await lists.refresh(name, [elsewhere]);
      assert.equal((await mirror.store.listVersions(name.full))[0]?.yanked, false);
    } finally {
      await Promise.all([mirror.stop(), second.stop()]);
    }
  });
});

/** An upstream that must not be asked for anything. */
const NO_UPSTREAM: Upstream = {
  ...{ url: 'https://elsewhere.example', listMaxAgeMs: 1, supplies: () => true },
  ...{
    fetchList: refuse,
    fetchManifest: refuse,
    fetchSourceManifest: refuse,
    fetchSignatures: refuse,
    openTarball: refuse,
  },
  ...{ listPrimes: refuse, readChanges: refuse, describeLog: refuse, proveVersion: refuse },
  ...{ findAtomHomes: refuse, search: refuse, close: refuse },
};

function refuse(): Promise<never> {
  return Promise.reject(new Error('must not be asked'));
}
