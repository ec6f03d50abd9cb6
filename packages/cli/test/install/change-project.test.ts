// Leftovers of an untrusted checkout or of a killed command in a project, with the real `prime`.
import assert from 'node:assert/strict';
import { existsSync, lstatSync, readdirSync, symlinkSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { createPrimeUser, type PrimeUser, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { listFiles, readFiles } from '../project-files.ts';
import { change, Dead, failingDisk } from './tree/tree-fixture.ts';

describe('a project with leftovers', () => {
  let registry: TestRegistry;
  let user: PrimeUser;
  let primes: string;
  let elsewhere: string;

  before(async () => {
    registry = await startRegistry();
    for (const name of ['@acme/naming', '@acme/web-style']) await registry.author.mustPublish({ name });
  });

  after(() => registry.stop());

  beforeEach(async () => {
    user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    primes = join(user.project, '.primes');
    elsewhere = join(dirname(user.project), 'elsewhere');
    await mustRun('install', '@acme/naming', '@acme/web-style');
  });

  afterEach(() => user.remove());

  async function mustRun(...args: string[]): Promise<string> {
    const { code, stderr } = await user.prime(args);
    assert.equal(code, 0, stderr);
    return stderr;
  }

  it('is rolled back after a killed change, with one warning', async () => {
    assert.ok(existsSync(join(user.cacheFolder, 'changes')), 'journals are kept with the cache');
    const before = await readFiles(primes);
    const journalFolder = join(user.cacheFolder, 'changes');
    const { files } = failingDisk({
      isAt: () => existsSync(join(primes, '@fresh', 'added')),
      fail: () => {
        throw new Dead();
      },
    });
    await assert.rejects(change(user.project, undefined, { files, journalFolder }));
    assert.notDeepEqual(await readFiles(primes), before);
    const stderr = await mustRun('install');
    assert.match(
      stderr,
      /^warning: an earlier change of .*\.primes was interrupted, and has been rolled back\n$/,
    );
    assert.deepEqual(await readFiles(primes), before);
    assert.deepEqual(readdirSync(journalFolder), []);
  });

  it('is not changed through links in a staging folder that came with a checkout', async () => {
    const before = await readFiles(primes);
    const journal = {
      version: 1,
      oldLock: 'lockfile-version: 1\nprimes: {}\n',
      newLock: await readLock(),
      changes: [
        { name: '@acme/naming', hadOld: true },
        { name: '@acme/web-style', hadOld: false },
      ],
    };
    const staging = join(primes, '.staging-e');
    await mkdir(join(staging, 'old', '@acme', 'naming'), { recursive: true });
    await mkdir(elsewhere);
    symlinkSync(elsewhere, join(staging, 'new'), 'junction');
    for (const text of [JSON.stringify(journal), '{']) {
      await mkdir(staging, { recursive: true });
      await writeFile(join(staging, 'journal.json'), text);
      await mustRun('install');
      assert.deepEqual(await readFiles(primes), before);
      assert.deepEqual(await listFiles(elsewhere), []);
    }
  });

  const readLock = async () => (await readFiles(primes))['lock.yaml']?.toString() ?? '';

  for (const place of ['@acme', '@acme/naming']) {
    it(`has a link at ${place}: it is not an installed Prime, and is replaced`, async () => {
      const before = await readFiles(primes);
      const path = join(primes, place);
      await cp(path, elsewhere, { recursive: true });
      const lookLike = await readFiles(elsewhere);
      const link = async () => {
        await rm(path, { recursive: true });
        symlinkSync(elsewhere, path, 'junction');
      };
      await link();
      const verified = await user.prime(['verify', '@acme/naming', '--json']);
      assert.equal(verified.code, 2, verified.stderr);
      assert.equal(JSON.parse(verified.stdout).primes[0].state, 'changed');
      assert.match(await mustRun('install'), /was a symbolic link: it was removed/);
      assert.deepEqual(await readFiles(primes), before);
      await link();
      await mustRun('remove', '@acme/naming');
      assert.equal(lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false, false);
      assert.deepEqual(await readFiles(elsewhere), lookLike);
    });
  }
});
