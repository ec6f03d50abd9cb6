// How many passages are read to rank Primes by.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPassageStrengths } from '../../src/search/inside/passage-matches.ts';
import { type Notation, readSearchTerms } from '../../src/search/words/search-terms.ts';

const NOTATION: Notation = {
  exact: (term) => term,
  beginning: (beginning) => `${beginning}*`,
  all: (expressions) => expressions.join('&'),
  any: (expressions) => expressions.join('|'),
};
async function readLimit(text: string, isCommon: boolean): Promise<number> {
  const terms = readSearchTerms(text) ?? assert.fail();
  const limits: number[] = [];
  const inside = {
    async findPrimes(expressions: readonly string[], limit: number) {
      limits.push(limit);
      return expressions.map(() => [1]);
    },
  };
  await findPassageStrengths({ inside, notation: NOTATION }, terms, isCommon);
  assert.equal(limits.length, 1);
  return limits[0] ?? 0;
}

test('fewer passages are read for a common word alone than for a rare one, or for several', async () => {
  assert.equal(await readLimit('web', true), 500);
  assert.equal(await readLimit('web', false), 2000);
  assert.equal(await readLimit('web guide', true), 2000);
});
