// What agents read: from the store, and through the mirror.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { KnowledgeSource } from '@prime-registry/knowledge';
import { RegistryError } from '@prime-registry/protocol';
import { atomFiles, type PrimeDraft, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { type Chain, startChain } from '../mirror/chain.ts';

const STYLE: PrimeDraft = {
  version: '1.0.0',
  files: atomFiles(
    {
      id: '@acme/rule-alpha',
      description: 'Prefer short names',
      tags: ['naming'],
      notes: 'Long words tire.',
    },
    {
      id: '@acme/rule-beta',
      edges: { requires: ['@acme/rule-alpha'], see: ['@other/fact-far', '@acme/gone'] },
    },
    { id: '@acme/fact-gamma', kind: 'fact', description: 'Bytes are cheap' },
  ),
};

describe('of this registry', () => {
  let registry: TestRegistry;
  let knowledge: KnowledgeSource;
  before(async () => {
    registry = await startRegistry({ publicUrl: 'https://primes.acme.example' });
    ({ knowledge } = registry);
    await registry.author.mustPublish(STYLE);
    await registry.author.mustPublish({ ...STYLE, version: '1.1.0', extra: 'requires:\n  "@other/far": ^1' });
    await registry.author.mustPublish({ ...STYLE, version: '2.0.0-beta.1' });
    await registry.stranger.mustPublish({
      name: '@other/far',
      version: '1.0.0',
      files: atomFiles({ id: '@other/fact-far', kind: 'fact', edges: { see: ['@acme/rule-alpha'] } }),
    });
  });
  after(() => registry.stop());

  test('a Prime: the latest by default, a version, a range; with counts and tokens', async () => {
    const prime = await knowledge.findPrime('@acme/web-style');
    assert.ok(prime !== undefined);
    const atoms = (await knowledge.listAtoms(prime, { offset: 0, limit: 10 }))?.atoms ?? [];
    const { tokens, sha256, logIndex, ...rest } = prime;
    assert.deepEqual(rest, {
      name: '@acme/web-style',
      version: '1.1.0',
      description: 'Rules for writing web pages',
      license: 'Apache-2.0',
      requires: { '@other/far': '^1' },
      yanked: false,
      deprecated: undefined,
      from: 'https://primes.acme.example',
      kinds: [
        { kind: 'fact', count: 1 },
        { kind: 'rule', count: 2 },
      ],
      atomCount: 3,
    });
    assert.match(sha256, /^[0-9a-f]{64}$/);
    const [entry] = await registry.store.listLogEntries(logIndex ?? -1, 1);
    assert.match(Buffer.from(entry ?? []).toString(), /"1\.1\.0"/);
    assert.equal(
      tokens.full,
      atoms.reduce((sum, atom) => sum + atom.tokens.full, 0),
    );
    const versions = await Promise.all(
      ['1.0.0', '^1.0.0', '>=2.0.0-alpha', 'latest'].map(
        async (wanted) => (await knowledge.findPrime('@acme/web-style', wanted))?.version,
      ),
    );
    assert.deepEqual(versions, ['1.0.0', '1.1.0', '2.0.0-beta.1', '1.1.0']);
  });

  test('what does not exist: undefined for a name, a sentence for a version, a range or a channel', async () => {
    assert.equal(await knowledge.findPrime('@acme/none'), undefined);
    assert.equal(await knowledge.findPrime('no name at all'), undefined);
    const sentences = await Promise.all(
      ['9.0.0', '^9', 'stable', 'not a range'].map(async (wanted) => {
        const error = await knowledge.findPrime('@acme/web-style', wanted).catch((caught: unknown) => caught);
        assert.ok(error instanceof RegistryError);
        return `${error.code} ${error.message}`;
      }),
    );
    assert.match(sentences[0] ?? '', /^version_not_found .*9\.0\.0/);
    assert.match(sentences[1] ?? '', /^version_not_found .*its latest version is 1\.1\.0\./);
    assert.match(sentences[2] ?? '', /^channel_not_found .*it has none/);
    assert.match(sentences[3] ?? '', /^invalid_query /);
  });

  test('an atom with its texts, and edges in both directions', async () => {
    const located = await knowledge.findAtom('@acme/rule-beta', {});
    assert.deepEqual(
      located?.edges.map(({ target, standing, prime }) => [target, standing, prime?.name]),
      [
        ['@acme/rule-alpha', 'inside', undefined],
        ['@other/fact-far', 'outside', '@other/far'],
        ['@acme/gone', 'dangling', undefined],
      ],
    );
    assert.equal(located?.prime.version, '1.1.0');
    const alpha = await knowledge.findAtom('@acme/rule-alpha', { prime: '@acme/web-style', wanted: '1.0.0' });
    assert.equal(alpha?.prime.version, '1.0.0');
    assert.match(alpha?.texts.full ?? '', /Long words tire/);
    assert.deepEqual(alpha?.edgesIn, [
      { verbs: ['see'], from: '@other/fact-far', prime: { name: '@other/far', version: '1.0.0' } },
    ]);
    assert.equal(await knowledge.findAtom('@acme/none', {}), undefined);
    assert.equal(await knowledge.findAtom('@acme/none', { prime: '@acme/web-style' }), undefined);
    assert.equal(await knowledge.findAtom('not an id', {}), undefined);
  });

  test('an atom that was read before is read again after a change', async () => {
    const NAME = '@acme/changing';
    const publish = (version: string, description: string) =>
      registry.author.mustPublish({
        ...{ name: NAME, version },
        files: atomFiles({ id: '@acme/fact-changing', kind: 'fact', description }),
      });
    const read = () => knowledge.findAtom('@acme/fact-changing', {});
    await publish('1.0.0', 'before');
    assert.deepEqual(await read(), await read());
    await publish('1.1.0-beta.1', 'in between');
    await publish('1.1.0', 'after');
    assert.deepEqual([(await read())?.prime.version, (await read())?.atom.description], ['1.1.0', 'after']);
    const deprecation = { method: 'PUT', body: JSON.stringify({ message: 'see @acme/other' }) };
    await registry.author.request(`/-/primes/${NAME}/deprecation`, deprecation);
    assert.equal((await read())?.prime.deprecated, 'see @acme/other');
  });

  test('all atoms of a version, and texts of some', async () => {
    const version = { name: '@acme/web-style', version: '1.0.0' };
    const atoms = (await Array.fromAsync(knowledge.readAtoms(version))).flat();
    assert.deepEqual(
      atoms.map(({ id, edges }) => [id, edges.length]),
      [
        ['@acme/fact-gamma', 0],
        ['@acme/rule-alpha', 0],
        ['@acme/rule-beta', 3],
      ],
    );
    const texts = await knowledge.readTexts(version, ['@acme/rule-alpha', '@acme/none'], 'full');
    assert.deepEqual([...texts.keys()], ['@acme/rule-alpha']);
    const located = await knowledge.findAtom('@acme/rule-alpha', {});
    assert.equal(texts.get('@acme/rule-alpha'), located?.texts.full);
    const rules = await knowledge.listAtoms(version, { kind: 'rule', offset: 1, limit: 1 });
    assert.deepEqual([rules?.total, rules?.atoms[0]?.id], [2, '@acme/rule-beta']);
  });

  test('a search with its atoms, by scope and by kind', async () => {
    const search = async (query: { text: string; scope?: string; kind?: string }) => {
      const { hits } = await knowledge.search({ limit: 10, offset: 0, ...query });
      return hits.map(({ name, atoms }) => [name, ...atoms.map(({ id }) => id)]);
    };
    assert.deepEqual(await search({ text: 'short names' }), [['@acme/web-style', '@acme/rule-alpha']]);
    assert.deepEqual(await search({ text: 'short names', scope: '@other' }), []);
    assert.deepEqual(await search({ text: 'short names', kind: 'checklist' }), []);
    const { hits } = await knowledge.search({ text: 'short names', limit: 1, offset: 0 });
    assert.deepEqual(hits[0]?.atoms[0]?.tags, ['naming']);
    assert.ok((hits[0]?.atoms[0]?.tokens.full ?? 0) > 0);
  });

  test('names that look like one that does not exist', async () => {
    assert.deepEqual(await knowledge.suggest('@acme/web-styl', 'prime'), ['@acme/web-style']);
    const [first] = await knowledge.suggest('@acme/rule-alfa', 'atom');
    assert.equal(first, '@acme/rule-alpha');
    assert.deepEqual(await knowledge.suggest('@zzz/qqq', 'prime'), []);
    assert.deepEqual(await knowledge.suggest('', 'atom'), []);
  });
});

describe('of registries behind', () => {
  let chain: Chain;
  before(async () => {
    chain = await startChain({}, { responseCacheBytes: 0, localScopes: ['@own'] });
    await chain.origin.author.mustPublish(STYLE);
    await chain.origin.stranger.mustPublish({
      name: '@other/far',
      version: '1.0.0',
      files: atomFiles({ id: '@other/fact-far', kind: 'fact' }, { id: '@own/fact-secret', kind: 'fact' }),
    });
  });
  after(() => chain[Symbol.asyncDispose]());

  test('a search finds Primes that are only there', async () => {
    const { hits } = await chain.mirror.knowledge.search({ text: 'web pages', limit: 10, offset: 0 });
    assert.deepEqual(hits.map(({ name, from }) => [name, from === chain.link.baseUrl]).toSorted(), [
      ['@acme/web-style', true],
      ['@other/far', true],
    ]);
    assert.deepEqual(await chain.mirror.store.listVersions('@acme/web-style'), []);
  });

  test('a Prime is pulled, then read here', async () => {
    const { mirror, link } = chain;
    const prime = await mirror.knowledge.findPrime('@acme/web-style');
    assert.deepEqual([prime?.version, prime?.atomCount, prime?.from], ['1.0.0', 3, link.baseUrl]);
    assert.equal((await mirror.store.listVersions('@acme/web-style')).length, 1);
    assert.equal((await mirror.knowledge.findAtom('@acme/rule-beta', {}))?.prime.name, '@acme/web-style');
  });

  test('the Prime of an unknown atom is asked for, and pulled', async () => {
    const { mirror } = chain;
    assert.deepEqual(await mirror.store.listVersions('@other/far'), []);
    const located = await mirror.knowledge.findAtom('@other/fact-far', {});
    assert.deepEqual([located?.prime.name, located?.prime.version], ['@other/far', '1.0.0']);
    assert.equal(await mirror.knowledge.findAtom('@other/fact-none', {}), undefined);
  });

  test('an atom in a scope of this registry is never asked for', async () => {
    const { mirror, link } = chain;
    const asked = link.requests.length;
    assert.equal(await mirror.knowledge.findAtom('@own/fact-none', {}), undefined);
    assert.deepEqual(link.requests.slice(asked), []);
  });

  test('an upstream that does not answer is no absence', async () => {
    const { mirror, link } = chain;
    await link.close();
    for (const reading of [
      mirror.knowledge.findPrime('@third/prime'),
      mirror.knowledge.findAtom('@third/rule-x', {}),
    ])
      await assert.rejects(reading, { code: 'upstream_unavailable' });
  });
});
