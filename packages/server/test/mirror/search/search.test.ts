// One search finds Primes here and upstream, and an upstream cannot delay it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Answer,
  eventually,
  type Fault,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { startChain, TARBALL, upstreamAt } from '../chain.ts';

interface Entry {
  readonly name: string;
  readonly version: string;
  readonly score: number;
  readonly origin?: string;
}

/** Searches until the upstreams answered in time: on a busy machine they may be late. */
const searchWhole = async (registry: TestRegistry, query: string): Promise<Answer> => {
  let answer = await registry.anonymous.get(`/search?q=${query}`);
  await eventually(async () => {
    if (answer.json.incomplete !== undefined) answer = await registry.anonymous.get(`/search?q=${query}`);
    assert.equal(answer.json.incomplete, undefined);
  });
  return answer;
};
const search = async (registry: TestRegistry, query: string): Promise<Entry[]> =>
  (await searchWhole(registry, query)).json.results;
const answerWith = (body: object): Fault => ({
  ...{ kind: 'answer', status: 200, headers: { 'content-type': 'application/json' } },
  body: JSON.stringify(body),
});
const namesOf = (entries: readonly Entry[]): string[] => entries.map(({ name }) => name);

describe('a search', () => {
  test('finds Primes here and upstream, with their origin', async () => {
    await using chain = await startChain();
    const { origin, mirror, link } = chain;
    await mirror.stranger.mustPublish({ name: '@other/tea', description: 'Tea of ours' });
    for (const name of ['@acme/tea', '@acme/teapot'])
      await origin.author.mustPublish({ name, description: 'Tea of theirs' });
    const answer = await searchWhole(mirror, 'tea');
    const { results, total, incomplete } = answer.json;
    assert.deepEqual(
      results.map(({ name, origin: from }: Entry) => [name, from]),
      [
        ['@other/tea', undefined],
        ['@acme/tea', link.baseUrl],
        ['@acme/teapot', link.baseUrl],
      ],
    );
    assert.deepEqual([total, incomplete], [3, undefined]);
    assert.deepEqual(Object.keys(results[1]).toSorted(), [
      'description',
      'name',
      'origin',
      'score',
      'version',
    ]);
    assert.equal((await mirror.anonymous.get('/-/search?q=tea')).json.total, 1, 'only local Primes');
  });

  test('lists a name once: a mirrored Prime as it is here, with its origin', async () => {
    await using chain = await startChain({ listMaxAgeMs: 60_000 });
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    await mirror.anonymous.get(TARBALL);
    await eventually(async () => {
      const [entry, ...others] = await search(mirror, 'web');
      assert.deepEqual([entry?.name, entry?.version, others.length], ['@acme/web-style', '1.0.0', 0]);
    });
    await origin.author.mustPublish({ version: '2.0.0' });
    const [entry, ...others] = await search(mirror, 'style');
    assert.deepEqual([entry?.version, entry?.origin, others.length], ['1.0.0', link.baseUrl, 0]);
  });

  test('lists no upstream hit with a name that belongs to this registry', async () => {
    await using chain = await startChain({ scopes: ['@acme', '@other'] }, { localScopes: ['@other'] });
    const { origin, mirror } = chain;
    for (const name of ['@acme/tea', '@other/tea', '@third/tea']) await origin.admin.mustPublish({ name });
    assert.deepEqual(namesOf(await search(mirror, 'tea')), ['@acme/tea']);
    await mirror.author.mustPublish({ name: '@acme/own' });
    assert.deepEqual(namesOf(await search(mirror, 'tea')), [], 'also from the cache');
  });

  test('takes a name that several upstreams have from the first in order', async () => {
    const [first, second] = [await startRegistry(), await startRegistry()];
    const mirror = await startRegistry({
      upstreams: [first, second].map(({ baseUrl }) => upstreamAt(baseUrl)),
    });
    try {
      await first.author.mustPublish({ name: '@acme/tea', version: '1.0.0' });
      await second.author.mustPublish({ name: '@acme/tea', version: '2.0.0' });
      await second.author.mustPublish({ name: '@acme/teapot', version: '2.0.0' });
      const found = await search(mirror, 'tea');
      assert.deepEqual(
        found.map(({ name, origin }) => [name, origin]),
        [
          ['@acme/tea', first.baseUrl],
          ['@acme/teapot', second.baseUrl],
        ],
      );
    } finally {
      await Promise.all([mirror.stop(), first.stop(), second.stop()]);
    }
  });

  test('has pages with each hit once, by score', async () => {
    await using chain = await startChain();
    const { origin, mirror } = chain;
    const names = Array.from({ length: 23 }, (_, index) => index);
    for (const index of names) await origin.author.mustPublish({ name: `@acme/tea-${index}` });
    for (const index of names) await mirror.stranger.mustPublish({ name: `@other/tea-${index}` });
    const found: Entry[] = [];
    for (let offset = 0; offset < 50; offset += 7)
      found.push(...(await search(mirror, `tea&limit=7&offset=${offset}`)));
    assert.deepEqual([found.length, new Set(namesOf(found)).size], [46, 46]);
    for (const [index, { score }] of found.entries())
      assert.ok(score > 0 && score <= (found[index - 1]?.score ?? 1));
    const answer = await mirror.anonymous.get('/search?q=tea&limit=1&offset=10000');
    assert.deepEqual(answer.json, { results: [], total: 46 });
  });

  test('asks upstreams once for a text, always for their first hundred hits', async () => {
    await using chain = await startChain({ token: 'a-secret' });
    const { mirror, link } = chain;
    for (const query of ['a%26b', 'a%26b&limit=1', 'a%26b&offset=3']) await search(mirror, query);
    assert.deepEqual(link.requests, ['GET /search?q=a%26b&limit=100']);
    assert.deepEqual(link.credentials, ['Bearer a-secret']);
  });
});

