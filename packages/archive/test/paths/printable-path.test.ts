// Paths in messages must not affect the terminal or page that shows them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quotePath, toPrintablePath } from '../../src/paths/printable-path.ts';

describe('toPrintablePath', () => {
  it('shows control and bidirectional characters instead of sending them to a terminal', () => {
    assert.equal(toPrintablePath('a\x1b[31m\u202eb\n'), 'a\\u{1b}[31m\\u{202e}b\\u{a}');
  });

  it('shows all of a path of 200 characters', () => {
    const path = 'abcd/'.repeat(40);
    assert.equal(toPrintablePath(path), path);
    assert.match(toPrintablePath(`${path}e`), /…/);
  });

  it('leaves out the middle of a very long path', () => {
    const shown = toPrintablePath(`begin${'x'.repeat(5000)}end`);
    assert.ok(shown.length <= 200);
    assert.match(shown, /^beginx+…x+end$/);
  });

  it('returns valid Unicode even if the cut splits a character', () => {
    for (const padding of ['', 'a']) {
      assert.ok(toPrintablePath(padding + '👍'.repeat(500)).isWellFormed());
    }
  });
});

describe('quotePath', () => {
  it('puts the path in single quotes', () => {
    assert.equal(quotePath('a b'), "'a b'");
  });
});
