// Links between Primes over HTTP: who has an atom, which edges lead to it, and the score of a version.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { contentKeyOf } from '@prime-registry/atoms';
import {
  type AtomSource,
  atomFiles,
  inventoryOf,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';

const TARGET = '@acme/rule-alpha';
const README = { 'README.md': `# Rules\n\n${'About rules. '.repeat(20)}` };

let registry: TestRegistry;
before(async () => {
  registry = await startRegistry();
  await publish('@acme/base', '1.0.0', [{ id: TARGET, description: 'The first rule' }]);
  await publish('@acme/user', '1.1.0', [
    { id: '@user/rule-one', description: 'One', edges: { requires: [TARGET], see: [TARGET, '@no/where'] } },
    ...Array.from({ length: 29 }, (_, index) => ({
      ...{ id: `@user/rule-x${10 + index}`, description: `About ${index}` },
      edges: { related: [TARGET] },
    })),
  ]);
});
after(() => registry.stop());

async function publish(name: string, version: string, sources: readonly AtomSource[]): Promise<void> {
  await registry.author.mustPublish({ name, version, files: { ...README, ...atomFiles(...sources) } });
}

describe('edges between Primes', () => {
  test('an atom names the Prime of a target, and the first edges to it', async () => {
    const { json: one } = await registry.anonymous.get('/-/atoms/@user/rule-one');
    const base = { name: '@acme/base', version: '1.0.0' };
    assert.deepEqual(one.edges, [
      { verb: 'requires', target: TARGET, standing: 'outside', prime: base },
      { verb: 'see', target: TARGET, standing: 'outside', prime: base },
      { verb: 'see', target: '@no/where', standing: 'dangling' },
    ]);
    assert.deepEqual([one.edges_in, one.more_edges_in], [[], false]);
    const { json: alpha } = await registry.anonymous.get(`/-/atoms/${TARGET}`);
    assert.deepEqual([alpha.edges_in.length, alpha.more_edges_in], [20, true]);
    assert.deepEqual(alpha.edges_in[0], {
      ...{ verbs: ['requires', 'see'], from: '@user/rule-one', kind: 'rule' },
      prime: { name: '@acme/user', version: '1.1.0' },
    });
  });

  test('edges to an atom come in pages, also to an atom that is not here', async () => {
    const seen: string[] = [];
    let next: string | undefined = '';
    for (let pages = 0; next !== undefined; pages += 1) {
      const after = next === '' ? '' : `&after=${next}`;
      const { json } = await registry.anonymous.get(`/-/atoms/${TARGET}/edges-in?limit=12${after}`);
      seen.push(...json.edges.map(({ from }: { from: string }) => from));
      next = json.next;
      assert.equal(next === undefined, pages === 2);
    }
    assert.deepEqual([seen.length, new Set(seen).size], [30, 30]);
    const { json } = await registry.anonymous.get('/-/atoms/@no/where/edges-in');
    assert.deepEqual([json.edges.length, json.next], [1, undefined]);
    assert.deepEqual((await registry.anonymous.get('/-/atoms/@no/edge/edges-in')).json.edges, []);
  });

  test('a wrong query is a 400 that says what is right', async () => {
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=x',
      'after=x',
      'after=1-2-3',
      'after=',
      'limit=1&limit=2',
    ]) {
      const { status, json } = await registry.anonymous.get(`/-/atoms/${TARGET}/edges-in?${query}`);
      assert.deepEqual([status, json.code, json.errors.length], [400, 'invalid_query', 1], query);
    }
    assert.equal((await registry.anonymous.get('/-/atoms/@ACME/x/edges-in')).status, 404);
  });

  test('the page of an atom shows both directions, and the next edges', async () => {
    const path = `/-/prime/@acme/base/1.0.0/atom/${TARGET}`;
    const { text } = await registry.anonymous.get(path);
    assert.match(text, /From other Primes.*@user\/rule-one.*requires/s);
    const [, query = ''] = /href="\?([^"]*)#edges-in"/.exec(text) ?? [];
    assert.match(query, /after=/);
    const next = await registry.anonymous.get(`${path}?${query.replace(/&(amp|#38|#x26);/, '&')}`);
    assert.doesNotMatch(next.text, /rule-one/);
    assert.match(next.text, /rule-x38/);
    assert.equal((await registry.anonymous.get(`${path}?after=nonsense`)).status, 200);
    const user = await registry.anonymous.get('/-/prime/@acme/user/1.1.0/atom/@user/rule-one');
    assert.match(user.text, new RegExp(`href="/-/prime/@acme/base/1.0.0/atom/${TARGET}"`));
  });

  test('the page of a Prime names the Primes at the other ends, on its latest version', async () => {
    const base = await registry.anonymous.get('/-/prime/@acme/base');
    assert.match(
      base.text,
      /Referred to by.*@acme\/<\/span>user<\/a> <span class="faint">by edges of atoms/s,
    );
    const user = await registry.anonymous.get('/-/prime/@acme/user/1.1.0');
    assert.match(user.text, /Refers to.*@acme\/<\/span>base/s);
  });
});

