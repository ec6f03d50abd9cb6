// Leftovers of killed processes in the temporary folder are removed at the next publish; other files stay.
import assert from 'node:assert/strict';
import { lutimes, mkdir, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createPrimeUser, type PrimeUser } from '@prime-registry/testkit';
import { createTemporaryFolder } from '../../src/files/temporary.ts';

const HOUR_MS = 60 * 60 * 1000;
const isPosix = process.platform !== 'win32';
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP'];

describe('a temporary folder', () => {
  let user: PrimeUser;
  let shared: string;
  const oldValues = VARIABLES.map((name) => process.env[name]);
  before(async () => {
    user = await createPrimeUser();
  });
  beforeEach(async () => {
    shared = join(user.project, `temporary-${(await readdir(user.project)).length}`);
    await mkdir(shared);
    for (const name of VARIABLES) process.env[name] = shared;
  });
  after(async () => {
    for (const [index, name] of VARIABLES.entries()) {
      const value = oldValues[index];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await user.remove();
  });

  /** Creates a folder like a killed process. */
  async function leave(name: string, ageMs: number, files: readonly string[]): Promise<string> {
    const folder = join(shared, name);
    await mkdir(folder);
    for (const file of files) await writeFile(join(folder, file), 'x');
    const at = new Date(Date.now() - ageMs);
    await utimes(folder, at, at);
    return folder;
  }

  it('is the only one left, except for those in use, and is removed in the end', async () => {
    await leave('prime-publish-aaaaaa', 25 * HOUR_MS, ['prime.tar.gz']);
    await leave('prime-publish-bbbbbb', 25 * HOUR_MS, ['tarball']);
    await leave('prime-publish-cccccc', 25 * HOUR_MS, []);
    await leave('prime-publish-dddddd', 23 * HOUR_MS, ['prime.tar.gz']);
    {
      await using own = await createTemporaryFolder();
      assert.ok((await stat(own.path)).isDirectory());
      assert.deepEqual(await readdir(shared), [basename(own.path), 'prime-publish-dddddd'].sort());
    }
    assert.deepEqual(await readdir(shared), ['prime-publish-dddddd']);
  });

  it('causes no removal of files that prime did not create', async () => {
    await leave('prime-publish-backup', 99 * HOUR_MS, ['prime.tar.gz', 'notes.md']);
    await leave('somebody-else', 99 * HOUR_MS, ['tarball']);
    await writeFile(join(shared, 'prime-publish-file'), '');
    await utimes(join(shared, 'prime-publish-file'), 1, 1);
    const kept = ['prime-publish-backup', 'prime-publish-file', 'somebody-else'];
    await (await createTemporaryFolder())[Symbol.asyncDispose]();
    assert.deepEqual((await readdir(shared)).sort(), kept);
    assert.deepEqual(await readdir(join(shared, 'prime-publish-backup')), ['notes.md', 'prime.tar.gz']);
  });

  it('causes no removal behind a link, or of files of another user', { skip: !isPosix }, async () => {
    const elsewhere = await leave('elsewhere', 99 * HOUR_MS, ['tarball']);
    await symlink(elsewhere, join(shared, 'prime-publish-llllll'));
    await lutimes(join(shared, 'prime-publish-llllll'), 1, 1);
    const theirs = await leave('prime-publish-tttttt', 99 * HOUR_MS, ['tarball']);
    const { getuid = () => 0 } = process;
    process.getuid = () => getuid() + 1;
    try {
      await (await createTemporaryFolder())[Symbol.asyncDispose]();
      assert.deepEqual(await readdir(theirs), ['tarball']);
    } finally {
      process.getuid = getuid;
    }
    await (await createTemporaryFolder())[Symbol.asyncDispose]();
    assert.deepEqual((await readdir(shared)).sort(), ['elsewhere', 'prime-publish-llllll']);
    assert.deepEqual(await readdir(elsewhere), ['tarball']);
  });
});
