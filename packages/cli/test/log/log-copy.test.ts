// `prime log verify --copy`: what becomes of the copy if the registry lies, a process was killed, or two run at the same time.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { PrimeUser } from '@prime-registry/testkit';
import { FakeLog, problem } from '@prime-registry/testkit/fake-log';
import { decodeEntryBundle } from '@prime-registry/tlog';
import { startLogged } from './logged-registry.ts';

const registry = await startLogged();
after(() => registry[Symbol.asyncDispose]());
const { log, proxy } = registry;
const BY = { v: 1, at: '2026-11-21T06:19:30Z', by: 'token-1' } as const;
const trueEntries = [...log.entries];

/** Moves make a log longer, and need no version. */
function grow(count: number, to: string): void {
  for (let index = 0; index < count; index += 1)
    log.add({ ...BY, type: 'move', name: `@acme/m-${log.entries.length}`, to });
}

describe('a copy of a log', () => {
  let user: PrimeUser;
  let copy: string;
  /** As a daily job does that has only the folder of the copy. */
  const verify = async () => {
    await using fresh = await registry.makeUser();
    return await fresh.prime(['log', 'verify', '--copy', copy, '--json']);
  };
  const listFiles = async () => {
    const found = await readdir(copy, { recursive: true, withFileTypes: true });
    const files = found.filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) => join(parentPath, name).slice(copy.length + 1)).sort();
  };
  const errorOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout).error;

  beforeEach(async () => {
    log.shownSize = undefined;
    log.entries.splice(0, log.entries.length, ...trueEntries);
    grow(9, '@acme/one');
    proxy.fault = ({ path }) => (path.startsWith('/-/log') ? log.answer(path) : problem(404, 'not_found'));
    user = await registry.makeUser();
    copy = join(user.project, 'copy');
    assert.equal((await verify()).code, 0);
  });
  afterEach(() => user.remove());

  test('is not continued with a fork, even if nobody else remembers the log', async () => {
    const files = await listFiles();
    const head = await readFile(join(copy, 'checkpoint'), 'utf8');
    for (const size of [11, 300]) {
      log.entries.splice(trueEntries.length);
      grow(size - trueEntries.length, '@acme/fork');
      const forked = await verify();
      assert.equal(forked.code, 1, forked.stdout);
      const { code, message } = errorOf(forked);
      assert.deepEqual([code, /The copy was not changed$/.test(message)], ['log_fork', true], message);
      assert.deepEqual(await listFiles(), files, 'and has nothing of it');
      assert.equal(await readFile(join(copy, 'checkpoint'), 'utf8'), head);
    }
  });

  test('finds that the registry has lost entries', async () => {
    log.entries.splice(5);
    const lost = await verify();
    assert.deepEqual([lost.code, errorOf(lost).code], [1, 'log_shrunk']);
  });

  test('is completed if a power failure has cut a bundle off', async () => {
    const path = join(copy, 'tile/entries/000.p/10');
    for (const length of [0, 100]) {
      await truncate(path, length);
      const { code, stdout } = await verify();
      assert.equal(code, 0, stdout);
      assert.equal(decodeEntryBundle(await readFile(path)).length, 10);
    }
  });

  test('whose head is damaged is not taken for a new one', async () => {
    await writeFile(join(copy, 'checkpoint'), 'x');
    const damaged = await verify();
    assert.deepEqual([damaged.code, errorOf(damaged).code], [1, 'log_copy_differs']);
  });

  test('has no drafts of what was not proved', async () => {
    const files = await listFiles();
    const lying = new FakeLog();
    grow(300, '@acme/one');
    lying.entries.push(...log.entries.slice(2), ...trueEntries);
    proxy.fault = ({ path }) => (path.includes('/tile/') ? lying : log).answer(path);
    assert.equal((await verify()).code, 1);
    assert.deepEqual(await listFiles(), files);
    proxy.fault = () => problem(500, 'internal_error');
    copy = join(user.project, 'made-by-the-user');
    await mkdir(copy);
    assert.equal((await verify()).code, 1);
    assert.deepEqual(await readdir(copy), []);
  });

  test('is made by one process after the other', async () => {
    grow(700, '@acme/one');
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The first one stops when it has written its drafts, until the second one has ended, or waits.
    let isFirst = true;
    proxy.fault = async ({ path }) => {
      if (path.startsWith('/-/log')) return log.answer(path);
      reached.resolve();
      const waits = isFirst;
      isFirst = false;
      if (waits) await released.promise;
      return problem(404, 'not_found');
    };
    const first = verify();
    await reached.promise;
    const second = verify();
    await Promise.race([second, delay(1000)]);
    released.resolve();
    for (const { code, stdout } of await Promise.all([first, second])) assert.equal(code, 0, stdout);
    assert.deepEqual(await listFiles(), [
      'checkpoint',
      ...['000', '000.p/10', '001', '002.p/198'].map((name) => `tile/entries/${name}`),
    ]);
  });
});
