import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RegistryRequestError } from '@prime-registry/client';
import type { InstalledHits, SearchableRegistry } from '../../src/find/search-outcome.ts';
import { searchRegistries } from '../../src/find/search-registries.ts';

const QUERY = { text: 'web', limit: 2, offset: 0 };
const { signal } = new AbortController();

type Answer = Awaited<ReturnType<SearchableRegistry['search']>> | Error;

/** A registry with these Primes; the number after `=` is the score. */
function registry(baseUrl: string, primes: readonly string[], total?: number): SearchableRegistry {
  const results = primes.map((prime) => {
    const [name = '', score = '0.5'] = prime.split('=');
    return { name, version: '1.0.0', description: `from ${baseUrl}`, score: Number(score) };
  });
  return answering(baseUrl, { results, ...(total !== undefined && { total }) });
}

function answering(baseUrl: string, answer: Answer): SearchableRegistry {
  return {
    baseUrl,
    search: async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

function failing(baseUrl: string, status: number): SearchableRegistry {
  const details = { registry: baseUrl, request: 'GET /search', reason: 'status', status } as const;
  return answering(baseUrl, new RegistryRequestError(`${baseUrl} answered with ${status}.`, details));
}

async function search(
  ordered: SearchableRegistry[],
  pins: Record<string, SearchableRegistry> = {},
  query = QUERY,
) {
  const outcome = await searchRegistries({ ordered, pins: new Map(Object.entries(pins)) }, query, signal);
  return { ...outcome, shown: outcome.results.map((hit) => `${hit.name} ${hit.registry}`) };
}

describe('searching several registries', () => {
  test('shows them in order, the best of each first, and a name from the first one that has it', async () => {
    const a = registry('http://a', ['@x/low=0.1', '@x/high=0.9']);
    const b = registry('http://b', ['@x/best=1', '@x/low=1']);
    const { shown, registries } = await search([a, b]);
    assert.deepEqual(shown, ['@x/high http://a', '@x/low http://a', '@x/best http://b']);
    assert.deepEqual(registries, ['http://a', 'http://b']);
  });

  test('shows a pinned scope only from its registry, and nothing else from a registry that is only pinned', async () => {
    const a = registry('http://a', ['@acme/one', '@x/one']);
    const p = registry('http://p', ['@acme/two', '@x/two']);
    const { shown, registries } = await search([a], { '@acme': p });
    assert.deepEqual(shown, ['@x/one http://a', '@acme/two http://p']);
    assert.deepEqual(registries, ['http://a', 'http://p']);
    assert.deepEqual((await search([a, p], { '@acme': a })).shown, [
      '@acme/one http://a',
      '@x/one http://a',
      '@x/two http://p',
    ]);
  });

  test('sends one request to each registry, all at the same time', async () => {
    let waiting = 0;
    let open: () => void = assert.fail;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slow = (baseUrl: string): SearchableRegistry => ({
      baseUrl,
      async search() {
        waiting += 1;
        if (waiting === 2) open();
        await gate;
        return { results: [] };
      },
    });
    const [a, b] = [slow('http://a'), slow('http://b')];
    await search([a, b], { '@acme': a });
    assert.equal(waiting, 2);
  });

  test('shows the results of the others if one fails, and names it', async () => {
    const { shown, failures } = await search([
      failing('http://a', 500),
      registry('http://b', ['@x/one']),
      failing('http://c', 404),
    ]);
    assert.deepEqual(shown, ['@x/one http://b']);
    assert.deepEqual(failures, [
      { registry: 'http://a', message: 'http://a answered with 500.' },
      { registry: 'http://c', message: 'http://c offers no search.' },
    ]);
  });

  test('fails if the only registry fails, with the details', async () => {
    await assert.rejects(
      search([failing('http://a', 401)]),
      (error) => error instanceof RegistryRequestError && error.status === 401,
    );
  });

  test('passes on an interrupt or a bug, which is not a failure of a registry', async () => {
    const details = { registry: 'http://b', request: 'GET /search', reason: 'aborted' } as const;
    const error = new RegistryRequestError('called off', details);
    const a = registry('http://a', []);
    await assert.rejects(search([a, answering('http://b', error)]), error);
    const defect = new TypeError('x is not a function');
    await assert.rejects(search([a, answering('http://b', defect)]), defect);
  });
});

describe('what is installed', () => {
  const hits = ['@x/own', '@x/same'].map((name) => ({
    ...{
      name,
      version: '1.0.0',
      description: '',
      score: 0.9,
      registry: 'http://a',
      installed: true as const,
    },
  }));
  const find = async (ordered: SearchableRegistry[], how: Partial<InstalledHits>) => {
    const own = { hits, isPartial: false, corrected: [], ...how };
    const outcome = await searchRegistries({ ordered, pins: new Map() }, QUERY, signal, own);
    return { ...outcome, shown: outcome.results.map(({ name }) => name) };
  };

  test('comes first if it matches as typed, else last, and says how words were read', async () => {
    const a = registry('http://a', ['@x/other', '@x/same']);
    const typed = await find([a], {});
    assert.deepEqual([typed.shown, typed.corrected], [['@x/own', '@x/same', '@x/other'], undefined]);
    const corrected = [{ from: 'cach', to: 'each' }];
    const guessed = await find([a], { corrected });
    assert.deepEqual(guessed.shown, ['@x/other', '@x/own', '@x/same']);
    assert.deepEqual(guessed.corrected, [{ from: 'cach', to: 'each', installed: true }]);
    assert.deepEqual((await find([a], { isPartial: true })).shown, guessed.shown);
  });

  test('and a registry each say how they read words, if they found something', async () => {
    const corrected = [{ from: 'cachng', to: 'caching' }];
    const found = { name: '@x/one', version: '1.0.0', description: '', score: 1 };
    const a = answering('http://a', { results: [found], corrected });
    const b = answering('http://b', { results: [], corrected });
    assert.deepEqual((await find([a, b], { hits: [], corrected })).corrected, [
      { from: 'cachng', to: 'caching', registry: 'http://a' },
    ]);
  });
});

describe('paging', () => {
  test('passes limit and offset on', async () => {
    const asked: unknown[] = [];
    const a: SearchableRegistry = {
      baseUrl: 'http://a',
      async search(text, { limit, offset, signal: given }) {
        asked.push(text, limit, offset, given);
        return { results: [] };
      },
    };
    await search([a], {}, { text: 'web', limit: 7, offset: 14 });
    assert.deepEqual(asked, ['web', 7, 14, signal]);
  });

  test('reports the total if all registries do', async () => {
    const [a, b] = [registry('http://a', ['@x/one'], 1), registry('http://b', ['@x/two'], 5)];
    assert.equal((await search([a, b])).total, 6);
    assert.equal((await search([a, registry('http://c', [])])).total, undefined);
  });

  test('reports the next offset if there is more', async () => {
    const page = { text: 'web', limit: 2, offset: 4 };
    const next = async (...registries: SearchableRegistry[]) =>
      (await search(registries, {}, page)).next_offset;
    assert.equal(await next(registry('http://a', ['@x/e', '@x/f'], 6)), undefined);
    assert.equal(await next(registry('http://a', ['@x/e', '@x/f'], 7)), 6);
    assert.equal(await next(registry('http://a', []), registry('http://b', ['@x/e', '@x/f'], 7)), 6);
    assert.equal(await next(registry('http://a', ['@x/e', '@x/f'])), 6, 'a full page, and no total');
    assert.equal(await next(registry('http://a', ['@x/e'])), undefined);
  });

  test('is done by the client for a registry that ignores it and sends everything', async () => {
    const all = registry('http://a', ['@x/a', '@x/b', '@x/c', '@x/d', '@x/e']);
    const pages = await Promise.all([0, 2, 4].map((offset) => search([all], {}, { ...QUERY, offset })));
    assert.deepEqual(
      pages.map(({ shown }) => shown.map((line) => line.slice(3, 4)).join('')),
      ['ab', 'cd', 'e'],
    );
    assert.deepEqual(
      pages.map(({ total, next_offset }) => [total, next_offset]),
      [
        [5, 2],
        [5, 4],
        [5, undefined],
      ],
    );
  });
});
