// Agents find what they ask for with few calls and tokens, and docs/agent-questions.md says how many.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { InventoryBuilder } from '@prime-registry/atoms';
import { askRegistry } from './ask-registry.ts';
import { GOAL, summarise, withQuestionTable } from './question-table.ts';
import { QUESTIONS } from './questions.ts';
import { readQuestionPrimes } from './read-primes.ts';

test('thirty questions are answered within the goal, as the documentation says', async () => {
  const answers = await askRegistry();
  const { answered, medianCalls, medianTokens } = summarise(answers.map(({ stepByStep }) => stepByStep));
  assert.equal(answered, QUESTIONS.length);
  assert.ok(medianCalls <= GOAL.medianCalls, `${medianCalls} calls`);
  assert.ok(medianTokens <= GOAL.medianTokens, `${medianTokens} tokens`);
  const document = readFileSync(join(import.meta.dirname, '../../docs/agent-questions.md'), 'utf8');
  assert.equal(document, withQuestionTable(document, answers), 'run npm run docs:questions');
});

test('each answer is in one atom, and every atom of the Primes can be read', async () => {
  const builder = new InventoryBuilder();
  const encoder = new TextEncoder();
  for (const { files } of readQuestionPrimes()) {
    for (const [path, text] of Object.entries(files)) builder.add(path, encoder.encode(text));
  }
  const { atoms, problems } = await builder.finish();
  assert.deepEqual(problems, []);
  assert.ok(atoms.length > 60);
  for (const { ask, answer } of QUESTIONS) {
    assert.equal(atoms.filter(({ texts }) => answer.test(texts.core)).length, 1, ask);
  }
  assert.equal(QUESTIONS.length, 30);
});
