// Differences of sequences: they lead from one to the other, and are as few as possible.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { diffSequences, type Replacement } from '../../src/diff/diff-sequences.ts';

const sequence = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });

test('the replacements lead from one sequence to the other, with any bound, and do not touch', () => {
  fc.assert(
    fc.property(sequence, sequence, fc.nat({ max: 30 }), (a, b, maxEdits) => {
      const changes = diffSequences(a, b, maxEdits);
      assert.deepEqual(apply(a, b, changes), b);
      for (const [index, { aFrom, bFrom }] of changes.entries()) {
        const before = changes[index - 1] ?? { aTo: -1, bTo: -1 };
        assert.ok(aFrom > before.aTo && bFrom > before.bTo, JSON.stringify(changes));
      }
    }),
  );
});

test('nothing is replaced that could stay', () => {
  fc.assert(
    fc.property(sequence, sequence, (a, b) => {
      const gone = diffSequences(a, b, 24).reduce((sum, { aFrom, aTo }) => sum + aTo - aFrom, 0);
      assert.equal(a.length - gone, longestCommon(a, b));
    }),
  );
});

test('beyond the bound, everything between the first and the last difference is replaced', () => {
  assert.deepEqual(diffSequences([...'xabcy'], [...'xdbey'], 1), [{ aFrom: 1, aTo: 4, bFrom: 1, bTo: 4 }]);
  assert.equal(diffSequences([...'xabcy'], [...'xdbey'], 4).length, 2);
});

function apply(a: readonly string[], b: readonly string[], changes: readonly Replacement[]): string[] {
  let at = 0;
  const result: string[] = [];
  for (const { aFrom, aTo, bFrom, bTo } of changes) {
    result.push(...a.slice(at, aFrom), ...b.slice(bFrom, bTo));
    at = aTo;
  }
  return [...result, ...a.slice(at)];
}

/** The length of the longest common subsequence, by the table. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const item of a) {
    const next = [0];
    for (const [index, other] of b.entries())
      next.push(item === other ? (row[index] ?? 0) + 1 : Math.max(next[index] ?? 0, row[index + 1] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}
