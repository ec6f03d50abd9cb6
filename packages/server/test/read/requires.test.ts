// What versions require: published in pack.yaml, and read in manifests, lists and search results.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectProblem, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());
const { author, anonymous } = registry;

const read = async (path: string) => {
  const { status, json } = await anonymous.get(path);
  assert.equal(status, 200);
  return json;
};

const REQUIRES = 'requires:\n  "@other/b": ">=1  <3"\n  "@acme/core": ^1.2\n';

describe('a Prime that requires others', () => {
  test('says so in its manifest and in the list, in the order of names', async () => {
    const name = '@acme/app';
    await author.mustPublish({ name, version: '1.0.0' });
    await author.mustPublish({ name, version: '1.1.0', extra: REQUIRES });
    const expected = '{"@acme/core":"^1.2","@other/b":">=1 <3"}';
    assert.equal(JSON.stringify((await read(`/pack/${name}/1.1.0`)).requires), expected);
    assert.ok(!('requires' in (await read(`/pack/${name}/1.0.0`))));
    const { versions } = await read(`/pack/${name}`);
    assert.deepEqual(
      versions.map(({ requires }: { requires?: object }) => JSON.stringify(requires)),
      [undefined, expected],
    );
  });

  test('is the same with an empty mapping as without the key', async () => {
    await author.mustPublish({ name: '@acme/free', extra: 'requires: {}\n' });
    assert.ok(!('requires' in (await read('/pack/@acme/free/1.0.0'))));
    assert.deepEqual(Object.keys((await read('/pack/@acme/free')).versions[0]), ['version', 'published_at']);
  });

  test('says so after a yank, too', async () => {
    const name = '@acme/yanked';
    await author.mustPublish({ name, version: '1.0.0-rc.1', extra: REQUIRES });
    await registry.admin.yank(name, '1.0.0-rc.1');
    assert.equal((await read(`/pack/${name}/1.0.0-rc.1`)).requires['@acme/core'], '^1.2');
    assert.equal((await read(`/pack/${name}?yanked=include`)).versions[0].requires['@acme/core'], '^1.2');
  });
});

describe('a malformed requirement is refused with its line and column', () => {
  const cases: [title: string, extra: string, message: RegExp][] = [
    ['a list', 'requires: ["@acme/core"]\n', /is not a mapping of names to version ranges/],
    ['a bad range', 'requires:\n  "@acme/core": one\n', /the range of '@acme\/core' is 'one', which moves/],
    ['a bad name', 'requires:\n  core: ^1\n', /'core' does not begin with '@'/],
    ['itself', 'requires:\n  "@acme/wrong": ^1\n', /names '@acme\/wrong', the Prime itself/],
  ];
  for (const [title, extra, message] of cases) {
    test(title, async () => {
      const refused = await author.publish({ name: '@acme/wrong', extra });
      expectProblem(refused, 'invalid_manifest');
      const [error] = refused.json.errors;
      assert.equal(error.field, 'requires');
      assert.match(error.message, message);
      assert.ok(error.line > 1 && error.column > 0, JSON.stringify(error));
      expectProblem(await anonymous.get('/pack/@acme/wrong'), 'prime_not_found');
    });
  }
});

describe('a search', () => {
  test('says what it found requires', async () => {
    const name = '@acme/searched';
    await author.mustPublish({ name, description: 'walnut cake', extra: REQUIRES });
    await author.mustPublish({ name: '@acme/searched-too', description: 'walnut bread' });
    const { results } = await read('/search?q=walnut');
    const shown = new Map(
      results.map((hit: { name: string; requires?: object }) => [hit.name, JSON.stringify(hit.requires)]),
    );
    assert.equal(shown.get(name), '{"@acme/core":"^1.2","@other/b":">=1 <3"}');
    assert.equal(shown.get('@acme/searched-too'), undefined);
    await author.mustPublish({ name, version: '2.0.0', description: 'walnut cake' });
    assert.ok((await read('/search?q=walnut')).results.every((hit: object) => !('requires' in hit)));
  });

  test('omits what would make its results too long', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `  "@acme/${'long-'.repeat(10)}${index}": ^1\n`);
    for (const short of ['a', 'b', 'c'])
      await author.mustPublish({
        name: `@acme/pistachio-${short}`,
        extra: `requires:\n${many.join('')}`,
      });
    const { results } = await read('/search?q=pistachio');
    assert.deepEqual(
      results.map((hit: { requires?: object; requires_omitted?: true }) => [
        Object.keys(hit.requires ?? {}).length,
        hit.requires_omitted,
      ]),
      [
        [200, undefined],
        [200, undefined],
        [0, true],
      ],
    );
    const { results: page } = await read('/search?q=pistachio&offset=2');
    assert.equal(Object.keys(page[0].requires).length, 200);
  });
});

test('a long list has the requirements of the highest versions', async () => {
  const many = Array.from({ length: 200 }, (_, index) => `  "@acme/${'long-'.repeat(10)}${index}": ^1\n`);
  const name = '@acme/long-list';
  const versions = Array.from({ length: 45 }, (_, index) => `1.${index}.0`);
  for (const version of versions)
    await author.mustPublish({ name, version, extra: `requires:\n${many.join('')}` });
  const { versions: listed } = await read(`/pack/${name}`);
  const complete = listed.filter((entry: { requires?: object }) => entry.requires !== undefined).length;
  assert.ok(complete > 30 && complete < 45, `${complete} versions`);
  assert.deepEqual(
    listed.map((entry: { requires_omitted?: true }) => entry.requires_omitted === true),
    versions.map((_, index) => index < 45 - complete),
  );
  assert.equal(Object.keys((await read(`/pack/${name}/1.0.0`)).requires).length, 200);
});

test('the pack.yaml in the tarball must require the same', async () => {
  const refused = await author.publish({
    name: '@acme/two-faced',
    extra: REQUIRES,
    files: { 'pack.yaml': 'name: "@acme/two-faced"\nrequires:\n  "@acme/core": ^2\n' },
  });
  expectProblem(refused, 'invalid_manifest');
  assert.match(refused.json.detail, /requires.*pack\.yaml/);
});
