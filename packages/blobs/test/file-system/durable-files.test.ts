// Files that are replaced as a whole, also by several at the same time.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { createFileDurably, replaceFileDurably } from '../../src/file-system/durable-files.ts';
import { uploadFileName } from '../../src/upload-leftovers.ts';

let folder = '';
const folders: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prime-durable-'));
  folders.push(folder);
});
after(() => Promise.all(folders.map((each) => rm(each, { recursive: true }))));

test('of writers at the same time, one wins with its whole text, and none fails', async () => {
  const path = join(folder, 'secrets');
  const texts = Array.from({ length: 20 }, (_, index) => `${index} `.repeat(20_000 + index));
  await Promise.all(texts.map((text) => replaceFileDurably(path, text, 0o600)));
  assert.ok(texts.includes(await readFile(path, 'utf8')));
  assert.deepEqual(await readdir(folder), ['secrets']);
  if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o600);
});

test('a draft of a killed process is removed by the next writer, and nothing else is', async () => {
  // Linux has process ids up to 2^22.
  const abandoned = uploadFileName().replace(/\.\d+\.[0-9a-f]{8}\./, `.${2 ** 22 + 1}.0a0b0c0d.`);
  const inProgress = uploadFileName();
  // As version 0.1.0 called the draft of a private key.
  const abandonedKey = `${abandoned}.key`;
  for (const name of [abandoned, abandonedKey, inProgress, 'notes.upload'])
    await writeFile(join(folder, name), 'half a te');
  await replaceFileDurably(join(folder, 'mark'), 'a text');
  assert.deepEqual((await readdir(folder)).toSorted(), [inProgress, 'mark', 'notes.upload'].toSorted());
});

test('of those who create a file at the same time, one does, and what is there stays', async () => {
  const path = join(folder, 'key');
  const texts = Array.from({ length: 10 }, (_, index) => `${index}`);
  const created = await Promise.all(texts.map((text) => createFileDurably(path, text, 0o600)));
  assert.equal(created.filter(Boolean).length, 1);
  assert.equal(await readFile(path, 'utf8'), texts[created.indexOf(true)]);
  assert.deepEqual(await readdir(folder), ['key']);
  if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o600);
});

test('a writer that fails leaves no draft', async () => {
  const path = join(folder, 'taken');
  await replaceFileDurably(join(folder, 'other'), 'a text');
  await mkdir(join(path, 'by a folder'), { recursive: true });
  await assert.rejects(replaceFileDurably(path, 'a text'));
  assert.deepEqual((await readdir(folder)).toSorted(), ['other', 'taken']);
});
