// Reading JSON that may be anything.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJsonObject } from '../src/json-object.ts';

test('an object is read from JSON, and nothing else', () => {
  assert.deepEqual(parseJsonObject('{"a": [1]}'), { a: [1] });
  for (const text of ['', '{', 'null', '[]', '1', '"text"', '{"a": 1} 2'])
    assert.equal(parseJsonObject(text), undefined, text);
});
