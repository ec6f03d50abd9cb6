// Only files that are really in the folder of the project count as installed.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { listFileDigests, treeDigest } from '@prime-registry/archive';
import { buildTarball } from '@prime-registry/testkit';
import { TarballCache } from '../../../src/install/cache/tarball-cache.ts';
import { findDifferences } from '../../../src/install/tree/find-differences.ts';
import { checkTree, primeFolder } from '../../../src/install/tree/installed-tree.ts';

const parent = mkdtempSync(join(tmpdir(), 'prime-installed-'));
after(() => rmSync(parent, { recursive: true }));

const NAME = '@acme/naming';
const never = new AbortController().signal;

async function newProject(): Promise<{ project: string; tree: { name: string; tree_sha256: string } }> {
  const project = mkdtempSync(join(parent, 'project-'));
  const folder = primeFolder(project, NAME);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'README.md'), 'naming');
  return { project, tree: { name: NAME, tree_sha256: treeDigest(await listFileDigests(folder)) } };
}

describe('the tree of a Prime', () => {
  test('is intact, changed or missing', async () => {
    const { project, tree } = await newProject();
    assert.equal(await checkTree(project, tree, never), 'intact');
    writeFileSync(join(primeFolder(project, NAME), 'more.md'), 'x');
    assert.equal(await checkTree(project, tree, never), 'changed');
    rmSync(primeFolder(project, NAME), { recursive: true });
    assert.equal(await checkTree(project, tree, never), 'missing');
    rmSync(join(project, '.primes'), { recursive: true });
    assert.equal(await checkTree(project, tree, never), 'missing');
  });

  for (const place of ['@acme', NAME]) {
    test(`is changed behind a symbolic link at ${place}, even with the same files`, async () => {
      const { project, tree } = await newProject();
      const [path, target] = [join(project, '.primes', place), join(project, 'elsewhere')];
      renameSync(path, target);
      symlinkSync(target, path, 'junction');
      assert.equal(await checkTree(project, tree, never), 'changed');
      // The link's target is not read to find differences either.
      const tarball = buildTarball({ 'other.md': 'x' });
      const sha256 = createHash('sha256').update(tarball).digest('hex');
      const folder = join(parent, 'cache', sha256.slice(0, 2));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, sha256), tarball);
      const cache = new TarballCache(join(parent, 'cache'));
      assert.equal(await findDifferences(primeFolder(project, NAME), sha256, cache), undefined);
      rmSync(target, { recursive: true });
      assert.equal(await checkTree(project, tree, never), 'changed');
    });
  }
});
