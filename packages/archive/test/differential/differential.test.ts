// Some thousand archives, the same each time; many more are run by hand (docs/testing.md).
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { SeededRandom } from '@prime-registry/testkit';
import { buildTar, paxHeader, tarEntry, tarFile } from '../build-tar.ts';
import { compareBatch } from './compare-batch.ts';
import { randomArchive } from './generate/random-archive.ts';
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
  const tar = buildTar(tarFile('x'), paxHeader([['path', 'é/y']]), tarFile('y'));
  const archives = [
    ...Array.from({ length: ARCHIVES }, (_, index) => randomArchive(random.fork(index))),
    { tar, packed: gzipSync(tar), isOddlyPacked: true },
  ];
  const { accepted, differences } = await compareBatch(archives, readers, join(folder, 'batch'));
  t.diagnostic(`${accepted} accepted, compared with ${readers.map(({ name }) => name).join(', ')}`);
  assert.ok(accepted > ARCHIVES / 10 && accepted < ARCHIVES, `${accepted} archives were accepted`);
  assert.deepEqual(
    differences.map(({ reader, index, ours, theirs }) => ({ reader, index, ours, theirs })),
    [],
  );
});

test('the comparison finds every difference, with every reader', async () => {
  // Not inspected: these are what a reader would have to see.
  const pretend = async () => ({ entries: [{ path: 'x', kind: 'file', sizeBytes: 1, sha256: '' }] });
  const damaged: Readonly<Record<string, Buffer>> = {
    'another entry': buildTar(tarFile('other')),
    'a program that fails': Buffer.alloc(512, 'x'),
    'another type': buildTar(tarEntry({ name: 'x', typeflag: '2', linkname: 'y' })),
    'another path': buildTar(paxHeader([['path', 'y']]), tarFile('x')),
  };
  const archives = Object.values(damaged).map((tar) => ({ tar, packed: tar, isOddlyPacked: false }));
  const { differences } = await compareBatch(archives, readers, join(folder, 'batch'), pretend);
  for (const [index, name] of Object.keys(damaged).entries())
    assert.deepEqual(
      differences.filter((each) => each.index === index).map(({ reader }) => reader),
      readers.map((reader) => reader.name),
      name,
    );
});
