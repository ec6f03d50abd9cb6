// The optional search (contract sections 2, 4.5 and 7). Matching and ranking are up to the registry.
import { type Check, ofOption } from '../check.ts';
import { expectJsonType, expectStatus, fail } from '../expectations/expect.ts';
import { expectShape, SEARCH_ENTRY } from '../expectations/shape.ts';
import { randomWord } from '../fixtures/fixture.ts';
import { type Exchange, isJsonObject, jsonOf } from '../http/exchange.ts';
import { searchPath } from '../http/paths.ts';
import { precondition, Unmet } from '../outcome.ts';
import type { Stage } from '../session/stage.ts';

interface Answer {
  readonly exchange: Exchange;
  readonly results: readonly unknown[];
}

export const searchChecks: readonly Check[] = ofOption('4.5', [
  {
    id: 'search.ok',
    title: 'A search answers 200 with an object whose results are an array',
    run: async ({ stage }) => {
      resultsOf(await stage.searchAnswer());
    },
  },
  {
    id: 'search.content-type',
    title: 'The answer to a search is declared as JSON',
    level: 'recommended',
    run: async ({ stage }) => {
      const exchange = await precondition('the search', stage.searchAnswer());
      if (exchange.status !== 200) throw new Unmet(`the search was answered with ${exchange.status}`);
      expectJsonType(exchange);
    },
  },
  {
    id: 'search.finds-published',
    title: "A search for a word that occurs only in one Prime's name and description finds that Prime",
    level: 'recommended',
    run: async ({ stage }) => {
      const { exchange, results } = resultsOf(await stage.wordSearchAnswer());
      const { name } = stage.first;
      if (!results.some((entry) => isJsonObject(entry) && entry.name === name)) {
        fail(exchange, `an entry for ${name}`, `${results.length} entries without it`);
      }
    },
  },
  {
    id: 'search.entry-fields',
    section: '2',
    title: 'Each entry of results has name, version, description (strings) and score (number)',
    run: async ({ stage }) => {
      const { exchange, results } = await precondition('the search', findSomething(stage));
      if (results.length === 0) throw new Unmet('the search found no entries');
      for (const entry of results) expectShape(exchange, 'entries of results', entry, SEARCH_ENTRY);
    },
  },
  {
    id: 'search.entry-version',
    section: '2',
    title: 'The entry of a Prime names one of its published versions',
    run: async ({ stage }) => {
      const { exchange, results } = await precondition(
        'the search',
        stage.wordSearchAnswer().then(resultsOf),
      );
      const versions = (await stage.releases()).map(({ version }) => version);
      const entries = results.filter(isJsonObject).filter(({ name }) => name === stage.first.name);
      if (entries.length === 0) throw new Unmet('the search did not find the Prime of this run');
      for (const { version } of entries) {
        if (!versions.some((published) => published === version)) {
          fail(exchange, `version one of ${versions.join(', ')}`, `version ${JSON.stringify(version)}`);
        }
      }
    },
  },
  {
    id: 'search.no-match',
    title: 'A search without matches answers 200 too',
    run: async ({ session }) => {
      resultsOf(await session.read(searchPath(randomWord())));
    },
  },
  {
    id: 'search.any-text',
    section: '7',
    title: 'A search for quotes, wildcards and operators answers 200, or 400 if they are not a valid query',
    run: async ({ session }) => {
      for (const text of ['"', "'", '*', '%', '(', 'a AND', '-a', 'name:', '\\', '🦉']) {
        expectStatus(await session.read(searchPath(text)), 200, 400);
      }
    },
  },
  {
    id: 'search.without-query',
    section: '7',
    title: 'A search without the parameter q answers 400',
    run: async ({ session }) => expectStatus(await session.read('/search'), 400),
  },
]);

/** The results of a search that was answered with 200. */
function resultsOf(exchange: Exchange): Answer {
  expectStatus(exchange, 200);
  const { results } = jsonOf(exchange);
  if (!Array.isArray(results)) fail(exchange, 'an object with the array results');
  return { exchange, results };
}

/** A response with entries, if possible: without a token, from the existing Primes. */
async function findSomething(stage: Stage): Promise<Answer> {
  const answer = resultsOf(await stage.searchAnswer());
  return answer.results.length > 0 ? answer : resultsOf(await stage.wordSearchAnswer());
}
