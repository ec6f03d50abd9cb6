// Paths that are valid alone and collide together.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PathTree } from '../../src/paths/path-tree.ts';

/** Adds paths in turn, those with a trailing slash as folders; returns the collision of the last one. */
function addAll(...paths: string[]): string | undefined {
  const tree = new PathTree();
  const collisions = paths.map((path) =>
    path.endsWith('/') ? tree.add(path.slice(0, -1), 'folder') : tree.add(path, 'file'),
  );
  assert.deepEqual(
    collisions.slice(0, -1).filter((collision) => collision !== undefined),
    [],
  );
  return collisions.at(-1);
}

const COLLISIONS: readonly (readonly [paths: string[], collision: RegExp])[] = [
  [['a', 'a'], /^'a' occurs twice/],
  [['a/b', 'a/b'], /^'a\/b' occurs twice/],
  [['a', 'A'], /^'A' and 'a' differ only in letter case/],
  [['A/x', 'a/y'], /^'a' and 'A' differ only in letter case/],
  [['A/', 'a/y'], /^'a' and 'A'/],
  [['x/A/', 'x/a/'], /^'x\/a' and 'x\/A'/],
  [['\u00e9', 'e\u0301'], /Unicode form/],
  [['\u00c9', 'e\u0301'], /Unicode form/],
  [['\u1fb4', '\u03b1\u0345\u0301'], /Unicode form/],
  [['stra\u00dfe', 'STRASSE'], /letter case/],
  [['\u212a', 'k'], /letter case/],
  [['ab', 'a\u200db'], /Unicode form/],
  [['a\u200cb', 'a\u200db'], /Unicode form/],
  [['\u2764.md', '\u2764\ufe0f.md'], /Unicode form/],
  [['primes/payload', 'primes/p\u0430yload'], /letters that look alike/],
  [['PAYLOAD', '\u0420\u0410YLOAD'], /letters that look alike/],
  [['nov', 'n\u03bfv'], /letters that look alike/],
  [['\uff41', 'a'], /letters that look alike/],
  [['\u{1d41a}', 'a'], /letters that look alike/],
  [['a', 'a/b'], /^'a' is both a file and a folder/],
  [['a/b', 'a'], /^'a' is both a file and a folder/],
  [['a/', 'a'], /^'a' is both a file and a folder/],
  [['a', 'a/'], /^'a' is both a file and a folder/],
  [['x/a/b/c', 'x/a'], /^'x\/a' is both/],
];

describe('PathTree', () => {
  for (const [paths, collision] of COLLISIONS) {
    it(`finds that ${JSON.stringify(paths)} collide`, () => {
      assert.match(addAll(...paths) ?? 'no collision', collision);
    });
  }

  for (const paths of [
    ['a/', 'a/'],
    ['a/b', 'a/'],
    ['a/', 'a/b', 'a/c'],
    ['a', 'b/a', 'b/A2', 'c/a'],
  ]) {
    it(`accepts ${JSON.stringify(paths)} together`, () => {
      assert.equal(addAll(...paths), undefined);
    });
  }

  it('counts each file and folder once, including implied folders', () => {
    const tree = new PathTree();
    tree.add('a/b/c', 'file');
    tree.add('a/b', 'folder');
    tree.add('a/d', 'file');
    assert.equal(tree.size, 4);
  });
});