describe('an upstream that cannot be searched', () => {
  test('is left out and reported; the search succeeds', async () => {
    await using chain = await startChain();
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ name: '@acme/tea' });
    await mirror.stranger.mustPublish({ name: '@other/tea' });
    const faults = [
      { kind: 'answer', status: 500 },
      { kind: 'answer', status: 200, body: '<html>hello</html>' },
      answerWith({ results: [{ name: 3 }] }),
      { kind: 'answer', status: 301, headers: { location: 'http://192.0.2.1/' } },
      { kind: 'truncate' },
    ] as const;
    for (const fault of faults) {
      link.fault = () => fault;
      const { status, json } = await mirror.anonymous.get('/search?q=tea');
      assert.equal(status, 200);
      assert.deepEqual(namesOf(json.results), ['@other/tea']);
      assert.deepEqual(json.incomplete, [link.baseUrl]);
    }
  });

  test('counts as complete if it has no search', async () => {
    await using chain = await startChain();
    chain.link.fault = () => ({ kind: 'answer', status: 404 });
    const { json } = await searchWhole(chain.mirror, 'tea');
    assert.deepEqual(json, { results: [], total: 0 });
  });

  test('delays only one search until it has answered', async () => {
    await using chain = await startChain();
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ name: '@acme/tea' });
    await mirror.stranger.mustPublish({ name: '@other/tea' });
    link.fault = () => ({ kind: 'hang' });
    for (const query of ['tea', 'te', 'tea', 'teapot'])
      assert.deepEqual((await mirror.anonymous.get(`/search?q=${query}`)).json.incomplete, [link.baseUrl]);
    assert.equal(link.requests.length, 1);
  });

  test('that answers late contributes to the next search; later pages use the findings of the first', async () => {
    await using chain = await startChain();
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ name: '@acme/tea' });
    for (const name of ['@other/tea', '@other/tea-2']) await mirror.stranger.mustPublish({ name });
    const held = Promise.withResolvers<void>();
    link.fault = () => ({ kind: 'hold', until: held.promise });
    const first = (await mirror.anonymous.get('/search?q=tea&limit=1')).json;
    assert.deepEqual([first.total, first.incomplete], [2, [link.baseUrl]]);
    held.resolve();
    await eventually(async () => {
      const again = (await mirror.anonymous.get('/search?q=te')).json;
      assert.deepEqual([again.total, again.incomplete], [3, undefined]);
    });
    const second = (await mirror.anonymous.get('/search?q=tea&limit=1&offset=1')).json;
    assert.deepEqual([namesOf(second.results), second.total], [['@other/tea-2'], 2]);
    const later = (await mirror.anonymous.get('/search?q=tea')).json;
    assert.deepEqual([later.total, later.incomplete], [3, undefined]);
  });

  test('that refuses only searches still supplies Primes', async () => {
    await using chain = await startChain();
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    link.fault = ({ path }) => (path.startsWith('/search') ? { kind: 'answer', status: 503 } : undefined);
    for (const query of ['tea', 'te', 'teapot'])
      assert.equal((await mirror.anonymous.get(`/search?q=${query}`)).status, 200);
    assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
    await mirror.anonymous.get('/search?q=teapots');
    assert.equal(link.requests.filter((request) => request.includes('/search')).length, 3, 'for a moment');
  });

  test('that reports incomplete results itself is reported too, with its hits', async () => {
    await using chain = await startChain();
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ name: '@acme/tea' });
    const found = (await origin.anonymous.get('/search?q=tea')).json;
    link.fault = () => answerWith({ ...found, incomplete: ['https://further.example'] });
    const { json } = await mirror.anonymous.get('/search?q=tea');
    assert.deepEqual([namesOf(json.results), json.incomplete], [['@acme/tea'], [link.baseUrl]]);
  });
});

test('hits that could not be installed, or have hidden characters, are dropped', async () => {
  await using chain = await startChain();
  const entry = { version: '1.0.0', description: 'Tea', score: 5 };
  const results = [
    { ...entry, name: 'tea' },
    { ...entry, name: '@acme/../tea' },
    { ...entry, name: '@acme/tea', version: 'latest' },
    { ...entry, name: '@acme/turned', description: 'a \u202e b' },
    { ...entry, name: '@acme/long', description: 'x'.repeat(100_000) },
    { ...entry, name: '@acme/long' },
    ...Array.from({ length: 500 }, (_, index) => ({ ...entry, name: `@acme/n${index}` })),
  ];
  chain.link.fault = () => answerWith({ results });
  const { json } = await searchWhole(chain.mirror, 'tea&limit=100');
  const [first] = json.results;
  assert.deepEqual([first.name, first.description.length, first.score], ['@acme/long', 1001, 1]);
  assert.ok(json.total < 100, 'of its first hundred');
});
