// The parts of a release belong to one version, and a file of them is complete or not there.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { emptyPart, listContents } from './release-parts.ts';
import { writeWhole } from './write-whole.ts';

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'release-parts-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a program or an image of another version is refused', (t) => {
  const folder = makeFolder(t);
  for (const [part, other] of [
    ['programs', 'prime-0.9.0-linux-x64.tar.gz'],
    ['image', 'prime-registry-0.9.0-linux-amd64.oci.tar'],
  ] as const) {
    const path = emptyPart(folder, part);
    writeFileSync(join(path, other.replace('0.9.0', '1.0.0')), '');
    writeFileSync(join(path, other), '');
    assert.throws(
      () => listContents(folder, '1.0.0'),
      new RegExp(`${other} is not of 1\\.0\\.0: empty the folder`),
    );
    rmSync(join(path, other));
  }
  assert.deepEqual(listContents(folder, '1.0.0'), {
    packages: [],
    programs: ['prime-1.0.0-linux-x64.tar.gz'],
    images: ['prime-registry-1.0.0-linux-amd64.oci.tar'],
  });
});

test('a build begins without the files of the last one, and leaves the other parts alone', (t) => {
  const folder = makeFolder(t);
  writeFileSync(join(emptyPart(folder, 'programs'), 'old'), '');
  writeFileSync(join(folder, 'sbom/programs/old.cdx.json'), '');
  emptyPart(folder, 'image');
  assert.deepEqual(readdirSync(join(folder, 'sbom/programs')), ['old.cdx.json']);
  emptyPart(folder, 'programs');
  assert.deepEqual(readdirSync(join(folder, 'programs')), []);
  assert.deepEqual(readdirSync(join(folder, 'sbom/programs')), []);
});

test('nothing is left of a file that could not be written', async (t) => {
  const folder = makeFolder(t);
  const file = join(folder, 'program.tar.gz');
  const fail = (part: string) => {
    writeFileSync(part, 'half of it');
    throw new Error('the disk is full');
  };
  await assert.rejects(writeWhole(file, fail), /the disk is full/);
  assert.deepEqual(readdirSync(folder), []);
  await writeWhole(file, (part) => writeFileSync(part, 'all of it'));
  assert.deepEqual(readdirSync(folder), ['program.tar.gz']);
});
