// The pack.yaml of an untrusted folder, which can be anything.
import assert from 'node:assert/strict';
import { symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ValidationError } from '../../src/errors/validation-error.ts';
import { createTemporaryFolder } from '../../src/files/temporary.ts';
import { readManifest } from '../../src/pack/read-manifest.ts';
import { writeVersion } from '../../src/version/write-version.ts';

describe('a pack.yaml', () => {
  it('of terabytes is refused without reading it', async () => {
    await using folder = await createTemporaryFolder();
    const path = join(folder.path, 'pack.yaml');
    await writeFile(path, 'name: "@acme/a"\n');
    await truncate(path, 2 ** 40);
    const expected = new RegExp(`has ${2 ** 40} bytes; the maximum is 16777216`);
    await assert.rejects(readManifest(folder.path), matches(expected));
    await assert.rejects(writeVersion(folder.path, '1.0.0'), matches(expected));
  });

  it('that is a little too large says the maximum', async () => {
    await using folder = await createTemporaryFolder();
    await writeFile(join(folder.path, 'pack.yaml'), '#'.repeat(300_000));
    await assert.rejects(readManifest(folder.path), (error: unknown) => {
      assert.ok(error instanceof ValidationError);
      assert.match(error.problems[0]?.message ?? '', /has 300000 bytes; at most 262144/);
      return true;
    });
  });

  it('that leads to a device is refused', { skip: process.platform === 'win32' }, async () => {
    await using folder = await createTemporaryFolder();
    await symlink('/dev/zero', join(folder.path, 'pack.yaml'));
    await assert.rejects(readManifest(folder.path), matches(/is not a regular file/));
  });

  it('that is missing is explained', async () => {
    await using folder = await createTemporaryFolder();
    await assert.rejects(
      readManifest(folder.path),
      matches(/there is no pack\.yaml in .+ 'prime init' writes one/),
    );
  });

  it('is looked for in a folder, not in a file', async () => {
    await using folder = await createTemporaryFolder();
    const file = join(folder.path, 'README.md');
    await writeFile(file, '');
    await assert.rejects(readManifest(file), matches(/README\.md is a file; name the folder/));
    await assert.rejects(readManifest(join(file, 'x')), matches(/there is no file or folder/));
  });
});

function matches(message: RegExp) {
  return (error: unknown): boolean => error instanceof ValidationError && message.test(error.message);
}
