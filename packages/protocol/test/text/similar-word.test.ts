// Suggestions for mistyped words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { findSimilar } from '../../src/index.ts';

const COMMANDS = ['install', 'info', 'init', 'ls', 'yank'];

test('finds the word that was mistyped', () => {
  for (const [typed, meant] of [
    ['instal', 'install'],
    ['isntall', 'install'],
    ['inof', 'info'],
    ['lss', 'ls'],
    ['yamk', 'yank'],
  ] as const) {
    assert.equal(findSimilar(typed, COMMANDS), meant, typed);
  }
});

test('suggests nothing when no word is near', () => {
  for (const typed of ['', 'x', 'qq', 'uninstalled', 'publish']) {
    assert.equal(findSimilar(typed, COMMANDS), undefined, typed);
  }
  assert.equal(findSimilar('install', []), undefined);
  assert.equal(findSimilar('foo', ['log']), undefined);
});

test('finds one edit in any word of three letters or more', () => {
  const word = fc.stringMatching(/^[a-z]{3,12}$/);
  fc.assert(
    fc.property(word, fc.nat(), fc.constantFrom('-', ''), (meant, at, replacement) => {
      const index = at % meant.length;
      const typed = `${meant.slice(0, index)}${replacement}${meant.slice(index + 1)}`;
      assert.equal(findSimilar(typed, ['0000000000000000', meant]), meant);
    }),
  );
});
