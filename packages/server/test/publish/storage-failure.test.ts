// A failing disk or database: a 503 that says to try again, nothing partial, and the same publish succeeds
// afterwards.
import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { encodeForm, expectProblem, manifestText, startRegistry, tarballOf } from '@prime-registry/testkit';
import { expectRefused } from './refusal.ts';

suite('a publish while the storage fails', () => {
  // `uploads` fails at the first byte of the tarball, `blobs` when the version is already inserted and about
  // to be visible.
  for (const folder of ['uploads', 'blobs']) {
    test(`${folder} is not writable`, async (t) => {
      const registry = await startRegistry();
      t.after(() => registry.stop());
      const path = join(registry.dataFolder, folder);
      await rename(path, `${path}.away`);
      await writeFile(path, 'a file in the place of the folder');

      const problem = await expectRefused(registry, () => registry.author.publish(), {
        code: 'storage_unavailable',
      });
      assert.ok(
        !JSON.stringify(problem).includes(registry.dataFolder),
        'the answer reveals nothing internal',
      );
      assert.ok(registry.log.some((line) => JSON.parse(line).level === 50 && line.includes(folder)));

      await rm(path);
      await rename(`${path}.away`, path);
      assert.equal((await registry.author.publish()).status, 201);
      assert.equal((await registry.listFiles()).length, 1);
    });
  }

  test('a large form is drained, so that its client gets the answer', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    const path = join(registry.dataFolder, 'uploads');
    await rm(path, { recursive: true });
    const form = encodeForm([
      { name: 'tarball', body: Buffer.alloc(20 * 2 ** 20) },
      { name: 'manifest', body: manifestText() },
    ]);
    expectProblem(await registry.author.publishWireForm(form), 'storage_unavailable');
  });

  test('the database is gone', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    await registry.store.close();
    const problem = expectProblem(await registry.author.publish(), 'storage_unavailable');
    assert.doesNotMatch(problem.detail, /sqlite|sql/i);
    assert.deepEqual(await registry.listFiles(), []);
  });

  test('a wrong form is a 400 before the storage is used', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    await rm(join(registry.dataFolder, 'blobs'), { recursive: true });
    const tarball = tarballOf({});
    await expectRefused(registry, () => registry.author.publish({ manifest: 'x', tarball }), {
      code: 'invalid_manifest',
    });
  });
});
