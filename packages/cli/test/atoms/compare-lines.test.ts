// A line diff leads from one text to the other, and shows little of what is equal.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { compareLines } from '../../src/atoms/compare-lines.ts';

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);

describe('a line diff', () => {
  it('shows changed lines with two equal ones around them', () => {
    const before = numbered(1, 20).join('\n');
    const after = before.replace('line 4', 'line four').replace('line 15\n', '');
    assert.deepEqual(compareLines(before, after), [
      ...[' line 2', ' line 3', '-line 4', '+line four', ' line 5', ' line 6', '@'],
      ...[' line 13', ' line 14', '-line 15', ' line 16', ' line 17'],
    ]);
  });

  it('of equal texts is empty', () => {
    assert.deepEqual(compareLines('one\ntwo', 'one\ntwo'), []);
  });

  it('has all removed lines of the old text and all added ones of the new, in order', () => {
    const line = fc.constantFrom('a', 'b', 'c', '');
    const text = fc.array(line, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = compareLines(before.join('\n'), after.join('\n'));
        const left = (marks: string) =>
          lines.filter((each) => marks.includes(each.slice(0, 1))).map((each) => each.slice(1));
        assert.ok(isPartOf(left(' -'), before));
        assert.ok(isPartOf(left(' +'), after));
        assert.equal(
          after.length - before.length,
          left('+').length - left('-').length,
          'as many lines as the texts differ by',
        );
      }),
    );
  });

  it('of long texts without a common line replaces all of it', () => {
    const [before, after] = [numbered(1, 3000), numbered(5001, 8000)];
    assert.equal(compareLines(before.join('\n'), after.join('\n')).length, 6000);
  });
});

/** Whether the lines are in the text in this order, perhaps with others between them. */
function isPartOf(lines: readonly string[], text: readonly string[]): boolean {
  let at = 0;
  for (const line of lines) {
    const found = text.indexOf(line, at);
    if (found === -1) return false;
    at = found + 1;
  }
  return true;
}
