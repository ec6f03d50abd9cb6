// Search over Primes in memory: what matches, and in which order.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AtomSource, inventoryOf } from '@prime-registry/testkit';
import { indexPrime, searchPrimes, suggestNames } from '../../src/index.ts';

async function makePrime(name: string, description: string, ...sources: AtomSource[]) {
  const { atoms } = await inventoryOf(sources);
  const searchable = atoms.map((atom) => ({ ...atom, text: atom.texts.full }));
  return indexPrime({ name, version: '1.0.0', description, labels: ['css'], atoms: searchable });
}

const PRIMES = await Promise.all([
  makePrime(
    '@acme/caching',
    'How to cache',
    { id: '@acme/rule-etag', description: 'Send an entity tag', notes: 'It saves bytes.' },
    { id: '@acme/fact-age', kind: 'fact', description: 'The age of a response' },
  ),
  makePrime(
    '@acme/web-style',
    'Rules for pages',
    { id: '@acme/rule-focus', description: 'Keep the focus visible' },
    { id: '@acme/rule-tags', description: 'Close every tag', notes: 'Caching is another matter.' },
  ),
  makePrime('@other/names', 'Names for things', { id: '@other/rule-names', description: 'Say what it is' }),
]);

function find(text: string, options: { scope?: string; kind?: string } = {}) {
  const { hits, corrected, isPartial } = searchPrimes(PRIMES, { text, ...options });
  return {
    hits: hits.map(({ prime, atoms }) => [prime.name, ...atoms.map(({ id }) => id)]),
    ...(corrected.length > 0 && { corrected }),
    ...(isPartial && { isPartial }),
  };
}

describe('a search in memory', () => {
  test('puts a match in a name before one in a text', () => {
    assert.deepEqual(find('caching'), { hits: [['@acme/caching'], ['@acme/web-style', '@acme/rule-tags']] });
  });

  test('needs every word somewhere in a Prime, and the last one only as a beginning', () => {
    assert.deepEqual(find('entity sav'), { hits: [['@acme/caching', '@acme/rule-etag']] });
    assert.deepEqual(find('focus rules'), { hits: [['@acme/web-style', '@acme/rule-focus']] });
    assert.deepEqual(find('sav entity', { scope: '@other' }), { hits: [] });
    assert.deepEqual(find('say what').hits, [['@other/names', '@other/rule-names']]);
  });

  test('can be limited to a scope or a kind', () => {
    assert.deepEqual(find('age', { kind: 'fact' }), { hits: [['@acme/caching', '@acme/fact-age']] });
    assert.deepEqual(find('names', { scope: '@acme' }), { hits: [] });
    assert.deepEqual(find('css', { scope: '@other' }), { hits: [['@other/names']] });
  });

  test('corrects typing errors, and then accepts half of the words', () => {
    assert.deepEqual(find('visable focus'), {
      hits: [['@acme/web-style', '@acme/rule-focus']],
      corrected: [{ from: 'visable', to: 'visible' }],
    });
    assert.deepEqual(find('visible zzzzzz'), {
      hits: [['@acme/web-style', '@acme/rule-focus']],
      isPartial: true,
    });
    assert.deepEqual(find('qqqqq zzzzzz'), { hits: [] });
    for (const empty of ['', '---']) assert.deepEqual(find(empty), { hits: [] });
  });

  test('has the same result in any order of the Primes', () => {
    for (const text of ['caching', 'rule', 'css', 'the'])
      assert.deepEqual(searchPrimes(PRIMES.toReversed(), { text }), searchPrimes(PRIMES, { text }));
  });
});

describe('suggestions', () => {
  const names = ['@acme/web-style', '@acme/caching', '@other/web-style'];
  test('are names that look alike, best first', () => {
    assert.deepEqual(suggestNames('@acme/web-stlye', names), ['@acme/web-style']);
    assert.deepEqual(suggestNames('style web', names), ['@acme/web-style', '@other/web-style']);
    assert.deepEqual(suggestNames('nothing like it', names), []);
    assert.deepEqual(suggestNames('x'.repeat(100_000), names), []);
  });
});
