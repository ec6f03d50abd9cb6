// How good the order of results is, as a number that may rise but not fall.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { KNOWN_JUDGEMENTS } from './judgements.ts';
import { ndcg } from './ndcg.ts';
import { KNOWN_PRIMES } from './primes.ts';

const DEPTH = 10;
// The mean over all queries, cut off after four digits. Whoever makes it better raises it.
const REACHED = 0.9871;

const registry = await startRegistry();
after(() => registry.stop());
before(async () => {
  for (const { name, tags, description } of KNOWN_PRIMES) {
    const extra = `tags: ${JSON.stringify(tags)}\nnamespaces: ["${name.split('/')[0]}"]`;
    await registry.admin.mustPublish({ name, description, extra });
  }
});

test(`the mean nDCG@${DEPTH} of ${KNOWN_JUDGEMENTS.length} queries is at least ${REACHED}`, async () => {
  const scores: [query: string, score: number][] = [];
  for (const { query, grades } of KNOWN_JUDGEMENTS) {
    const { json } = await registry.anonymous.get(`/search?limit=${DEPTH}&q=${encodeURIComponent(query)}`);
    const ranked = json.results.map(({ name }: { name: string }) => name);
    scores.push([query, ndcg(ranked, grades, DEPTH)]);
  }
  const mean = scores.reduce((sum, [, score]) => sum + score, 0) / scores.length;
  const worst = scores.sort(([, a], [, b]) => a - b).slice(0, 10);
  const list = worst.map(([query, score]) => `${query}: ${score.toFixed(3)}`).join(', ');
  assert.ok(mean >= REACHED, `${mean.toFixed(4)}; the worst are ${list}`);
});

test('every judgement is of a Prime that is there', () => {
  const names = new Set(KNOWN_PRIMES.map(({ name }) => name));
  for (const { query, grades } of KNOWN_JUDGEMENTS) {
    for (const [name, grade] of grades)
      assert.ok(names.has(name) && grade >= 1 && grade <= 3, `${query}: ${name}`);
  }
});
