// Some thousand archives, the same each time; many more are run by hand (docs/testing.md).
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { SeededRandom } from '@prime-registry/testkit';
import { buildTar, paxHeader, tarEntry, tarFile } from '../build-tar.ts';
import { compareBatch } from './compare-batch.ts';
import { type RandomArchive, randomArchive } from './generate/random-archive.ts';
import { findReaders } from './readers/index.ts';

const ARCHIVES = 2000;
const SEED = 'every-test';

const folder = mkdtempSync(join(tmpdir(), 'prime-differential-'));
const { readers, missing } = await findReaders();
after(() => {
  for (const reader of readers) reader.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const { name, reason } of missing) {
  process.stderr.write(`\nARCHIVES ARE NOT COMPARED WITH ${name.toUpperCase()}: ${reason}\n\n`);
}

test(`${ARCHIVES} archives: what is accepted is read in the same way by all readers`, async (t) => {
  const random = new SeededRandom(SEED);
  const archives = Array.from({ length: ARCHIVES }, (_, index) => randomArchive(random.fork(index)));
  const { accepted, differences } = await compareBatch(archives, readers, join(folder, 'batch'));
  t.diagnostic(`${accepted} accepted, compared with ${readers.map(({ name }) => name).join(', ')}`);
  assert.ok(accepted > ARCHIVES / 10 && accepted < ARCHIVES, `${accepted} archives were accepted`);
  assert.deepEqual(
    differences.map(({ reader, index, ours, theirs }) => ({ reader, index, ours, theirs })),
    [],
  );
});

describe('the comparison finds', () => {
  // Not inspected: these are what a reader would have to see.
  const plain = (tar: Buffer): RandomArchive => ({ tar, packed: tar, isOddlyPacked: false });
  const other = buildTar(tarFile('other'));
  const pretend = async () => ({ entries: [{ path: 'x', kind: 'file', sizeBytes: 1, sha256: '' }] });
  const damaged: Readonly<Record<string, Buffer>> = {
    'another entry': other,
    'a program that fails': Buffer.alloc(512, 'x'),
    'another type': buildTar(tarEntry({ name: 'x', typeflag: '2', linkname: 'y' })),
    'another path': buildTar(paxHeader([['path', 'y']]), tarFile('x')),
  };
  for (const [name, tar] of Object.entries(damaged)) {
    it(`${name}, with every reader`, async () => {
      const { differences } = await compareBatch([plain(tar)], readers, join(folder, 'batch'), pretend);
      assert.deepEqual(
        differences.map(({ reader }) => reader),
        readers.map((reader) => reader.name),
      );
    });
  }

  it('nothing where all agree', async () => {
    const tar = buildTar(tarFile('x'), paxHeader([['path', 'é/y']]), tarFile('y'));
    const archive = { tar, packed: gzipSync(tar), isOddlyPacked: true };
    const { accepted, differences } = await compareBatch([archive], readers, join(folder, 'batch'));
    assert.deepEqual([accepted, differences], [1, []]);
  });
});
