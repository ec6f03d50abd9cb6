// A version is published once; every later publish of it is a 409, however soon.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { buildTarball, type PrimeDraft, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { expectRefused } from './refusal.ts';

suite('publishing what is published', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry({ allowStableYank: true });
  });
  after(() => registry.stop());

  const tarball = buildTarball({ 'a.md': 'first' });
  async function publishFirst(draft: PrimeDraft): Promise<void> {
    const answer = await registry.author.publish({ tarball, ...draft });
    assert.equal(answer.status, 201, answer.text);
  }
  const refuseSecond = (draft: PrimeDraft, name: string, version: string) =>
    expectRefused(registry, () => registry.author.publish({ name, version, ...draft }), {
      code: 'version_exists',
      name,
      version,
    });

  test('the same bytes again are a 409 that names the version and says what to do', async () => {
    const name = '@acme/same-bytes';
    await publishFirst({ name });
    const problem = await refuseSecond({ tarball }, name, '1.0.0');
    assert.match(problem.detail, /@acme\/same-bytes 1\.0\.0 is already published.*publish a higher version/);
  });

  test('other bytes are a 409, and the first ones stay', async () => {
    const name = '@acme/other-bytes';
    await publishFirst({ name });
    await refuseSecond({ files: { 'a.md': 'second' }, description: 'Another' }, name, '1.0.0');
    assert.deepEqual((await registry.anonymous.get(`/pack/${name}/1.0.0/tarball`)).bytes, tarball);
  });

  test('a yanked version is a 409, and stays yanked', async () => {
    const name = '@acme/yanked';
    await publishFirst({ name });
    await publishFirst({ name, version: '0.9.0-beta.1' });
    for (const version of ['1.0.0', '0.9.0-beta.1']) {
      assert.equal((await registry.author.yank(name, version)).status, 200);
      await refuseSecond({ tarball }, name, version);
      assert.equal((await registry.anonymous.get(`/pack/${name}/${version}`)).json.yanked, true);
    }
  });

  test('a version that differs in build metadata only is a 409', async () => {
    const name = '@acme/build-metadata';
    await publishFirst({ name, version: '1.0.0+linux' });
    for (const version of ['1.0.0', '1.0.0+darwin', '1.0.0+linux.2']) {
      await refuseSecond({ files: { 'a.md': version } }, name, version);
    }
    await publishFirst({ name, version: '1.0.0-rc.1' });
    await refuseSecond({}, name, '1.0.0-rc.1+x');
    const list = await registry.anonymous.get(`/pack/${name}`);
    assert.deepEqual(
      list.json.versions.map(({ version }: { version: string }) => version),
      ['1.0.0-rc.1', '1.0.0+linux'],
    );
    assert.equal((await registry.anonymous.get(`/pack/${name}/1.0.0+linux`)).status, 200);
  });

  test('similar versions are different versions', async () => {
    const name = '@acme/look-alikes';
    const versions = ['1.0.0', '1.0.0-0', '1.0.0-a', '1.0.0-A', '1.0.1', '10.0.0', '1.0.0-a.0'];
    for (const version of versions) await publishFirst({ name, version });
    const list = await registry.anonymous.get(`/pack/${name}`);
    assert.equal(list.json.versions.length, versions.length);
  });

  test('of 50 simultaneous publishes of one version, one wins and is served completely', async () => {
    const name = '@acme/race';
    const filesBefore = await registry.listFiles();
    const tarballs = Array.from({ length: 50 }, (_, index) => buildTarball({ 'a.md': `racer ${index}` }));
    const answers = await Promise.all(
      tarballs.map((racing, index) =>
        registry.author.publish({ name, tarball: racing, description: `Racer ${index}` }),
      ),
    );
    const winners = answers.flatMap(({ status }, index) => (status === 201 ? [index] : []));
    assert.equal(winners.length, 1);
    assert.equal(answers.filter(({ status }) => status === 409).length, 49);

    const [winner = -1] = winners;
    const { bytes } = await registry.anonymous.get(`/pack/${name}/1.0.0/tarball`);
    assert.deepEqual(bytes, tarballs[winner]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.equal(answers[winner]?.json.sha256, sha256);
    const manifest = (await registry.anonymous.get(`/pack/${name}/1.0.0`)).json;
    assert.deepEqual([manifest.sha256, manifest.description], [sha256, `Racer ${winner}`]);
    const search = (await registry.anonymous.get('/search?q=race')).json.results;
    assert.equal(search[0].description, `Racer ${winner}`);

    const added = (await registry.listFiles()).filter((path) => !filesBefore.includes(path));
    assert.equal(added.length, 1);
    assert.ok(added[0]?.endsWith(sha256));
  });

  test('of simultaneous publishes that differ in build metadata only, one wins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        registry.author.publish({ name: '@acme/build-race', version: `1.0.0+build.${index}` }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, ...Array.from({ length: 9 }, () => 409)],
    );
    const list = await registry.anonymous.get('/pack/@acme/build-race');
    assert.equal(list.json.versions.length, 1);
  });
});
