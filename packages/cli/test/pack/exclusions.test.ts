// Which files are no part of a Prime.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExclusions } from '../../src/pack/exclusions.ts';

describe('without a .primeignore', () => {
  const exclusionOf = createExclusions('');

  it('leaves out version control, tools, caches and what systems leave behind, at any depth', () => {
    for (const folder of [
      '.git',
      '.hg',
      '.svn',
      'node_modules',
      '.primes',
      '__pycache__',
      '.cache',
      'a/node_modules',
    ]) {
      assert.equal(exclusionOf(folder, true), 'litter', folder);
    }
    for (const file of ['.git', '.DS_Store', 'a/b/.DS_Store', 'Thumbs.db', 'a/.x.md.swp', '.primeignore']) {
      assert.equal(exclusionOf(file, false), 'litter', file);
    }
  });

  it('leaves out what may hold secrets, and keeps the example of it', () => {
    for (const file of ['.env', '.env.local', 'a/.env.production', '.npmrc', 'a/.npmrc']) {
      assert.equal(exclusionOf(file, false), 'secret', file);
    }
    assert.equal(exclusionOf('.env.example', false), undefined);
  });

  it('leaves out the tarballs that packing makes, which lie at the root', () => {
    assert.equal(exclusionOf('acme-web-style-1.0.0.tar.gz', false), 'litter');
    assert.equal(exclusionOf('.acme-web-style-1.0.0.tar.gz.0000.prime-tmp', false), 'litter');
    assert.equal(exclusionOf('samples/data.tar.gz', false), undefined);
  });

  it('does not take the tarball of a scope called readme for a README', () => {
    assert.equal(exclusionOf('readme-style-1.0.0.tar.gz', false), 'litter');
  });

  it('packs everything else', () => {
    for (const file of ['pack.yaml', 'primes/a.prime', '.gitignore', 'environment.md', 'a/git', 'x.swp.md']) {
      assert.equal(exclusionOf(file, false), undefined, file);
    }
  });
});

describe('with a .primeignore', () => {
  it('reads the syntax of .gitignore', () => {
    const exclusionOf = createExclusions(
      '# notes\r\n*.log\r\n!keep.log\r\n/drafts/\r\ndocs/**/*.tmp\r\n\\#odd\r\n',
    );
    for (const file of ['a.log', 'a/b.log', 'docs/x.tmp', 'docs/a/b/x.tmp', '#odd']) {
      assert.equal(exclusionOf(file, false), 'ignored', file);
    }
    for (const file of ['keep.log', 'a/keep.log', 'x.tmp', 'notes']) {
      assert.equal(exclusionOf(file, false), undefined, file);
    }
  });

  it('tells folders from files, as a slash at the end of a pattern asks', () => {
    const exclusionOf = createExclusions('build/\n');
    assert.equal(exclusionOf('build', true), 'ignored');
    assert.equal(exclusionOf('build', false), undefined);
  });

  it('tells upper from lower case on every system', () => {
    const exclusionOf = createExclusions('Notes\n');
    assert.equal(exclusionOf('Notes', false), 'ignored');
    assert.equal(exclusionOf('notes', false), undefined);
  });

  it('never leaves out the manifest, the README and the license at the root', () => {
    const exclusionOf = createExclusions('*\n');
    for (const file of [
      'pack.yaml',
      'README.md',
      'readme',
      'README.de.md',
      'LICENSE',
      'LICENSE-MIT',
      'licence.txt',
    ]) {
      assert.equal(exclusionOf(file, false), undefined, file);
    }
    for (const file of ['a/README.md', 'a/pack.yaml', 'readmes.md', 'licensed.md']) {
      assert.equal(exclusionOf(file, false), 'ignored', file);
    }
    assert.equal(exclusionOf('readme', true), 'ignored');
  });

  it('cannot bring back what is always left out', () => {
    const exclusionOf = createExclusions('!.env\n!.git\n!.npmrc\n');
    assert.equal(exclusionOf('.env', false), 'secret');
    assert.equal(exclusionOf('.npmrc', false), 'secret');
    assert.equal(exclusionOf('.git', true), 'litter');
  });
});
