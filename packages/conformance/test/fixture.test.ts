// What the suite publishes is what it says: a tarball that tar can read, a form in the order that was asked for.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { formOf, makeRelease, withOtherBytes } from '../src/fixture.ts';
import { BOUNDARY_PREFIX, encodeForm } from '../src/multipart.ts';
import { readForm } from './reference-form.ts';

const release = makeRelease('@conformance/reading-word', '1.0.0', { description: 'Größe: "x"', atoms: 3 });

test('tar unpacks the tarball: the manifest, as many atoms as it states, and bytes of every value', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'prime-conformance-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'prime.tar.gz'), release.tarball);
  try {
    await promisify(execFile)('tar', ['-xzf', 'prime.tar.gz'], { cwd: folder });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return t.skip('there is no tar here');
    throw error;
  }
  assert.equal(await readFile(path.join(folder, 'pack.yaml'), 'utf8'), release.manifestText);
  assert.equal((await readdir(path.join(folder, 'primes'))).length, 3);
  const bytes = await readFile(path.join(folder, 'assets', 'bytes.bin'));
  assert.equal(new Set(bytes).size, 256);
});

test('the same version with other bytes differs in its tarball alone', () => {
  const other = withOtherBytes(release, 'other');
  assert.equal(other.manifestText, release.manifestText);
  assert.ok(!other.tarball.equals(release.tarball));
});

test('a form carries its parts in their order, a field as a field and a file as a file', () => {
  const parts = formOf(release);
  const { contentType, body } = encodeForm(parts.toReversed());
  assert.deepEqual(readForm(contentType, body), [
    { name: 'tarball', isFile: true, body: release.tarball },
    { name: 'manifest', isFile: false, body: Buffer.from(release.manifestText) },
  ]);
});

test('the tarball holds half a boundary on the wire, to catch parsers that stop there', () => {
  assert.ok(release.tarball.includes(`\r\n--${BOUNDARY_PREFIX}`));
});
