// Zip files as Python reads them, which checks every digest.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeZip } from './write-zip.ts';

const READ = `
import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps([[i.filename, i.date_time, z.read(i).decode()] for i in z.infolist()]))`;
const FILES = [
  { path: 'folder/a.txt', content: Buffer.from('a'.repeat(100_000)) },
  { path: 'folder/ä.exe', content: Buffer.from('') },
];

const skip =
  spawnSync('python3', ['--version']).status !== 0 && 'NOT TESTED: there is no python3 to read zip files';

test('other programs read the zip file, which is the same each time', { skip }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [first, second] = ['1.zip', '2.zip'].map((name) => {
    writeZip(join(folder, name), FILES, Date.UTC(2026, 1, 3, 4, 5, 6) / 1000);
    return readFileSync(join(folder, name));
  });
  assert.deepEqual(first, second);
  const read = JSON.parse(execFileSync('python3', ['-c', READ, join(folder, '1.zip')], { encoding: 'utf8' }));
  const time = [2026, 2, 3, 4, 5, 6];
  assert.deepEqual(
    read,
    FILES.map(({ path, content }) => [path, time, content.toString()]),
  );
});
