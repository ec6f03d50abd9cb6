// GET /search: its parameters, and the errors for wrong ones.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { expectProblem, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());
const { anonymous, author } = registry;
before(async () => void (await author.mustPublish({ description: 'Rules for web pages' })));

const encode = encodeURIComponent;

test('an answer has the fields of the contract, with the total number of results', async () => {
  const { status, headers, json } = await anonymous.get('/search?q=web');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  const [{ score, ...entry }] = json.results;
  assert.deepEqual(entry, { name: '@acme/web-style', version: '1.0.0', description: 'Rules for web pages' });
  assert.equal(typeof score, 'number');
  assert.equal(json.total, 1);
  assert.deepEqual((await anonymous.get('/search?q=nothing-of-the-kind')).json, { results: [], total: 0 });
});

describe('allowed', () => {
  const queries: [title: string, query: string, total: number][] = [
    ['one character', 'q=w', 1],
    ['white space around it', `q=${encode(' \t\n web \u00a0')}`, 1],
    ['256 characters', `q=${'x'.repeat(256)}`, 0],
    ['256 characters beyond the first plane', `q=${encode('🦄'.repeat(256))}`, 0],
    ['256 characters with white space around them', `q=${encode(` ${'x'.repeat(256)} `)}`, 0],
    ['a plus as a space', 'q=web+rules', 1],
    ['an encoded plus as a plus', 'q=web%2Brules', 1],
    ['the highest limit', 'q=web&limit=100', 1],
    ['the lowest limit', 'q=web&limit=1', 1],
    ['leading zeros', 'q=web&limit=001&offset=000', 1],
    ['the highest offset', 'q=web&offset=10000', 1],
    ['other parameters, repeated or not', 'q=web&page=1&page=2&constructor=x', 1],
    ['percent signs that escape nothing', 'q=%zz%', 0],
    ['bytes that are not UTF-8', 'q=%ff%fe', 0],
  ];
  for (const [title, query, total] of queries) {
    test(title, async () => {
      const answer = await anonymous.get(`/search?${query}`);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.json.total, total);
    });
  }
});

describe('not allowed: 400 that names every wrong parameter', () => {
  const queries: [query: string, fields: string[], detail: RegExp][] = [
    ['', ['q'], /q: is missing; say what to search for/],
    ['Q=web', ['q'], /is missing/],
    ['q[]=web', ['q'], /is missing/],
    ['q=', ['q'], /is empty/],
    [`q=${encode(' \t\u00a0\n')}`, ['q'], /is empty/],
    [`q=${'x'.repeat(257)}`, ['q'], /has 257 characters; at most 256/],
    [`q=${encode('🦄'.repeat(257))}`, ['q'], /has 257 characters/],
    ['q=web&q=web', ['q'], /given more than once/],
    ['q=web&limit=0', ['limit'], /'0' is not a whole number from 1 to 100/],
    ['q=web&limit=101', ['limit'], /from 1 to 100/],
    ['q=web&limit=', ['limit'], /'' is not a whole number/],
    ['q=web&limit=-1', ['limit'], /'-1' is not/],
    ['q=web&limit=1.5', ['limit'], /'1\.5' is not/],
    ['q=web&limit=1e1', ['limit'], /'1e1' is not/],
    ['q=web&limit=0x10', ['limit'], /is not a whole number/],
    ['q=web&limit=+5', ['limit'], /is not a whole number/],
    [`q=web&limit=${encode('٣')}`, ['limit'], /is not a whole number/],
    [`q=web&limit=${'9'.repeat(400)}`, ['limit'], /is not a whole number/],
    ['q=web&limit=5&limit=5', ['limit'], /given more than once/],
    ['q=web&offset=10001', ['offset'], /from 0 to 10000/],
    ['q=web&offset=-1', ['offset'], /'-1' is not/],
    ['q=web&offset=x', ['offset'], /'x' is not/],
    ['q=web&offset=1&offset=2', ['offset'], /given more than once/],
    ['limit=0&offset=x', ['q', 'limit', 'offset'], /q: is missing.* limit: .* offset: /],
  ];
  for (const [query, fields, expected] of queries) {
    test(`?${query.slice(0, 50)}`, async () => {
      const { detail, errors } = expectProblem(await anonymous.get(`/search?${query}`), 'invalid_query');
      assert.deepEqual(
        errors?.map(({ field }) => field),
        fields,
      );
      assert.match(detail, expected);
    });
  }
});