describe('a lookup of atoms', () => {
  test('says which Primes have them, and leaves out what nobody has', async () => {
    const { status, json } = await registry.anonymous.get(
      `/-/atoms?ids=${TARGET},@no/where,@user/rule-one,${TARGET}`,
    );
    assert.equal(status, 200);
    assert.deepEqual(
      json.atoms.map(({ id, primes }: { id: string; primes: object[] }) => [id, primes.length]),
      [
        [TARGET, 1],
        ['@user/rule-one', 1],
      ],
    );
    const { hash } = (await registry.anonymous.get(`/-/atoms/${TARGET}`)).json;
    assert.deepEqual(json.atoms[0].primes, [{ name: '@acme/base', version: '1.0.0', own_scope: true, hash }]);
  });

  test('takes 1 to 100 ids', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `@a/b${index}`);
    assert.deepEqual((await registry.anonymous.get(`/-/atoms?ids=${ids.slice(1).join(',')}`)).json, {
      atoms: [],
    });
    for (const query of [
      '',
      '?ids=',
      '?ids=,',
      `?ids=${ids.join(',')}`,
      '?ids=@a',
      '?ids=@a/b&ids=@a/c',
      '?ids=@A/b',
    ]) {
      const { status, json } = await registry.anonymous.get(`/-/atoms${query}`);
      assert.deepEqual([status, json.code, json.errors[0].field], [400, 'invalid_query', 'ids'], query);
    }
  });
});

describe('a lookup of copies', () => {
  test('says which atoms say the same, whatever their ids', async () => {
    const says = { description: 'Says what a copy says' };
    const { atoms } = await inventoryOf([{ id: '@copy/rule-mine', ...says }]);
    const [key = ''] = atoms.flatMap((atom) => contentKeyOf(atom) ?? []);
    await registry.author.mustPublish({
      ...{ name: '@acme/origin', version: '1.0.0' },
      files: atomFiles({ id: '@origin/rule-a', edges: { see: [TARGET] }, ...says }),
    });
    const { status, json } = await registry.anonymous.get(`/-/atoms?contents=${key},0123456789abcdef,${key}`);
    assert.equal(status, 200);
    assert.deepEqual(json, {
      atoms: [],
      copies: [{ content: key, atoms: [{ id: '@origin/rule-a', name: '@acme/origin', version: '1.0.0' }] }],
    });
  });

  test('takes 1 to 100 content keys', async () => {
    const keys = Array.from({ length: 101 }, (_, index) => String(index).padStart(16, '0'));
    const target = `/-/atoms?contents=${keys.slice(1).join(',')}`;
    assert.deepEqual((await registry.anonymous.get(target)).json, { atoms: [], copies: [] });
    for (const query of [
      `contents=${keys.join(',')}`,
      'contents=x',
      "contents=0'",
      'contents=a&contents=b',
    ]) {
      const { status, json } = await registry.anonymous.get(`/-/atoms?${query}`);
      assert.deepEqual([status, json.code, json.errors[0].field], [400, 'invalid_query', 'contents'], query);
    }
  });
});

describe('a score', () => {
  test('has the reasons for missing points, in the API and on the page', async () => {
    await registry.author.mustPublish({
      ...{ name: '@acme/weak', version: '1.0.0', description: 'Weak' },
      files: atomFiles({ id: '@weak/rule-a', edges: { requires: ['@weak/gone'] } }),
    });
    const { json } = await registry.anonymous.get('/-/primes/@acme/weak/1.0.0/score');
    assert.deepEqual([json.name, json.version, json.points, json.max], ['@acme/weak', '1.0.0', 55, 100]);
    const rules = json.parts.flatMap(({ reasons }: { reasons: { rule: string }[] }) =>
      reasons.map(({ rule }) => rule),
    );
    assert.deepEqual(rules, ['missing-readme', 'short-description', 'missing-description', 'dangling-edge']);
    const { text } = await registry.anonymous.get('/-/prime/@acme/weak');
    assert.match(text, /Score: 55 of 100.*There is no README\.md.*leads to an atom that does not exist/s);
    const { json: good } = await registry.anonymous.get('/-/primes/@acme/base/1.0.0/score');
    assert.deepEqual([good.points, good.parts.flatMap(({ reasons }: { reasons: [] }) => reasons)], [100, []]);
  });

  test('does not change with other Primes', async () => {
    const path = '/-/primes/@acme/user/1.1.0/score';
    const before = (await registry.anonymous.get(path)).text;
    await publish('@acme/where', '1.0.0', [{ id: '@no/where', description: 'It is here now' }]);
    assert.equal((await registry.anonymous.get(path)).text, before);
  });

  test('of an unknown version is a 404', async () => {
    for (const path of ['@acme/base/9.0.0', '@acme/nothing/1.0.0', '@acme/base/x']) {
      assert.equal((await registry.anonymous.get(`/-/primes/${path}/score`)).status, 404, path);
    }
  });
});
