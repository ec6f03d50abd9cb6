// GET /-/search: its parameters, its answer, and its access.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { RegistryClient } from '@prime-registry/client';
import { atomFiles, expectProblem, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());
const { anonymous, author } = registry;
const files = {
  'README.md': '# Forms\n\nMake the **keyboard** enough.\n',
  ...atomFiles(
    { id: '@acme/rule-focus', description: 'Show where the <keyboard> is' },
    { id: '@acme/fact-speed', kind: 'fact', description: 'People type fast' },
  ),
};
before(async () => {
  await author.mustPublish({ name: '@acme/forms', description: 'Forms people can finish', files });
  await author.mustPublish({ name: '@acme/other', description: 'Something about a keyboard' });
});

test('says why each Prime was found, and has facets to narrow the search', async () => {
  const { status, headers, json } = await anonymous.get('/-/search?q=keyboard');
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-cache');
  assert.deepEqual(
    json.results.map(({ name }: { name: string }) => name),
    ['@acme/other', '@acme/forms'],
  );
  const [other, { score, ...forms }] = json.results;
  assert.ok(score < other.score);
  const snippet: { text: string; match: boolean }[] = forms.atoms[0].snippet;
  const marked = snippet.filter(({ match }) => match).map(({ text }) => text);
  assert.deepEqual(forms, {
    name: '@acme/forms',
    version: '1.0.0',
    description: 'Forms people can finish',
    license: 'Apache-2.0',
    scope: '@acme',
    namespaces: ['@acme'],
    highlights: [
      {
        field: 'readme',
        segments: [
          { text: 'Make the ', match: false },
          { text: 'keyboard', match: true },
          { text: ' enough.', match: false },
        ],
      },
    ],
    atoms: [
      {
        id: '@acme/rule-focus',
        kind: 'rule',
        name: 'RuleFocus',
        description: 'Show where the <keyboard> is',
        snippet,
      },
    ],
    atom_total: 1,
  });
  assert.deepEqual(marked, ['keyboard']);
  assert.deepEqual(json.facets.kind, [
    { value: 'fact', count: 1 },
    { value: 'rule', count: 1 },
  ]);
  assert.deepEqual([json.total, json.facet_total, json.corrected], [2, 2, []]);
});

test('reports corrections, and so does the search of the contract, if there are some', async () => {
  const corrected = [{ from: 'keybaord', to: 'keyboard' }];
  assert.deepEqual((await anonymous.get('/-/search?q=keybaord')).json.corrected, corrected);
  assert.deepEqual((await anonymous.get('/search?q=keybaord')).json.corrected, corrected);
  assert.deepEqual(Object.keys((await anonymous.get('/search?q=keyboard')).json), ['results', 'total']);
});

test('is narrowed by any of the values of each field', async () => {
  const found = async (filters: string) =>
    (await anonymous.get(`/-/search?q=keyboard&${filters}`)).json.total;
  assert.equal(await found('kind=rule'), 1);
  assert.equal(await found('kind=rule&kind=none'), 1);
  assert.equal(await found('kind=none'), 0);
  assert.equal(await found('scope=%40acme&license=MIT'), 0);
  assert.equal(await found('scope=%40acme&license=&namespace='), 2, 'an empty value says nothing');
});

test('is a method of the client', async () => {
  const client = new RegistryClient({ baseUrl: registry.baseUrl });
  const { results, total } = await client.searchInside('keyboard', { limit: 1, filters: { kind: ['rule'] } });
  assert.equal(total, 1);
  assert.deepEqual(results, (await anonymous.get('/-/search?q=keyboard&limit=1&kind=rule')).json.results);
});

describe('not allowed: 400 that names every wrong parameter', () => {
  const many = Array.from({ length: 11 }, (_, index) => `scope=@s${index}`).join('&');
  const queries: [query: string, fields: string[], detail: RegExp][] = [
    ['', ['q'], /q: is missing/],
    ['q=x&limit=0&offset=x', ['limit', 'offset'], /limit: .* offset: /],
    [`q=x&${many}`, ['scope'], /is given 11 times; at most 10 are allowed/],
    [`q=x&kind=${'k'.repeat(257)}`, ['kind'], /more than 256 characters/],
  ];
  for (const [query, fields, expected] of queries) {
    test(`?${query.slice(0, 50)}`, async () => {
      const { detail, errors } = expectProblem(await anonymous.get(`/-/search?${query}`), 'invalid_query');
      assert.deepEqual(
        errors?.map(({ field }) => field),
        fields,
      );
      assert.match(detail, expected);
    });
  }
});

test('in a private registry it requires permission to read', async () => {
  const closed = await startRegistry({ isPrivate: true });
  try {
    assert.equal((await closed.anonymous.get('/-/search?q=keyboard')).status, 401);
  } finally {
    await closed.stop();
  }
});
