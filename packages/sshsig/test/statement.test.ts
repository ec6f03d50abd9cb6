// The text that authors sign.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementOf } from '../src/index.ts';

const VERSION = {
  name: '@acme/web-style',
  version: '1.2.0',
  sha256: 'a'.repeat(64),
  manifestSha256: 'b'.repeat(64),
};

test('has five lines, each with a line feed', () => {
  assert.equal(
    statementOf(VERSION),
    `prime-statement/v1\nname @acme/web-style\nversion 1.2.0\nsha256 ${'a'.repeat(64)}\nmanifest-sha256 ${'b'.repeat(64)}\n`,
  );
});

test('has one word for each value, so that no line can be smuggled in', () => {
  for (const version of ['', '1.0.0\nsha256 x', '1.0.0 ', '1.0.0\r'])
    assert.throws(() => statementOf({ ...VERSION, version }), TypeError);
});
