// The version of a pack.yaml in a checkout, which may have links to files of the user.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ValidationError } from '../../src/errors/validation-error.ts';
import { writeVersion } from '../../src/version/write-version.ts';
import { GOOD_PRIME } from '../pack/prime-folder.ts';

const parent = await mkdtemp(join(tmpdir(), 'write-version-'));
after(() => rm(parent, { recursive: true, force: true }));

test('a link to a file outside is neither followed nor replaced', async () => {
  const [checkout, own] = [join(parent, 'checkout'), join(parent, 'own.yaml')];
  const before = GOOD_PRIME['pack.yaml'];
  assert.equal(typeof before, 'string');
  await mkdir(checkout);
  await writeFile(own, String(before));
  await symlink(own, join(checkout, 'pack.yaml'));
  await assert.rejects(writeVersion(checkout, '9.9.9'), (error) => {
    assert.ok(error instanceof ValidationError);
    assert.match(error.message, /is a symbolic link/);
    return true;
  });
  assert.equal(await readFile(own, 'utf8'), before);
  await rm(join(checkout, 'pack.yaml'));
  await writeFile(join(checkout, 'pack.yaml'), String(before));
  await writeVersion(checkout, '9.9.9');
  assert.match(await readFile(join(checkout, 'pack.yaml'), 'utf8'), /9\.9\.9/);
});
