// What every model reads on each turn: the list of tools.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@prime-registry/atoms';
import { KNOWLEDGE_TOOLS } from '../../src/index.ts';

test('all tools together take at most 1,200 tokens', () => {
  assert.ok(estimateTokens(JSON.stringify({ tools: KNOWLEDGE_TOOLS })) <= 1200);
});

test('a description has at most 60 words, names come in a fixed order, and nothing writes', () => {
  for (const { name, description, annotations } of KNOWLEDGE_TOOLS) {
    assert.ok(description.split(/\s+/).length <= 60, name);
    assert.equal(annotations.readOnlyHint, true);
  }
  assert.deepEqual(
    KNOWLEDGE_TOOLS.map(({ name }) => name),
    ['search_knowledge', 'read_atom', 'read_prime', 'resolve_primes'],
  );
});
