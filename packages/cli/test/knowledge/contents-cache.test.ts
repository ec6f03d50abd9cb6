// What installed Primes say, in the cache: only the files of the cache itself are evicted.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ContentsCache } from '../../src/knowledge/contents-cache.ts';

/** More than the cache keeps. */
const MANY = 501;

const parent = await mkdtemp(join(tmpdir(), 'prime-contents-'));
after(() => rm(parent, { recursive: true }));
const digestOf = (text: string): string => hash('sha256', text);

/** Fills a folder, opens it as a cache, and keeps one more text. @returns how many of the first files are left */
async function keepOneMore(folder: string, path: string): Promise<number> {
  const names = Array.from({ length: MANY }, (_, index) => digestOf(`${index}`));
  for (const name of names) await writeFile(join(folder, name), 'x');
  new ContentsCache(path, join(parent, 'key')).keepText(digestOf('new'), 'text');
  const kept = new Set(await readdir(folder));
  return names.filter((name) => kept.has(name)).length;
}

test('old files are evicted', async () => {
  const folder = await mkdtemp(join(parent, 'cache-'));
  assert.equal(await keepOneMore(folder, folder), MANY - 2);
});

test('nothing is evicted behind a link that came with the cache', {
  skip: process.platform === 'win32',
}, async () => {
  const [home, cache] = [await mkdtemp(join(parent, 'home-')), join(parent, 'contents')];
  await symlink(home, cache);
  assert.equal(await keepOneMore(home, cache), MANY);
});
