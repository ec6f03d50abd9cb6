// The response cache on disk: stores and returns entries, and never fails a command.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { SealKey } from '../../src/install/cache/seal-key.ts';
import { FileResponseCache } from '../../src/registries/file-response-cache.ts';

const parent = await mkdtemp(join(tmpdir(), 'prime-cache-'));
after(() => rm(parent, { recursive: true, force: true }));

const KEY_FILE = new SealKey(join(parent, 'state', 'key'));
const KEY = 'https://a.example/pack/%40acme%2Fweb-style';
const ANSWER = { etag: '"one"', body: '{"näme":"\u2028 line"}' };

describe('the cache', () => {
  let folder = '';
  beforeEach(async () => {
    folder = join(await mkdtemp(join(parent, 'test-')), 'cache', 'http');
  });

  test('keeps a response for the next process, and the newest one of a key', async () => {
    const cache = new FileResponseCache(folder, KEY_FILE);
    assert.equal(await cache.get(KEY), undefined);
    await cache.set(KEY, ANSWER);
    assert.deepEqual(await new FileResponseCache(folder, KEY_FILE).get(KEY), ANSWER);
    const newer = { etag: 'W/"two"', body: '' };
    await new FileResponseCache(folder, KEY_FILE).set(KEY, newer);
    assert.deepEqual(await cache.get(KEY), newer);
    assert.equal((await readdir(folder)).length, 1);
  });

  test('distinguishes keys with any characters, and stays in its folder', async () => {
    const cache = new FileResponseCache(folder, KEY_FILE);
    const keys = [KEY, `${KEY}#token-0011`, KEY.toUpperCase(), '../../x', 'https://a.example/\u0000', ''];
    for (const key of keys) await cache.set(key, { etag: '"e"', body: key });
    for (const key of keys) assert.equal((await cache.get(key))?.body, key);
    assert.equal((await readdir(folder)).length, keys.length);
    assert.deepEqual(await readdir(join(folder, '..', '..')), ['cache']);
  });

  test('treats a damaged file as a miss, and replaces it', async () => {
    const cache = new FileResponseCache(folder, KEY_FILE);
    await cache.set(KEY, ANSWER);
    const [name = ''] = await readdir(folder);
    const path = join(folder, name);
    const whole = await readFile(path, 'utf8');
    const damages: readonly (() => Promise<unknown>)[] = [
      () => truncate(path, 0),
      () => truncate(path, whole.length - 5),
      () => writeFile(path, Buffer.alloc(whole.length)),
      () => writeFile(path, whole.replace('line', 'lime')),
      () => writeFile(path, whole.replace('one', 'two')),
      () => writeFile(path, 'null'),
      () => writeFile(path, '{"etag":1,"body":2}'),
    ];
    for (const damage of damages) {
      await damage();
      assert.equal(await cache.get(KEY), undefined, String(damage));
      await cache.set(KEY, ANSWER);
      assert.deepEqual(await cache.get(KEY), ANSWER);
    }
  });

  test('uses nothing that somebody else has put there, nor a response under another address', async () => {
    const theirs = new FileResponseCache(folder, new SealKey(join(parent, 'theirs', 'key')));
    const own = new FileResponseCache(folder, KEY_FILE);
    await theirs.set(KEY, ANSWER);
    assert.equal(await own.get(KEY), undefined);
    await own.set(KEY, ANSWER);
    const [name = ''] = await readdir(folder);
    const other = 'https://a.example/pack/%40acme%2Fother';
    await own.set(other, { etag: '"other"', body: '{}' });
    const place = (await readdir(folder)).find((each) => each !== name) ?? assert.fail();
    await copyFile(join(folder, name), join(folder, place));
    assert.equal(await own.get(other), undefined);
    // As written by 0.1.0.
    const sha256 = hash('sha256', `${ANSWER.etag}\n${ANSWER.body}`);
    await writeFile(join(folder, name), JSON.stringify({ ...ANSWER, sha256 }));
    assert.equal(await own.get(KEY), undefined);
  });

  test('stores nothing without a key', async () => {
    await writeFile(join(parent, 'no-folder'), '');
    const cache = new FileResponseCache(folder, new SealKey(join(parent, 'no-folder', 'key')));
    await cache.set(KEY, ANSWER);
    assert.equal(await cache.get(KEY), undefined);
  });

  test('does not store a body that is too long', async () => {
    const cache = new FileResponseCache(folder, KEY_FILE, { maxLength: 10 });
    await cache.set('long', { etag: '"e"', body: 'x'.repeat(11) });
    await cache.set('short', { etag: '"e"', body: 'x'.repeat(10) });
    assert.equal(await cache.get('long'), undefined);
    assert.equal((await cache.get('short'))?.body.length, 10);
  });

  test('evicts the oldest files beyond the limit, including leftovers of a killed process', async () => {
    const cache = new FileResponseCache(folder, KEY_FILE, { maxFiles: 8 });
    for (let index = 0; index < 10; index += 1) {
      await cache.set(`key ${index}`, { etag: '"e"', body: String(index) });
      const names = await readdir(folder);
      // As if a second had passed between two files.
      for (const name of names) {
        const { mtime } = await stat(join(folder, name));
        await utimes(join(folder, name), mtime, new Date(mtime.getTime() - 1000));
      }
    }
    const left = `${'a'.repeat(64)}.00000000-0000-0000-0000-000000000000`;
    await writeFile(join(folder, left), 'x');
    await utimes(join(folder, left), 0, 0);
    await new FileResponseCache(folder, KEY_FILE, { maxFiles: 8 }).set('key 10', { etag: '"e"', body: '10' });
    const kept: number[] = [];
    for (let index = 0; index <= 10; index += 1) {
      if ((await cache.get(`key ${index}`)) !== undefined) kept.push(index);
    }
    assert.deepEqual(kept, [4, 5, 6, 7, 8, 9, 10]);
    assert.ok(!(await readdir(folder)).includes(left));
  });

  test('removes only its own files', { skip: process.platform === 'win32' }, async () => {
    const home = await mkdtemp(join(parent, 'home-'));
    const names = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
    for (const name of names) await writeFile(join(home, name), 'of another program');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'notes.txt'), 'of somebody');
    await new FileResponseCache(folder, KEY_FILE, { maxFiles: 0 }).set(KEY, ANSWER);
    assert.ok((await readdir(folder)).includes('notes.txt'));
    await rm(folder, { recursive: true });
    // As it may come with a cache from elsewhere.
    await symlink(home, folder);
    await new FileResponseCache(folder, KEY_FILE, { maxFiles: 1 }).set(KEY, ANSWER);
    const kept = await readdir(home);
    assert.deepEqual(
      names.filter((name) => !kept.includes(name)),
      [],
    );
  });

  test('does no harm if it cannot write', async () => {
    await writeFile(join(folder, '..', '..', 'cache'), 'a file');
    const cache = new FileResponseCache(folder, KEY_FILE);
    await cache.set(KEY, ANSWER);
    assert.equal(await cache.get(KEY), undefined);
  });

  test('leaves no temporary file if a response cannot be moved into place', async () => {
    const cache = new FileResponseCache(folder, KEY_FILE);
    await cache.set(KEY, ANSWER);
    const [name = ''] = await readdir(folder);
    await rm(join(folder, name));
    const inTheWay = join(folder, name, 'in', 'the', 'way');
    await mkdir(inTheWay, { recursive: true });
    await cache.set(KEY, ANSWER);
    assert.deepEqual(await readdir(folder), [name]);
  });

  test('is readable only by its owner', { skip: process.platform === 'win32' }, async () => {
    await new FileResponseCache(folder, KEY_FILE).set(KEY, ANSWER);
    const [name = ''] = await readdir(folder);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
  });
});
