import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findImportCircles } from './import-circles.ts';

test('import circles of any length are found', () => {
  const graph = new Map([
    ['main.ts', ['a.ts', 'tree.ts']],
    ['a.ts', ['b.ts']],
    ['b.ts', ['c.ts', 'leaf.ts']],
    ['c.ts', ['a.ts']],
    ['tree.ts', ['leaf.ts', 'x.ts']],
    ['x.ts', ['y.ts']],
    ['y.ts', ['x.ts']],
    ['leaf.ts', []],
  ]);
  assert.deepEqual(findImportCircles(graph), [
    ['a.ts', 'b.ts', 'c.ts'],
    ['x.ts', 'y.ts'],
  ]);
});

test('two paths to the same file are no circle', () => {
  const graph = new Map([
    ['a.ts', ['b.ts', 'c.ts']],
    ['b.ts', ['c.ts', 'outside.ts']],
    ['c.ts', []],
  ]);
  assert.deepEqual(findImportCircles(graph), []);
});
