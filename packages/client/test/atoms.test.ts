// The endpoints for atoms, which are not part of the contract: with registries that have them, and with
// others.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { contentKeyOf } from '@prime-registry/atoms';
import { atomFiles, inventoryOf, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { RegistryClient } from '../src/registry-client.ts';
import { serve } from './hostile-server.ts';
import { clientOf, failureOf, NAME } from './test-client.ts';
import { RECEIPT, sendJson } from './wire-answers.ts';

describe('atoms of a registry with the endpoints', () => {
  let registry: TestRegistry;
  let client: RegistryClient;
  before(async () => {
    registry = await startRegistry();
    const files = atomFiles(
      { id: '@acme/one', description: 'One' },
      { id: '@acme/two', edges: { see: ['@acme/one', '@other/far'] } },
    );
    await registry.author.mustPublish({ version: '1.0.0', files });
    await registry.author.mustPublish({ version: '1.1.0', files: atomFiles({ id: '@acme/one' }) });
    client = new RegistryClient({ baseUrl: registry.baseUrl });
  });
  after(() => registry.stop());

  it('are listed, read and compared as in the responses', async () => {
    const path = `/-/primes/${NAME}`;
    const get = async (target: string) => (await registry.anonymous.get(target)).json;
    const list = await client.atoms(NAME, '1.0.0', {
      kind: 'rule',
      text: 'two',
      limit: 5,
      withProblems: true,
    });
    assert.deepEqual(list, await get(`${path}/1.0.0/atoms?kind=rule&q=two&limit=5&problems=include`));
    assert.equal(list.total, 1);
    const atom = await client.atom('@acme/two', { text: 'full', prime: NAME, version: '1.0.0' });
    assert.deepEqual(atom, await get(`/-/atoms/@acme/two?text=full&prime=${NAME}&version=1.0.0`));
    assert.deepEqual(
      atom.edges.map(({ standing }) => standing),
      ['inside', 'dangling'],
    );
    const diff = await client.diff(NAME, '1.0.0', '1.1.0');
    assert.deepEqual(diff, await get(`${path}/diff/1.0.0...1.1.0`));
    assert.deepEqual(diff.removed_verbs, ['see']);
  });

  it('are looked up in all Primes, with the edges to them, and have a score', async () => {
    const files = atomFiles({ id: '@acme/user', edges: { see: ['@acme/one'] } });
    await registry.author.mustPublish({ name: '@acme/user', files });
    const get = async (target: string) => (await registry.anonymous.get(target)).json;
    const lookup = await client.lookUpAtoms(['@acme/one', '@acme/nothing']);
    assert.deepEqual(lookup, await get('/-/atoms?ids=@acme/one,@acme/nothing'));
    assert.deepEqual(
      lookup.atoms.map(({ id, primes }) => [id, primes.map(({ name }) => name)]),
      [['@acme/one', [NAME]]],
    );
    const { atoms: own } = await inventoryOf([{ id: '@x/same', description: 'The same' }]);
    const keys = own.flatMap((atom) => contentKeyOf(atom) ?? []);
    await registry.author.mustPublish({
      name: '@acme/same',
      files: atomFiles({ id: '@acme/copy', description: 'The same' }),
    });
    const copies = await client.lookUpCopies(keys);
    assert.deepEqual(copies, await get(`/-/atoms?contents=${keys[0]}`));
    assert.deepEqual(copies.copies?.[0]?.atoms, [{ id: '@acme/copy', name: '@acme/same', version: '1.0.0' }]);
    const edges = await client.edgesIn('@acme/one', { limit: 1 });
    assert.deepEqual(edges, await get('/-/atoms/@acme/one/edges-in?limit=1'));
    assert.equal(edges.edges[0]?.from, '@acme/user');
    const score = await client.score(NAME, '1.0.0');
    assert.deepEqual(score, await get(`/-/primes/${NAME}/1.0.0/score`));
    await assert.rejects(client.lookUpAtoms(['@acme/one,@acme/two']), TypeError);
    await assert.rejects(client.edgesIn('@acme/..'), TypeError);
  });

  it('are in the receipt of a publish', async () => {
    const { author } = registry;
    const { baseUrl, token = '' } = author;
    const answer = await author.mustPublish({ version: '1.1.1', files: atomFiles({ id: '@acme/three' }) });
    assert.equal(answer.atoms?.step?.rule.required, 'major');
    await using server = await serve((_request, response) => sendJson(response, answer, 201));
    const tarball = {
      sizeBytes: 1,
      open: async function* () {
        yield new Uint8Array(1);
      },
    };
    const receipt = await clientOf(server).client.publish({ manifest: 'x', tarball });
    assert.deepEqual(receipt, answer);
    assert.ok(baseUrl !== '' && token !== '');
  });

  it('are only requested by well-formed ids and names', async () => {
    for (const id of ['one', '@acme/..', '@acme/one/../two', '@../one', '@acme/One', '@acme/one?x']) {
      await assert.rejects(client.atom(id), TypeError, id);
    }
    await assert.rejects(client.atoms('acme', '1.0.0'), TypeError);
    await assert.rejects(client.diff(NAME, '1.0.0', 'latest'), TypeError);
  });
});

describe('atoms of a registry with other responses', () => {
  it('are refused', async () => {
    for (const body of [{}, [], { id: '@acme/other' }, { id: '@acme/one', tokens: {} }]) {
      await using server = await serve((_request, response) => sendJson(response, body));
      assert.equal((await failureOf(clientOf(server).client.atom('@acme/one'))).reason, 'malformed');
      assert.equal((await failureOf(clientOf(server).client.atoms(NAME, '1.0.0'))).reason, 'malformed');
      assert.equal(
        (await failureOf(clientOf(server).client.diff(NAME, '1.0.0', '1.1.0'))).reason,
        'malformed',
      );
    }
  });

  it('are refused with an id that is none, which programs would print beside their own words', async () => {
    const forged = '@acme/x\n\nForged line';
    const listed = { id: '@acme/one', kind: 'rule', name: 'One', description: '', tags: [], path: 'a' };
    const tokens = { summary: 1, core: 1, full: 1 };
    const prime = { name: NAME, version: '1.0.0' };
    const atom = { ...listed, tokens, hash: '', edges: [], prime, primes: [] };
    const found = {
      ...prime,
      description: '',
      license: '',
      scope: '',
      namespaces: [],
      score: 1,
      highlights: [],
    };
    const hit = { id: forged, kind: '', name: '', description: '', snippet: [] };
    const page = { id: '@acme/one', edges: [{ verbs: ['see'], from: forged, kind: 'rule', prime }] };
    for (const [body, ask] of [
      [{ ...atom, edges: [{ verb: 'see', target: forged, standing: 'outside' }] }, 'atom'],
      [{ ...atom, edges_in: page.edges }, 'atom'],
      [
        {
          ...prime,
          total: 1,
          kinds: [],
          problem_count: 0,
          atom_count: 1,
          atoms: [{ ...listed, tokens, id: forged }],
        },
        'atoms',
      ],
      [page, 'edgesIn'],
      [{ atoms: [{ id: forged, primes: [] }] }, 'lookUpAtoms'],
      [
        {
          ...{
            total: 1,
            corrected: [],
            facets: { scope: [], namespace: [], kind: [], license: [] },
            facet_total: 0,
          },
          results: [{ ...found, atoms: [hit], atom_total: 1 }],
        },
        'searchInside',
      ],
    ] as const) {
      await using server = await serve((_request, response) => sendJson(response, body));
      const { client } = clientOf(server);
      const asked = {
        atom: () => client.atom('@acme/one'),
        atoms: () => client.atoms(NAME, '1.0.0'),
        edgesIn: () => client.edgesIn('@acme/one'),
        lookUpAtoms: () => client.lookUpAtoms(['@acme/one']),
        searchInside: () => client.searchInside('one'),
      };
      const { reason, message } = await failureOf(asked[ask]());
      assert.equal(reason, 'malformed', ask);
      assert.match(message, /is not an atom id/, ask);
    }
  });

  it('are refused with the id of another atom, of which the message shows the beginning', async () => {
    const id = `@acme/x\n${'y'.repeat(100_000)}`;
    const listed = { id, kind: 'rule', name: 'One', description: '', tags: [], path: 'a' };
    const prime = { name: NAME, version: '1.0.0' };
    const atom = {
      ...listed,
      tokens: { summary: 1, core: 1, full: 1 },
      hash: '',
      edges: [],
      prime,
      primes: [],
    };
    await using server = await serve((_request, response) => sendJson(response, { ...atom, edges: [] }));
    const { client } = clientOf(server);
    for (const ask of [() => client.atom('@acme/one'), () => client.edgesIn('@acme/one')]) {
      const { reason, message } = await failureOf(ask());
      assert.equal(reason, 'malformed');
      assert.match(
        message,
        /it is about '@acme\/x\\u\{a\}y+… \(100008 characters\)' instead of '@acme\/one'/,
      );
    }
  });

  it('do not make a publish fail', async () => {
    for (const atoms of ['many', 7, {}, null, { count: -1, kinds: [], problem_count: 0, problems: [] }]) {
      await using server = await serve((_request, response) =>
        sendJson(response, { ...RECEIPT, atoms }, 201),
      );
      const tarball = {
        sizeBytes: 1,
        open: async function* () {
          yield new Uint8Array(1);
        },
      };
      assert.deepEqual(await clientOf(server).client.publish({ manifest: 'x', tarball }), RECEIPT);
    }
  });
});
