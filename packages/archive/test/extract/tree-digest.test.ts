// The digest of a tree: as common programs compute it, and different for different trees.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { listFileDigests, NO_DIGEST, treeDigest } from '../../src/index.ts';

const COMMAND = "find . -type f | sed 's,^./,,' | LC_ALL=C sort | xargs -d '\\n' sha256sum | sha256sum";
const FILES = {
  'pack.yaml': 'name: x\n',
  'primes/@a/b.prime': 'atom',
  'primes/@a/é日本.prime': '',
  'a.b': 'before a/b',
  'a/b': 'behind a.b',
  'a b': 'with a space',
  '\ufffd': 'before the next one in UTF-8, behind it in UTF-16',
  '\u{1f600}': 'x',
  "quote'": 'x',
  '-n': 'x',
};

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe('treeDigest', () => {
  it('is the digest of a line for each file, sorted by the bytes of the paths', () => {
    const files = [
      { path: '\u{1f600}', sha256: sha256('4') },
      { path: 'b', sha256: sha256('3') },
      { path: 'a/b', sha256: sha256('2') },
      { path: 'a.b', sha256: sha256('1') },
      { path: '\ufffd', sha256: sha256('5') },
    ];
    const text = `${sha256('1')}  a.b\n${sha256('2')}  a/b\n${sha256('3')}  b\n${sha256('5')}  \ufffd\n${sha256('4')}  \u{1f600}\n`;
    assert.equal(treeDigest(files), sha256(text));
    assert.equal(treeDigest(new Set(files.reverse())), sha256(text));
  });

  it('of no files is the digest of no text', () => {
    assert.equal(treeDigest([]), sha256(''));
  });

  const skip = spawnSync('sha256sum', ['--version']).status === 0 ? false : 'there is no sha256sum here';
  it('is what common programs print', { skip }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'prime-tree-digest-'));
    try {
      // The last name is one that sha256sum escapes and that is not allowed in a Prime.
      for (const [path, content] of Object.entries({ ...FILES, 'back\\slash': 'x' })) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
        // Otherwise GNU xargs passes the names as options of sha256sum.
        const printed = execFileSync('sh', ['-c', COMMAND.replace('sha256sum |', 'sha256sum -- |')], {
          cwd: folder,
          encoding: 'utf8',
        });
        assert.equal(`${treeDigest(await listFileDigests(folder))}  -\n`, printed);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('does not treat a line break in a name as another file', () => {
    const [one, two] = [sha256('1'), sha256('2')];
    const clean = [
      { path: 'a', sha256: one },
      { path: 'b', sha256: two },
    ];
    assert.notEqual(treeDigest([{ path: `a\n${two}  b`, sha256: one }]), treeDigest(clean));
  });

  it('differs for different trees, for any names', () => {
    const name = fc.string({ unit: fc.constantFrom('a', '\\', '\n', '\r', 'n', ' ', '/'), maxLength: 6 });
    const digest = fc.constantFrom(sha256('1'), sha256('2'), NO_DIGEST);
    const tree = fc.uniqueArray(fc.record({ path: name, sha256: digest }), {
      selector: ({ path }) => path,
      maxLength: 3,
    });
    fc.assert(
      fc.property(tree, tree, (one, other) => {
        const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        assert.equal(treeDigest(one) === treeDigest(other), isSame);
      }),
    );
  });
});

function sorted(tree: readonly { path: string; sha256: string }[]): string[] {
  return tree.map(({ path, sha256: digest }) => JSON.stringify([path, digest])).sort();
}
