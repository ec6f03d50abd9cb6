// GET /-/resolve: each item is what the request for it alone answers, or says that this request must be sent.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { primeBatchPath } from '@prime-registry/protocol';
import { type Actor, expectProblem, startRegistry } from '@prime-registry/testkit';
import { change } from '../lifecycle/changing.ts';
import { startChain } from '../mirror/chain.ts';

interface Item {
  readonly of: string;
  readonly list?: unknown;
  readonly manifest?: unknown;
  readonly singly?: boolean;
}

async function read(actor: Actor, keys: readonly string[]): Promise<Item[]> {
  const { status, json } = await actor.get(primeBatchPath(keys));
  assert.equal(status, 200);
  const { primes } = json as { primes: Item[] };
  assert.deepEqual(
    primes.map(({ of }) => of),
    keys,
  );
  return primes;
}

const findSingly = (items: readonly Item[]) => items.filter(({ singly }) => singly).map(({ of }) => of);

describe('many lists and manifests', () => {
  test('are what the request for each alone answers', async (t) => {
    const registry = await startRegistry({ allowStableYank: true });
    t.after(() => registry.stop());
    const { author, anonymous } = registry;
    for (const version of ['1.0.0', '1.1.0+build.7', '2.0.0-beta.1', '2.0.0'])
      await author.mustPublish({
        version,
        extra: `requires: { "@acme/core": ">=${version.replace(/\+.*/, '')}" }`,
      });
    await author.mustPublish({ name: '@acme/core', version: '1.0.0' });
    await author.yank('@acme/web-style', '2.0.0');
    await change(author, 'PUT', 'channels/beta', { version: '2.0.0-beta.1' });
    await change(author, 'PUT', 'deprecation', { range: '<1.1', message: 'Too old' });
    const [core, style] = ['@acme/core', '@acme/web-style'];
    const keys = [
      style,
      `${core}@1.0.0`,
      core,
      ...['1.0.0', '1.1.0+build.7', '2.0.0'].map((v) => `${style}@${v}`),
    ];
    for (const { of, list, manifest, ...rest } of await read(anonymous, keys)) {
      const single = await anonymous.get(`/pack/${of.replace(/(?<=.)@/, '/').replace('+', '%2B')}`);
      assert.deepEqual([list ?? manifest, rest], [single.json, {}], of);
    }
    const withYanked = await anonymous.get(primeBatchPath([style, core], { includeYanked: true }));
    assert.deepEqual(
      withYanked.json.primes.map(({ list }: Item) => list),
      [
        (await anonymous.get(`/pack/${style}?yanked=include`)).json,
        (await anonymous.get(`/pack/${core}`)).json,
      ],
    );
    const withLatest = await anonymous.get(
      primeBatchPath([style, core, `${core}@1.0.0`], { includeLatest: true }),
    );
    assert.deepEqual(
      withLatest.json.primes.map(({ of }: Item) => of),
      [style, core, `${core}@1.0.0`, `${style}@1.1.0+build.7`],
    );
    const latest = await anonymous.get(`/pack/${style}/1.1.0%2Bbuild.7`);
    assert.deepEqual(withLatest.json.primes.at(-1).manifest, latest.json);
    // Build metadata is not part of a version's identity.
    const [other] = await read(anonymous, [`${style}@1.1.0`]);
    assert.equal((other?.manifest as { version: string } | undefined)?.version, '1.1.0+build.7');
  });

  test('change with a commit, and are revalidated', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    const { author, anonymous } = registry;
    await author.mustPublish({ version: '1.0.0' });
    const path = primeBatchPath(['@acme/web-style']);
    const first = await anonymous.get(path);
    assert.equal(first.headers.get('cache-control'), 'no-cache');
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    assert.equal((await anonymous.get(path, known)).status, 304);
    await author.mustPublish({ version: '1.1.0' });
    const { status, json } = await anonymous.get(path, known);
    assert.deepEqual([status, json.primes[0].list.latest], [200, '1.1.0']);
  });

  test('are read singly if they are missing, moved, removed, or need characters that are shown', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    const { admin, anonymous } = registry;
    for (const name of ['@acme/web-style', '@acme/new', '@acme/gone']) {
      for (const version of ['1.0.0', '1.1.0']) await admin.mustPublish({ name, version });
    }
    await admin.mustPublish({ name: '@acme/soft', description: 'so\u00adft' });
    await change(admin, 'PUT', 'move', { to: '@acme/new' });
    for (const version of ['1.0.0', '1.1.0'])
      await change(admin, 'POST', `${version}/removal`, { category: 'secret' }, '@acme/gone');
    const singly = [
      ...['@acme/nothing', '@acme/nothing@1.0.0', '@acme/new@9.0.0', '@acme/web-style'],
      ...['@acme/web-style@1.0.0', '@acme/gone', '@acme/gone@1.0.0', '@acme/soft@1.0.0'],
    ];
    assert.deepEqual(findSingly(await read(anonymous, [...singly, '@acme/new', '@acme/soft'])), singly);
  });

  test('of a mirror are read singly if an upstream has a say; none is asked', async () => {
    await using chain = await startChain({}, { localScopes: ['@own'] });
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    await mirror.admin.mustPublish({ name: '@own/a' });
    const singly = ['@acme/web-style', '@acme/web-style@1.0.0', '@acme/nothing', '@acme/nothing@1.0.0'];
    const keys = [...singly, '@own/a', '@own/a@1.0.0', '@own/nothing'];
    assert.deepEqual(findSingly(await read(mirror.anonymous, keys)), [...singly, '@own/nothing']);
    assert.deepEqual(link.requests, []);
    // It is here, but the upstream may yank or remove it.
    assert.equal((await mirror.anonymous.get('/pack/@acme/web-style/1.0.0/tarball')).status, 200);
    assert.deepEqual(findSingly(await read(mirror.anonymous, keys)), [...singly, '@own/nothing']);
  });
});

