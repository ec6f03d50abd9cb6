// A search with the words of a sentence: Primes with all of them first, then Primes with some.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeMemoryKnowledge } from '@prime-registry/testkit/knowledge';
import { callTool } from '../../src/index.ts';
import type { KnowledgeSource } from '../../src/source/knowledge-source.ts';
import type { KnownAtom } from '../../src/source/known-prime.ts';
import { searchWords } from '../../src/tools/search/search-words.ts';

const WORDS = ['apple', 'banana', 'cherry', 'damson'];
const COMBINATIONS = [
  'apple banana',
  'banana cherry',
  'cherry damson',
  'apple',
  'banana',
  'cherry',
  'damson',
];

function makeFruits() {
  return makeMemoryKnowledge(
    COMBINATIONS.map((words, index) => ({
      name: `@fruit/prime-${index}`,
      atoms: [{ id: `@fruit/rule-${index}`, description: `About ${words}` }],
    })),
  );
}

async function search(source: Awaited<ReturnType<typeof makeFruits>>, args: object) {
  const { text, isError } = await callTool(source, 'search_knowledge', args);
  assert.equal(isError, false, text);
  const names = [...text.matchAll(/^(@\S+) 1\.0\.0/gm)].map(([, name]) => name);
  return { text, names, searches: source.calls.get('search') ?? 0 };
}

test('Primes with some words follow those with all, and the answer says which', async () => {
  const { text, names } = await search(await makeFruits(), { query: 'apple banana' });
  assert.match(text, /^Primes 1 to 4 of 4 · installed\nall words are in 1 of them, some in the others\n\n/);
  assert.deepEqual(names, ['@fruit/prime-0', '@fruit/prime-3', '@fruit/prime-1', '@fruit/prime-4']);
});

test('without a Prime that has all words there are those with some', async () => {
  const { names } = await search(await makeFruits(), { query: 'how is an apple like a damson?' });
  assert.deepEqual(names.toSorted(), [
    '@fruit/prime-0',
    '@fruit/prime-2',
    '@fruit/prime-3',
    '@fruit/prime-6',
  ]);
});

test('if as many Primes as were asked for have all words, there is one search', async () => {
  const { names, searches } = await search(await makeFruits(), { query: 'apple banana', limit: 1 });
  assert.deepEqual(names, ['@fruit/prime-0']);
  assert.equal(searches, 1);
});

test('the number of searches is bounded', async () => {
  const source = await makeFruits();
  const { searches } = await search(source, {
    query: Array.from({ length: 40 }, (_, i) => `w${i}`).join(' '),
  });
  assert.equal(searches, 7);
});

test('the pages have each Prime once', async () => {
  const source = await makeFruits();
  const found: (string | undefined)[] = [];
  let cursor: string | undefined;
  do {
    const { text, names } = await search(source, { query: WORDS.join(' '), limit: 3, cursor });
    found.push(...names);
    cursor = /next: cursor (\S+)/.exec(text)?.[1];
  } while (cursor !== undefined);
  assert.deepEqual(
    found.toSorted(),
    COMBINATIONS.map((_, index) => `@fruit/prime-${index}`),
  );
});

test('the searches end with the call', async () => {
  const source = await makeFruits();
  const controller = new AbortController();
  const search = source.search.bind(source);
  const given: (AbortSignal | undefined)[] = [];
  source.search = (query, options) => {
    given.push(options?.signal);
    controller.abort(new Error('gone'));
    return search(query);
  };
  const { signal } = controller;
  await assert.rejects(callTool(source, 'search_knowledge', { query: 'apple damson' }, { signal }), /gone/);
  assert.deepEqual(given, [signal]);
});

test('long descriptions of many atoms do not keep others waiting', async () => {
  const words = ['apple', 'banana', 'cherry', 'damson', 'elder', 'fig'];
  const long = (seed: number) =>
    Array.from({ length: 1600 }, (_, i) => ((i * 7919 + seed * 104_729) % 1_679_616).toString(36)).join(' ');
  const atomsOf = (word: string, prime: number): KnownAtom[] =>
    Array.from({ length: 4 }, (_, i) => ({
      ...{ id: `@fruit/${word}-${prime}-${i}`, kind: 'rule', label: undefined, domain: undefined, tags: [] },
      ...{ description: long(prime * 4 + i), tokens: { core: 1, summary: 1, full: 1 } },
    }));
  let turns = 0;
  const count = (): void => {
    turns += 1;
    turning = setImmediate(count);
  };
  let turning = setImmediate(count);
  const source = {
    async search({ text }: { text: string }) {
      const isAll = text.includes(' ');
      const hits = Array.from({ length: isAll ? 0 : 20 }, (_, prime) => ({
        ...{ name: `@fruit/prime-${prime}`, version: '1.0.0', description: '', deprecated: false },
        ...{ from: 'installed', atoms: atomsOf(text, prime), atomTotal: 4 },
      }));
      turns = 0;
      return { hits, total: hits.length, corrected: [], incomplete: [] };
    },
  };
  const { hits } = await searchWords(
    { source: source as unknown as KnowledgeSource },
    { text: words.join(' '), scope: undefined, kind: undefined, limit: 20, offset: 0 },
  );
  clearImmediate(turning);
  assert.equal(hits.length, 20);
  assert.ok(turns > 2, `${turns} turns for others`);
});
