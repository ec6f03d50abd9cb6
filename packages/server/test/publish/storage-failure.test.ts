// When the disk or the database fails under a publish: a 503 that says to try again, nothing half published, and the same
// publish succeeds once the trouble is over.
import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { encodeForm, expectProblem, manifestText, startRegistry, tarballOf } from '@prime-registry/testkit';
import { expectRefused } from './refusal.ts';

suite('a publish while the storage fails', () => {
  // `uploads` fails at the first byte of the tarball, `blobs` when the version is already written and about to be visible.
  for (const folder of ['uploads', 'blobs']) {
    test(`${folder} cannot be written`, async (t) => {
      const registry = await startRegistry();
      t.after(() => registry.stop());
      const path = join(registry.dataFolder, folder);
      await rename(path, `${path}.away`);
      await writeFile(path, 'a file in the place of the folder');

      const problem = await expectRefused(registry, () => registry.author.publish(), {
        code: 'storage_unavailable',
      });
      assert.ok(!JSON.stringify(problem).includes(registry.dataFolder), 'the answer tells nothing internal');
      assert.ok(registry.log.some((line) => JSON.parse(line).level === 50 && line.includes(folder)));

      await rm(path);
      await rename(`${path}.away`, path);
      assert.equal((await registry.author.publish()).status, 201);
      assert.equal((await registry.listFiles()).length, 1);
    });
  }

  test('a form that is large is read on, so that its sender sees the answer', async (t) => {
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

  test('a form that is wrong is a 400 before the storage is asked', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    await rm(join(registry.dataFolder, 'blobs'), { recursive: true });
    const tarball = tarballOf({});
    await expectRefused(registry, () => registry.author.publish({ manifest: 'x', tarball }), {
      code: 'invalid_manifest',
    });
  });
});
