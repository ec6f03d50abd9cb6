// What versions of an upstream require: passed on at once, kept with the version, and checked like its manifest.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { eventually, startFaultyProxy, startRegistry } from '@prime-registry/testkit';
import { type Chain, LIST, MANIFEST, startChain, TARBALL, upstreamAt } from './chain.ts';

const NO_MEMORY = { responseCacheBytes: 0 };
const NAME = '@acme/web-style';
const EXTRA = 'requires:\n  "@other/b": ">=1  <3"\n  "@acme/core": ^1.2\n';
const REQUIRES = { '@acme/core': '^1.2', '@other/b': '>=1 <3' };

type Registry = Chain['mirror'];

async function read({ anonymous }: Registry, path: string) {
  const { status, json, text } = await anonymous.get(path);
  assert.equal(status, 200, text);
  return json;
}

async function requiresOf(registry: Registry): Promise<unknown[]> {
  const { versions } = await read(registry, LIST);
  const { results } = await read(registry, '/search?q=web');
  return [(await read(registry, MANIFEST)).requires, versions[0].requires, results[0].requires];
}

async function pull(mirror: Registry): Promise<void> {
  assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
  await eventually(async () => assert.equal((await mirror.store.listVersions(NAME)).length, 1));
}

/** Changes the JSON of some answers of the upstream. */
function forge({ link }: Pick<Chain, 'link'>, bodies: Readonly<Record<string, object>>): void {
  link.fault = ({ path }) => {
    if (path === TARBALL) return undefined;
    const [, body] = Object.entries(bodies).find(([start]) => path.startsWith(start)) ?? [];
    if (body === undefined) return undefined;
    const headers = { 'content-type': 'application/json' };
    return { kind: 'answer', status: 200, body: JSON.stringify(body), headers };
  };
}

test('a mirror, and a mirror of it, say what a version requires; also without their upstream', async () => {
  await using chain = await startChain({ listMaxAgeMs: 1000 }, NO_MEMORY);
  const { origin, mirror, link, wait } = chain;
  const between = await startFaultyProxy(mirror.baseUrl);
  const last = await startRegistry({ ...NO_MEMORY, upstreams: [upstreamAt(between.baseUrl)] });
  try {
    await origin.author.mustPublish({ version: '1.0.0', extra: EXTRA });
    const expected = [REQUIRES, REQUIRES, REQUIRES];
    assert.deepEqual(await requiresOf(mirror), expected);
    assert.deepEqual(await requiresOf(last), expected);
    await pull(last);
    await pull(mirror);
    wait(5000);
    for (const away of [link, between]) away.fault = () => ({ kind: 'reset' });
    assert.deepEqual(await requiresOf(mirror), expected);
    assert.deepEqual(await requiresOf(last), expected);
    assert.deepEqual(await last.store.listRequiring('@acme/core', '', 10), [{ name: NAME, range: '^1.2' }]);
  } finally {
    await last.stop();
    await between.close();
  }
});

test('a list says which requirements its upstream has omitted', async () => {
  await using chain = await startChain({}, NO_MEMORY);
  const entry = { version: '1.0.0', published_at: '2026-01-02T03:04:05Z' };
  const versions = [
    { ...entry, requires_omitted: true },
    { ...entry, version: '1.1.0', requires: { '@a/b': '^1' } },
  ];
  forge(chain, { '/pack/': { name: NAME, versions, latest: '1.1.0' } });
  const { versions: listed } = await read(chain.mirror, LIST);
  assert.deepEqual(listed, versions);
});

test('more requirements than a list has are omitted, those of the lowest versions first', async () => {
  await using chain = await startChain({}, NO_MEMORY);
  const requires = Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [`@acme/${'p'.repeat(40)}${index}`, '^1']),
  );
  const versions = Array.from({ length: 60 }, (_, index) => ({
    ...{ version: `1.${index}.0`, published_at: '2026-01-02T03:04:05Z' },
    requires,
  }));
  forge(chain, { '/pack/': { name: NAME, versions, latest: '1.59.0' } });
  const answer = await chain.mirror.anonymous.get(LIST);
  assert.ok(answer.bytes.length < 600_000, `${answer.bytes.length} bytes`);
  assert.deepEqual(answer.json.versions[0], {
    ...{ version: '1.0.0', published_at: '2026-01-02T03:04:05Z' },
    requires_omitted: true,
  });
  assert.deepEqual(answer.json.versions[59].requires, requires);
});

