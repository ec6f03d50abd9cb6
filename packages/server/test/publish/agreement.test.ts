// The manifest and the tarball must agree: what people read is what they install.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import {
  buildTarball,
  manifestText,
  startRegistry,
  type TarballFiles,
  type TestRegistry,
} from '@prime-registry/testkit';
import { expectRefused } from './refusal.ts';

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

suite('the manifest against the tarball', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry();
  });
  after(() => registry.stop());

  let names = 0;
  async function publishAndRead(extra: string, files: TarballFiles) {
    names += 1;
    const name = `@acme/agreeing-${names}`;
    const answer = await registry.author.publish({ name, extra, files });
    assert.equal(answer.status, 201, answer.text);
    return (await registry.anonymous.get(`/pack/${name}/1.0.0`)).json;
  }

  const prime = 'atom';
  const counted: readonly (readonly [what: string, paths: readonly string[], number, readonly string[]])[] = [
    ['nothing to count', ['README.md', 'pack/x.prime', 'x.prime'], 0, []],
    ['.prime files at any depth', ['primes/a.prime', 'primes/b/c/d.prime', 'primes/b/notes.md'], 2, []],
    [
      'the namespaces of .prime files',
      ['primes/@web/a.prime', 'primes/@web/b.prime', 'primes/@api/c.prime', 'primes/d.prime'],
      4,
      ['@api', '@web'],
    ],
    [
      'atom folders, where there are no .prime files',
      [
        'compiled/@web/one/a.json',
        'compiled/@web/one/b.json',
        'compiled/@web/two/a.json',
        'compiled/@api/x/y',
      ],
      3,
      ['@api', '@web'],
    ],
    [
      '.prime files over atom folders',
      ['primes/@web/a.prime', 'compiled/@web/one/a.json', 'compiled/@web/two/a.json'],
      1,
      ['@web'],
    ],
  ];
  for (const [what, paths, atoms, namespaces] of counted) {
    test(`missing values are counted: ${what}`, async () => {
      const read = await publishAndRead('', Object.fromEntries(paths.map((path) => [path, prime])));
      assert.deepEqual([read.atoms, read.namespaces], [atoms, namespaces]);
    });
  }

  test('one may be given and the other counted', async () => {
    const files = { 'primes/@web/a.prime': prime };
    const withAtoms = await publishAndRead('atoms: 40', files);
    assert.deepEqual([withAtoms.atoms, withAtoms.namespaces], [40, ['@web']]);
    const withNamespaces = await publishAndRead('namespaces: ["@mine"]', files);
    assert.deepEqual([withNamespaces.atoms, withNamespaces.namespaces], [1, ['@mine']]);
  });

  test('a right sha256 is accepted', async () => {
    const tarball = buildTarball({ 'a.md': 'right' });
    const extra = `sha256: ${digestOf(tarball)}`;
    const answer = await registry.author.publish({ name: '@acme/right-digest', extra, tarball });
    assert.deepEqual([answer.status, answer.json.sha256], [201, digestOf(tarball)]);
  });

  test('a wrong sha256 is a 400 with both digests', async () => {
    const tarball = buildTarball({ 'a.md': 'wrong' });
    const claimed = digestOf(Buffer.from('another'));
    const problem = await expectRefused(
      registry,
      () => registry.author.publish({ extra: `sha256: ${claimed}`, tarball }),
      { code: 'invalid_manifest', fields: ['sha256'] },
    );
    assert.ok(
      problem.detail?.includes(claimed) && problem.detail.includes(digestOf(tarball)),
      problem.detail,
    );
  });

  const publishPacked = (packed: string, extra = '', files: TarballFiles = {}) =>
    registry.author.publish({ extra, files: { ...files, 'pack.yaml': packed } });

  const differing: readonly (readonly [field: string, packed: string])[] = [
    ['name', manifestText({ name: '@acme/another' })],
    ['version', manifestText({ version: '1.0.1' })],
    ['version', manifestText({ version: '1.0.0+build' })],
    ['description', manifestText({ description: 'Another' })],
    ['license', 'license: MIT'],
    ['prime-version', 'prime-version: "1.1"'],
    ['atoms', 'atoms: 3'],
    ['namespaces', 'namespaces: ["@other"]'],
    ['sha256', `sha256: ${'0'.repeat(64)}`],
  ];
  for (const [field, packed] of differing) {
    test(`another ${field} in the tarball's own pack.yaml is a 400 that names it`, async () => {
      const problem = await expectRefused(registry, () => publishPacked(packed), {
        code: 'invalid_manifest',
        fields: [field],
      });
      assert.match(problem.detail, /as published, but '.*' in the tarball's own pack\.yaml; /);
    });
  }

  const others: readonly (readonly [key: string, published: string, packed: string])[] = [
    ['tags', 'tags: [style]', 'tags: [evil]'],
    ['hooks', '', 'hooks: { install: run-me }'],
    ['requires', 'requires: { "@acme/base": ^1 }', ''],
    ['run', 'run: "safe"', 'run: "other"'],
  ];
  for (const [key, published, packed] of others) {
    test(`another ${key}, which the contract does not know, is a 400 that names it`, async () => {
      const problem = await expectRefused(
        registry,
        () => publishPacked(manifestText({ extra: packed }), published),
        {
          code: 'invalid_manifest',
          fields: [key],
        },
      );
      assert.match(
        problem.detail,
        /tarball's own pack\.yaml; send the tarball's own pack\.yaml as the manifest/,
      );
    });
  }

  test('a folder that becomes a namespace must not look like another', async () => {
    const problem = await expectRefused(
      registry,
      () => registry.author.publish({ files: { 'primes/@acm\u0435/x.prime': 'x' } }),
      { code: 'invalid_tarball', fields: ['tarball'] },
    );
    assert.match(problem.detail, /its folder '@acm\\u\{435\}' is a namespace, but contains/);
  });

  test('a pack.yaml in the tarball that cannot be parsed is a 400 that says where', async () => {
    for (const packed of ['[unended', 'name: [a]\n', 'license: MIT\nlicense: MIT\n', '- a\n']) {
      const problem = await expectRefused(registry, () => publishPacked(packed), {
        code: 'invalid_manifest',
      });
      assert.match(problem.errors?.[0]?.message ?? '', /^its pack\.yaml/);
    }
  });

  test('all disagreements are reported at once, with a wrong digest', async () => {
    const packed = manifestText({ name: '@acme/another', version: '2.0.0' });
    await expectRefused(registry, () => publishPacked(packed, `sha256: ${'0'.repeat(64)}`), {
      code: 'invalid_manifest',
      fields: ['name', 'version', 'sha256'],
    });
  });

  test('equal values agree in any notation, and missing ones agree', async () => {
    const name = '@acme/same-values';
    const manifest = manifestText({
      name,
      extra: 'atoms: 2\nnamespaces: ["@b", "@a"]\nhomepage: x\ntags: [a, "b"]',
    });
    const packed = `namespaces: [ '@a', '@b' ]\nversion: "1.0.0"\nname: '${name}'\natoms: 2\nhomepage: x\ntags:\n  - a\n  - 'b'\n`;
    const answer = await registry.author.publish({ manifest, files: { 'pack.yaml': packed } });
    assert.equal(answer.status, 201, answer.text);
  });

  test('counted values agree with the pack.yaml of the tarball', async () => {
    const files = { 'primes/@web/a.prime': prime };
    const answer = await publishPacked('atoms: 1\nnamespaces: ["@web"]\n', '', files);
    assert.equal(answer.status, 201, answer.text);
  });

  test('a pack.yaml that is not at the root is an ordinary file', async () => {
    const files = { 'docs/pack.yaml': 'name: "@acme/another"', 'primes/pack.yaml': '[unended' };
    assert.equal((await publishAndRead('', files)).license, 'Apache-2.0');
  });
});
