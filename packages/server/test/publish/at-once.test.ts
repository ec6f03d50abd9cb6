// Simultaneous publishes share a transaction, but not their failures.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { buildTarball, expectProblem, startRegistry, type TestRegistry } from '@prime-registry/testkit';

suite('publishes at the same time, one of them with a tarball that cannot be put in place', () => {
  const tarballOf = (version: string): Buffer => buildTarball({ 'a.md': `made for ${version}` });
  const versions = Array.from({ length: 12 }, (_, index) => `1.${index}.0`);

  /** Puts a folder in the place of the blob of a tarball. @returns its path */
  async function obstruct({ dataFolder }: TestRegistry, tarball: Buffer): Promise<string> {
    const sha256 = createHash('sha256').update(tarball).digest('hex');
    const path = join(dataFolder, 'blobs', 'sha256', sha256.slice(0, 2), sha256);
    await mkdir(path, { recursive: true });
    return path;
  }

  test('all others are published, and this one once the obstacle is gone', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    const unlucky = '1.7.0';
    const obstacle = await obstruct(registry, tarballOf(unlucky));
    const publish = (version: string) => registry.author.publish({ version, tarball: tarballOf(version) });
    const answers = await Promise.all(versions.map(publish));

    const lucky = versions.filter((version) => version !== unlucky);
    for (const [index, answer] of answers.entries()) {
      if (versions[index] === unlucky) expectProblem(answer, 'storage_unavailable');
      else assert.equal(answer.status, 201, answer.text);
    }
    const { versions: listed, latest } = (await registry.anonymous.get('/pack/@acme/web-style')).json;
    assert.deepEqual(
      listed.map(({ version }: { version: string }) => version),
      lucky,
    );
    assert.equal(latest, versions.at(-1));
    for (const version of lucky) {
      const { bytes } = await registry.anonymous.get(`/pack/@acme/web-style/${version}/tarball`);
      assert.deepEqual(bytes, tarballOf(version));
    }
    assert.equal((await registry.listFiles()).length, lucky.length, 'the failed publish left no file');

    await rm(obstacle, { recursive: true });
    assert.equal((await publish(unlucky)).status, 201);
  });

  test('among rivals for its version, one with an unobstructed tarball wins', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    const tarballs = Array.from({ length: 6 }, (_, index) => tarballOf(`rival ${index}`));
    const good = tarballs.pop();
    for (const tarball of tarballs) await obstruct(registry, tarball);
    const [winner, ...losers] = await Promise.all(
      [good, ...tarballs].map((tarball) => registry.author.publish(tarball === undefined ? {} : { tarball })),
    );
    assert.equal(winner?.status, 201);
    for (const { status, text } of losers) assert.ok(status === 409 || status === 503, text);
    const { bytes } = await registry.anonymous.get('/pack/@acme/web-style/1.0.0/tarball');
    assert.deepEqual(bytes, good);
    assert.equal((await registry.listFiles()).length, 1);
  });

  test('if it happens to all of them, nothing is published', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    const obstacles = await Promise.all(versions.map((version) => obstruct(registry, tarballOf(version))));
    const publish = (version: string) => registry.author.publish({ version, tarball: tarballOf(version) });
    for (const answer of await Promise.all(versions.map(publish)))
      expectProblem(answer, 'storage_unavailable');
    assert.equal((await registry.anonymous.get('/pack/@acme/web-style')).status, 404);
    assert.equal((await registry.anonymous.get('/search?q=web')).json.total, 0);
    assert.deepEqual(await registry.listFiles(), []);

    for (const obstacle of obstacles) await rm(dirname(obstacle), { recursive: true, force: true });
    for (const { status } of await Promise.all(versions.map(publish))) assert.equal(status, 201);
  });
});
