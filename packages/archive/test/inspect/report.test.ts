// The report on a valid tarball.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildTarball, buildTarballOf, tarFile, tarFolder } from '../build-tar.ts';
import { inspectBad, inspectGood } from '../inspect-bytes.ts';

const KIB = 1024;

describe('the report', () => {
  it('counts entries and the bytes of files', async () => {
    const report = await inspectGood(
      buildTarball(tarFolder('./'), tarFolder('./docs/'), tarFile('./docs/a', 'abc'), tarFile('./b', '')),
    );
    assert.deepEqual([report.entryCount, report.unpackedBytes], [4, 3]);
  });
});

describe('the manifest', () => {
  it('is the pack.yaml at the root, byte by byte', async () => {
    const content = Buffer.from('name: "@acme/x"\r\n# \xff\n', 'latin1');
    for (const name of ['pack.yaml', './pack.yaml']) {
      const { manifest } = await inspectGood(
        buildTarballOf({ 'a/pack.yaml': 'other', [name]: content, z: 'z' }),
      );
      assert.deepEqual(Buffer.from(manifest ?? []), content);
    }
  });

  it('is undefined if there is none, and empty if it is empty', async () => {
    assert.equal((await inspectGood(buildTarballOf({ 'a/pack.yaml': 'x' }))).manifest, undefined);
    assert.equal((await inspectGood(buildTarballOf({ 'pack.yaml': '' }))).manifest?.length, 0);
  });

  it('may have at most 256 KiB', async () => {
    const content = Buffer.alloc(256 * KIB, 'ab');
    const { manifest } = await inspectGood(buildTarballOf({ 'pack.yaml': content }));
    assert.ok(content.equals(manifest ?? Buffer.alloc(0)));
    const problem = await inspectBad(
      buildTarballOf({ 'pack.yaml': Buffer.concat([content, Buffer.of(97)]) }),
    );
    assert.deepEqual(problem, {
      code: 'invalid',
      path: 'pack.yaml',
      message: "'pack.yaml' is larger than 256 KiB; shorten it",
    });
  });

  it('must have a name that every system finds', async () => {
    const { message } = await inspectBad(buildTarballOf({ 'Pack.yaml': 'x' }));
    assert.match(
      message,
      /^'Pack\.yaml' is the manifest on some systems only, or looks like it; spell it 'pack\.yaml'$/,
    );
  });
});

describe('the readme', () => {
  for (const name of ['README.md', 'readme.md', 'Readme.MD', 'README', 'README.txt', 'readme.markdown']) {
    it(`is found as ${name}`, async () => {
      assert.equal((await inspectGood(buildTarballOf({ [name]: '# Héllo' }))).readme, '# Héllo');
    });
  }

  it('is the preferred one of several, in any order', async () => {
    const files = {
      'README.txt': 'text',
      README: 'plain',
      'README.md': 'markdown',
      'docs/README.md': 'docs',
    };
    for (const order of [Object.entries(files), Object.entries(files).reverse()]) {
      assert.equal((await inspectGood(buildTarballOf(Object.fromEntries(order)))).readme, 'markdown');
    }
  });

  it('is undefined if there is none at the root', async () => {
    assert.equal(
      (await inspectGood(buildTarballOf({ 'docs/README.md': 'x', 'README.html': 'x' }))).readme,
      undefined,
    );
    assert.equal((await inspectGood(buildTarball(tarFolder('README'), tarFile('a')))).readme, undefined);
  });

  it('is cut after 256 KiB, between characters', async () => {
    const { readme } = await inspectGood(buildTarballOf({ 'README.md': `a${'é'.repeat(200 * KIB)}` }));
    assert.equal(readme, `a${'é'.repeat(128 * KIB - 1)}`);
  });

  it('that ends inside a character is shown to its end, if all of it is kept', async () => {
    for (const text of ['a', 'a'.repeat(256 * KIB - 1)]) {
      const content = Buffer.concat([Buffer.from(text), Buffer.of(0xc3)]);
      assert.equal((await inspectGood(buildTarballOf({ 'README.md': content }))).readme, `${text}\ufffd`);
    }
  });

  it('may contain bytes that are not UTF-8', async () => {
    const { readme } = await inspectGood(buildTarballOf({ 'README.md': Buffer.of(0x61, 0xff, 0x62) }));
    assert.equal(readme, 'a\ufffdb');
  });
});

describe('atoms and namespaces', () => {
  const cases: readonly (readonly [name: string, paths: string[], atoms: number, namespaces: string[]])[] = [
    ['are none in other files', ['pack.yaml', 'x.prime', 'docs/primes/x.prime'], 0, []],
    ['are the .prime files below primes/', ['primes/a.prime', 'primes/b.prime', 'primes/c.md'], 2, []],
    [
      'have the nearest namespace above them',
      ['primes/sources/@b/x.prime', 'primes/@a/deep/er/y.prime', 'primes/@c/@d/z.prime'],
      3,
      ['@a', '@b', '@d'],
    ],
    ['list each namespace once', ['primes/@a/x.prime', 'primes/y/@a/x.prime', 'primes/z.prime'], 3, ['@a']],
    ['leave out namespaces without atoms', ['primes/@a/x.md', 'primes/@b/x.prime'], 1, ['@b']],
    [
      'look at .prime files first',
      ['primes/@a/x.prime', 'compiled/@b/one/f', 'compiled/@b/two/f'],
      1,
      ['@a'],
    ],
    [
      'are the atom folders below compiled/ otherwise',
      ['primes/x.md', 'compiled/@a/one/atom.yaml', 'compiled/@a/one/chunks/full.md', 'compiled/@b/two/f'],
      2,
      ['@a', '@b'],
    ],
    ['leave out files next to atom folders', ['compiled/_index.xml', 'compiled/@a/_index.xml'], 0, []],
    ['need a namespace below compiled/', ['compiled/one/atom.yaml'], 0, []],
    ['may be deeper below compiled/', ['compiled/v1/@a/one/atom.yaml', 'compiled/@x/@a/two/f'], 2, ['@a']],
    ['are looked for in folders of that very name', ['Primes/@a/x.prime', 'Compiled/@a/one/f'], 0, []],
    ['are not in files of that name', ['primes', 'compiled'], 0, []],
  ];
  for (const [name, paths, atoms, namespaces] of cases) {
    it(name, async () => {
      const report = await inspectGood(buildTarball(...paths.map((path) => tarFile(path, ''))));
      assert.deepEqual({ atoms: report.atoms, namespaces: report.namespaces }, { atoms, namespaces });
    });
  }

  it('include an empty atom folder, and a listed and implied one once', async () => {
    const report = await inspectGood(
      buildTarball(
        tarFolder('compiled/@a/empty/'),
        tarFolder('compiled/@a/one/'),
        tarFile('compiled/@a/one/f'),
      ),
    );
    assert.deepEqual([report.atoms, report.namespaces], [2, ['@a']]);
  });
});
