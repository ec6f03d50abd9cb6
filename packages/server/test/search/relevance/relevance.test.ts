// The quality of search results as a number that may rise but not fall.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { atomFiles, startRegistry } from '@prime-registry/testkit';
import { KNOWN_CONTENTS } from './contents.ts';
import { INSIDE_JUDGEMENTS, MISTYPED_INSIDE_JUDGEMENTS } from './inside-judgements.ts';
import { type Judgement, OWN_JUDGEMENTS } from './judgements.ts';
import { MISTYPED_JUDGEMENTS } from './mistyped-judgements.ts';
import { ndcg } from './ndcg.ts';
import { KNOWN_PRIMES } from './primes.ts';

const DEPTH = 10;

// The mean over all queries of a group, cut off after four digits. Raise it when you improve it.
const GROUPS: readonly { title: string; judgements: readonly Judgement[]; reached: number }[] = [
  { title: 'names, tags and descriptions', judgements: OWN_JUDGEMENTS, reached: 0.9871 },
  { title: 'READMEs and atoms', judgements: INSIDE_JUDGEMENTS, reached: 0.9749 },
  { title: 'READMEs and atoms, with typing errors', judgements: MISTYPED_INSIDE_JUDGEMENTS, reached: 0.9822 },
  { title: 'typing errors', judgements: MISTYPED_JUDGEMENTS, reached: 0.9632 },
];

const registry = await startRegistry();
after(() => registry.stop());
before(async () => {
  for (const { name, tags, description } of KNOWN_PRIMES) {
    const extra = `tags: ${JSON.stringify(tags)}\nnamespaces: ["${name.split('/')[0]}"]`;
    const { readme = '', atoms = [] } = KNOWN_CONTENTS.get(name) ?? {};
    const files = { 'README.md': `${readme}\n`, ...atomFiles(...atoms) };
    await registry.admin.mustPublish({ name, description, extra, files });
  }
});

for (const { title, judgements, reached } of GROUPS) {
  test(`${title}: the mean nDCG@${DEPTH} of ${judgements.length} queries is at least ${reached}`, async () => {
    const scores: [query: string, score: number][] = [];
    for (const { query, grades } of judgements) {
      const { json } = await registry.anonymous.get(`/search?limit=${DEPTH}&q=${encodeURIComponent(query)}`);
      const ranked = json.results.map(({ name }: { name: string }) => name);
      scores.push([query, ndcg(ranked, grades, DEPTH)]);
    }
    const mean = scores.reduce((sum, [, score]) => sum + score, 0) / scores.length;
    const worst = scores.sort(([, a], [, b]) => a - b).slice(0, 10);
    const list = worst.map(([query, score]) => `${query}: ${score.toFixed(3)}`).join(', ');
    assert.ok(mean >= reached, `${mean.toFixed(4)}; the worst are ${list}`);
  });
}

test('every judgement names an existing Prime', () => {
  const names = new Set(KNOWN_PRIMES.map(({ name }) => name));
  for (const name of KNOWN_CONTENTS.keys()) assert.ok(names.has(name), name);
  for (const { query, grades } of GROUPS.flatMap(({ judgements }) => judgements)) {
    for (const [name, grade] of grades)
      assert.ok(names.has(name) && grade >= 1 && grade <= 3, `${query}: ${name}`);
  }
});