test('malformed requirements are left out', async () => {
  await using chain = await startChain({}, NO_MEMORY);
  await chain.origin.author.mustPublish({ version: '1.0.0' });
  const manifest = await read(chain.origin, MANIFEST);
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`@acme/p${index}`, '^1']));
  for (const requires of [['@a/b'], 'x', { '@a/b': 1 }, { 'a/b': '^1' }, { '@a/b': 'latest' }, many]) {
    const entry = { version: '1.0.0', published_at: '2026-01-02T03:04:05Z', requires };
    const hit = { name: '@else/found', version: '1.0.0', description: 'web', score: 1, requires };
    forge(chain, {
      [MANIFEST]: { ...manifest, requires },
      '/pack/%40': { name: NAME, versions: [entry], latest: '1.0.0' },
      '/search': { results: [hit], total: 1 },
    });
    chain.wait(3_600_000);
    assert.deepEqual(
      await requiresOf(chain.mirror),
      [undefined, undefined, undefined],
      JSON.stringify(requires),
    );
  }
});

test('a manifest that requires something else than the pack.yaml in the tarball is refused', async () => {
  await using chain = await startChain({}, NO_MEMORY);
  const { origin, mirror } = chain;
  const files = { 'pack.yaml': `name: "${NAME}"\nversion: "1.0.0"\n${EXTRA}` };
  await origin.author.mustPublish({ version: '1.0.0', extra: EXTRA, files });
  const manifest = await read(origin, MANIFEST);
  forge(chain, { [MANIFEST]: { ...manifest, requires: { '@evil/core': '^1' } } });
  await mirror.anonymous.get(TARBALL);
  await eventually(async () =>
    assert.ok(
      mirror.log.some((line) => /contradicts its manifest: requires differs from its pack\.yaml/.test(line)),
    ),
  );
  assert.deepEqual(await mirror.store.listVersions(NAME), []);
});

test('a version of an earlier program, with another meaning of the key, is kept as it is', async () => {
  await using chain = await startChain({}, NO_MEMORY);
  const { origin, mirror } = chain;
  await origin.author.mustPublish({ version: '1.0.0', extra: `tags: [knowhow]\n${EXTRA}` });
  const database = new DatabaseSync(join(origin.dataFolder, 'registry.sqlite'));
  const published = (await origin.anonymous.get(`/-/primes/${NAME}/1.0.0/pack.yaml`)).text;
  const text = published.replace(/requires:[\s\S]*$/, 'requires: [node]\n');
  assert.notEqual(text, published);
  database.prepare('update versions set requires = null, source_manifest = ?').run(Buffer.from(text));
  database.close();
  await pull(mirror);
  assert.equal((await read(mirror, '/search?q=knowhow')).total, 1);
  assert.equal((await mirror.anonymous.get(`/-/primes/${NAME}/1.0.0/pack.yaml`)).text, text);
  assert.ok(!('requires' in (await read(mirror, MANIFEST))));
});

test('a list that an earlier program stored is asked for whole, once', async () => {
  await using chain = await startChain({ listMaxAgeMs: 1000 }, NO_MEMORY);
  const { origin, mirror, wait } = chain;
  await origin.author.mustPublish({ version: '1.0.0', extra: EXTRA });
  await read(mirror, LIST);
  const database = new DatabaseSync(join(mirror.dataFolder, 'registry.sqlite'));
  const body = JSON.stringify([{ version: '1.0.0', publishedAtMs: 0, yanked: false }]);
  database.prepare('update mirrored_lists set form = null, body = ?').run(body);
  assert.equal((await read(mirror, LIST)).versions[0].requires, undefined);
  wait(5000);
  assert.deepEqual((await read(mirror, LIST)).versions[0].requires, REQUIRES);
  assert.equal(database.prepare('select form from mirrored_lists').get()?.form, 1);
  database.close();
});

test('a version that an earlier program has pulled is listed with what its upstream says', async () => {
  await using chain = await startChain({ listMaxAgeMs: 1000 }, NO_MEMORY);
  const { origin, mirror } = chain;
  await origin.author.mustPublish({ version: '1.0.0', extra: EXTRA });
  await pull(mirror);
  const database = new DatabaseSync(join(mirror.dataFolder, 'registry.sqlite'));
  database.exec('update versions set requires = null');
  database.close();
  assert.deepEqual((await read(mirror, LIST)).versions[0].requires, REQUIRES);
});
