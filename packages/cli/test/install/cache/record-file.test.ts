// Records of many processes in one file.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { RecordFile } from '../../../src/install/cache/record-file.ts';

const MAX_BYTES = 10_000;

const parent = await mkdtemp(join(tmpdir(), 'prime-records-'));
after(() => rm(parent, { recursive: true }));
const newFolder = (): Promise<string> => mkdtemp(join(parent, 'folder-'));

describe('RecordFile', () => {
  it('keeps texts for other processes, also below a folder that is not there yet', async () => {
    const folder = await newFolder();
    const path = join(folder, 'new', 'records');
    const [one, other] = [new RecordFile({ path, maxBytes: MAX_BYTES }), openRecords(path)];
    assert.equal(other.find('a'), undefined);
    one.add('a', 'first text');
    assert.equal(one.find('a'), 'first text');
    assert.equal(other.find('a'), undefined, 'it is not saved yet');
    one.save();
    assert.equal(other.find('a'), 'first text');
  });

  it('believes the record that came last', async () => {
    const folder = await newFolder();
    const path = join(folder, 'records');
    for (const text of ['old', 'new']) {
      const records = openRecords(path);
      records.add('a', text);
      records.save();
    }
    assert.equal(openRecords(path).find('a'), 'new');
  });

  it('never appends to a file behind a link', { skip: process.platform === 'win32' }, async () => {
    const folder = await newFolder();
    const [path, other] = [join(folder, 'records'), join(folder, '.profile')];
    await writeFile(other, 'umask 022\n');
    await symlink(other, path);
    const records = openRecords(path);
    records.add('a', '"$(evil)"');
    records.save();
    assert.equal(await readFile(other, 'utf8'), 'umask 022\n');
    assert.equal(openRecords(path).find('a'), '"$(evil)"');
  });

  it('is readable only by its owner, also after it was cut', {
    skip: process.platform === 'win32',
  }, async () => {
    const path = join(await newFolder(), 'new', 'records');
    for (const text of ['short', 'x'.repeat(MAX_BYTES)]) {
      const records = openRecords(path);
      records.add('a', text);
      records.save();
      assert.equal((await stat(path)).mode & 0o777, 0o600);
    }
    assert.equal((await stat(dirname(path))).mode & 0o777, 0o700);
  });

  it('writes nothing that is known already', async () => {
    const folder = await newFolder();
    const path = join(folder, 'records');
    await writeFile(path, 'a text\n');
    const records = openRecords(path);
    records.add('a', 'text');
    records.save();
    assert.equal(await readFile(path, 'utf8'), 'a text\n');
  });

  it('begins a line after one that was cut off', async () => {
    const folder = await newFolder();
    const path = join(folder, 'records');
    await writeFile(path, 'a whole\nb cut o');
    const records = openRecords(path);
    records.add('c', 'next');
    records.save();
    const again = openRecords(path);
    assert.deepEqual(
      ['a', 'c'].map((key) => again.find(key)),
      ['whole', 'next'],
    );
  });

  it('loses the older half when it becomes too large', async () => {
    const folder = await newFolder();
    const path = join(folder, 'records');
    const records = openRecords(path);
    for (let index = 0; index < 200; index += 1) {
      records.add(`key-${index}`, 'x'.repeat(100));
      records.save();
    }
    assert.ok((await stat(path)).size <= MAX_BYTES);
    const left = openRecords(path);
    assert.equal(left.find('key-0'), undefined);
    assert.equal(left.find('key-199'), 'x'.repeat(100));
  });

  it('says once that it cannot be written', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'file'), '');
    const errors: unknown[] = [];
    const path = join(folder, 'file', 'records');
    const records = new RecordFile({ path, maxBytes: MAX_BYTES, onError: (error) => errors.push(error) });
    for (const key of ['a', 'b']) {
      records.add(key, 'text');
      records.save();
    }
    assert.equal(errors.length, 1);
    assert.equal(records.find('b'), 'text');
  });
});

function openRecords(path: string): RecordFile {
  return new RecordFile({ path, maxBytes: MAX_BYTES });
}