describe('a request for many', () => {
  test('that is wrong is a 400 that says what is right', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    const many = Array.from({ length: 101 }, (_, index) => `@a/p${index}`).join(',');
    for (const [query, message] of [
      ['', /has 0 Primes; give 1 to 100, as in primes=@acme\/core/],
      ['?primes=,,', /has 0 Primes/],
      [`?primes=${many}`, /has 101 Primes/],
      ['?primes=@a/b&primes=@a/c', /is given more than once/],
      ['?primes=@a/b,core', /'core' is not a Prime such as @acme\/core/],
      ['?primes=@a/b@1', /'@a\/b@1' is not a Prime such as/],
      ['?primes=@a/b@1.0.0@2', /is not a Prime such as/],
      ['?primes=@a/b@1.0.0+7', /is not a Prime such as/],
      ['?primes=%00%F0%9F%92%A9', /is not a Prime such as/],
    ] as const) {
      const answer = await registry.anonymous.get(`/-/resolve${query}`);
      const problem = expectProblem(answer, 'invalid_query');
      assert.match(problem.detail, message, query);
      assert.equal(answer.json.errors.length, 1);
    }
    const { json } = await registry.anonymous.get('/-/resolve?primes=@a/b,,@a/b,&x=y');
    assert.deepEqual(json, { primes: [{ of: '@a/b', singly: true }] });
  });

  test('counts as one read for each item; what is over the limit is read singly', async (t) => {
    const registry = await startRegistry({ readRate: { requests: 10, windowS: 60 } });
    t.after(() => registry.stop());
    const { author, anonymous } = registry;
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `@acme/${name}`);
    for (const name of names) await author.mustPublish({ name });
    const first = await anonymous.get(primeBatchPath(names));
    assert.equal(first.headers.get('ratelimit'), '"read";r=4;t=36');
    assert.deepEqual(findSingly(first.json.primes), []);
    const second = await anonymous.get(primeBatchPath(names));
    assert.equal(second.headers.get('ratelimit'), '"read";r=0;t=60');
    assert.deepEqual(findSingly(second.json.primes), names.slice(4));
    expectProblem(await anonymous.get(primeBatchPath(names)), 'rate_limited');
  });

  test('counts manifests of latest versions too; those over the limit are left out', async (t) => {
    const registry = await startRegistry({ readRate: { requests: 10, windowS: 60 } });
    t.after(() => registry.stop());
    const { author, anonymous } = registry;
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `@acme/${name}`);
    for (const name of names) await author.mustPublish({ name });
    const { json, headers } = await anonymous.get(primeBatchPath(names, { includeLatest: true }));
    const manifests = names.slice(0, 4).map((name) => `${name}@1.0.0`);
    assert.deepEqual(
      json.primes.map(({ of }: Item) => of),
      [...names, ...manifests],
    );
    assert.deepEqual(findSingly(json.primes), []);
    assert.equal(headers.get('ratelimit'), '"read";r=0;t=60');
  });

  test('to a private registry needs a token that may read', async (t) => {
    const registry = await startRegistry({ isPrivate: true });
    t.after(() => registry.stop());
    await registry.author.mustPublish();
    const path = primeBatchPath(['@acme/web-style']);
    expectProblem(await registry.anonymous.get(path), 'unauthenticated');
    const writer = await registry.actorWith({ permissions: ['publish'], scopes: ['*'] });
    expectProblem(await writer.get(path), 'permission_missing');
    const reader = await registry.actorWith({ permissions: ['read'], scopes: ['@other'] });
    const { json, headers } = await reader.get(path);
    assert.deepEqual([findSingly(json.primes), headers.get('cache-control')], [[], 'private, no-cache']);
  });
});
