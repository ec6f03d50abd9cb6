// Which 404 of an upstream a mirror believes. After one, it asks the next upstream, and the name then belongs
// to that one: so a proxy in front of an upstream must not be able to send it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually, expectProblem, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import type { UpstreamSettings } from '../../../src/mirror/upstreams/upstream.ts';
import { type Chain, LIST, MANIFEST, startChain, TARBALL, upstreamAt } from '../chain.ts';

const NO_MEMORY = { responseCacheBytes: 0 };
const answer = (body: string, type?: string) =>
  ({
    kind: 'answer',
    status: 404,
    body,
    headers: type === undefined ? {} : { 'content-type': type },
  }) as const;
const PROXY = answer('default backend - 404', 'text/plain');
const PAGES = [answer('<p>x</p>', 'text/html; charset=utf-8'), answer('<!doctype html><title>404</title>')];

/** A chain, and a second upstream that has a Prime of the same name. */
async function withImpostor(
  settings: Partial<UpstreamSettings>,
  work: (setup: { chain: Chain; mirror: TestRegistry }) => Promise<void>,
): Promise<void> {
  await using chain = await startChain();
  const second = await startRegistry();
  const upstreams = [upstreamAt(chain.link.baseUrl, settings), upstreamAt(second.baseUrl)];
  const mirror = await startRegistry({ ...NO_MEMORY, upstreams });
  try {
    await second.author.mustPublish({ version: '1.0.0', description: 'of the impostor' });
    await work({ chain, mirror });
  } finally {
    await Promise.all([mirror.stop(), second.stop()]);
  }
}

describe('a 404', () => {
  test('of an upstream that once explained an error counts only if it is explained', async () => {
    await withImpostor({}, async ({ chain, mirror }) => {
      expectProblem(await mirror.anonymous.get('/pack/@acme/absent'), 'prime_not_found');
      for (const fault of [PROXY, answer(''), answer('{"error":"no"}', 'application/json'), ...PAGES]) {
        chain.link.fault = () => fault;
        for (const path of [LIST, MANIFEST, TARBALL]) {
          const refused = await mirror.anonymous.get(path);
          expectProblem(refused, 'upstream_unavailable');
          assert.match(refused.json.detail, /404/);
        }
      }
      chain.link.fault = () => undefined;
      await chain.origin.author.mustPublish({ version: '1.0.0', description: 'genuine' });
      assert.equal((await mirror.anonymous.get(MANIFEST)).json.description, 'genuine');
    });
  });

  test('that is explained is remembered in the store, so also after a restart', async () => {
    await using chain = await startChain({}, NO_MEMORY);
    const { mirror, link } = chain;
    await mirror.anonymous.get('/pack/@acme/absent');
    await eventually(async () => assert.ok(await mirror.store.isKnownUpstream(link.baseUrl)));
  });

  test('that was learned by another process is not believed', async () => {
    await withImpostor({}, async ({ chain, mirror }) => {
      await mirror.store.noteKnownUpstream(chain.link.baseUrl, 1);
      chain.link.fault = () => PROXY;
      for (const path of [LIST, MANIFEST, TARBALL])
        expectProblem(await mirror.anonymous.get(path), 'upstream_unavailable');
      const { hits } = await mirror.store.search({ text: 'web', limit: 1, offset: 0 });
      assert.deepEqual(hits, [], 'nothing was pulled from the next upstream');
    });
  });

  test('of an upstream that never explained an error counts, as the contract leaves bodies open', async () => {
    await withImpostor({}, async ({ chain, mirror }) => {
      chain.link.fault = () => PROXY;
      assert.equal((await mirror.anonymous.get(MANIFEST)).json.description, 'of the impostor');
    });
  });

  test('with a web page counts from no upstream, unless its setting allows it', async () => {
    for (const fault of PAGES) {
      await withImpostor({}, async ({ chain, mirror }) => {
        chain.link.fault = () => fault;
        for (const path of [LIST, MANIFEST, TARBALL])
          expectProblem(await mirror.anonymous.get(path), 'upstream_unavailable');
      });
      await withImpostor({ acceptsNotFoundPages: true }, async ({ chain, mirror }) => {
        chain.link.fault = () => fault;
        assert.equal((await mirror.anonymous.get(MANIFEST)).json.description, 'of the impostor');
      });
    }
  });
});
