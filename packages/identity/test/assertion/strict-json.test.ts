// The parts of tokens, which strangers write: what they may contain, and how much work they may make.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStrictObject } from '../../src/assertion/strict-json.ts';

test('quotation marks that begin a string without an end cost one step each', () => {
  // Four million characters: a second look at each of them for each of them would take hours.
  for (const text of [
    '\\"'.repeat(2_000_000),
    `"${'\\"'.repeat(2_000_000)}`,
    `{"a":"${'\\"['.repeat(1_000_000)}`,
  ])
    assert.throws(() => parseStrictObject(text), /it is not JSON/);
});

test('brackets count outside of strings only', () => {
  const brackets = '['.repeat(100);
  assert.deepEqual(parseStrictObject(JSON.stringify({ a: `"\\${brackets}`, [brackets]: ['\\', '"'] })), {
    a: `"\\${brackets}`,
    [brackets]: ['\\', '"'],
  });
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  assert.ok(parseStrictObject(nested(16)));
  assert.throws(() => parseStrictObject(nested(17)), /more than 16 levels/);
});
