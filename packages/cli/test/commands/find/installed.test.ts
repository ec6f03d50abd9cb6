import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { listFileDigests, treeDigest } from '@prime-registry/archive';
import { createPrimeUser, type PrimeUser, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { listFiles } from '../../project-files.ts';

describe('installed Primes', () => {
  let registry: TestRegistry;
  let user: PrimeUser;

  before(async () => {
    registry = await startRegistry();
    const files = { 'README.md': 'one\n', 'primes/a.prime': 'rule A {}\n', 'primes/b.prime': 'rule B {}\n' };
    await registry.author.mustPublish({ name: '@acme/web-style', version: '1.0.0', files });
    for (const version of ['1.1.0', '2.0.0', '3.0.0-beta.1']) {
      await registry.author.mustPublish({ name: '@acme/web-style', version });
    }
    await registry.author.mustPublish({ name: '@acme/naming' });
  });

  after(() => registry.stop());

  beforeEach(async () => {
    user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    const { code, stderr } = await user.prime(['install', '@acme/web-style@1.0.0', '@acme/naming']);
    assert.equal(code, 0, stderr);
  });

  afterEach(() => user.remove());

  const inProject = (path: string) => join(user.project, '.primes/@acme', path);

  describe('prime ls', () => {
    it('lists names, versions and registries', async () => {
      const { code, stdout } = await user.prime(['ls']);
      assert.equal(code, 0);
      assert.deepEqual(stdout.split('\n'), [
        `@acme/naming     1.0.0  latest  ${registry.baseUrl}`,
        `@acme/web-style  1.0.0  1.0.0   ${registry.baseUrl}`,
        '2 Primes',
        '',
      ]);
    });

    it('shows missing Primes, and folders that are not locked', async () => {
      await rm(inProject('naming'), { recursive: true });
      await mkdir(inProject('by-hand'));
      const { stdout } = await user.prime(['ls']);
      assert.match(stdout, /@acme\/naming .*missing: run 'prime install'/);
      assert.match(stdout, /@acme\/by-hand +is not in lock\.yaml/);
      const { primes, unlocked } = JSON.parse((await user.prime(['ls', '--json'])).stdout);
      assert.deepEqual(
        primes.map((prime: Record<string, unknown>) => [prime.name, prime.installed]),
        [
          ['@acme/naming', false],
          ['@acme/web-style', true],
        ],
      );
      assert.deepEqual(unlocked, ['@acme/by-hand']);
    });

    it('shows where the project is if run in a subfolder', async () => {
      await mkdir(join(user.project, 'notes/deep'), { recursive: true });
      const inside = { folder: join(user.project, 'notes/deep') };
      assert.match((await user.prime(['ls'], inside)).stderr, /'prime ls -C \.\.\/\.\.'/);
      for (const command of ['verify', 'outdated', 'install']) {
        const { code, stderr } = await user.prime([command], inside);
        assert.equal(code, 2);
        assert.match(stderr, /^help: the project is in a folder above: add '-C \.\.\/\.\.'/m);
      }
      assert.equal((await user.prime(['verify', '-C', '../..'], inside)).code, 0);
    });

    it('accepts an empty folder', async () => {
      await rm(join(user.project, '.primes'), { recursive: true });
      const { code, stdout } = await user.prime(['ls']);
      assert.deepEqual([code, stdout], [0, 'No Primes are installed here.\n']);
    });
  });

  describe('prime search', () => {
    it('says how it reads a word that only a typing error leads to, and shows what has the word first', async () => {
      await registry.author.mustPublish({ name: '@acme/namig-things', version: '1.0.0' });
      const { stdout, stderr } = await user.prime(['search', 'namig']);
      assert.deepEqual(stdout.match(/@acme\/\S+/g), ['@acme/namig-things', '@acme/naming'], stdout);
      assert.equal(stderr, "'namig' is read as 'naming' in what is installed\n");
    });
  });

  describe('prime verify', () => {
    it('reports no differences after an install, without a registry', async () => {
      const { code, stdout } = await user.prime(['verify', '--json'], {
        environment: { PRIME_REGISTRY: 'http://127.0.0.1:9' },
      });
      assert.equal(code, 0);
      assert.deepEqual(
        JSON.parse(stdout).primes.map(({ state }: Record<string, unknown>) => state),
        ['intact', 'intact'],
      );
    });

    it('lists all changed, removed and added files, and all Primes that differ from the lock file', async () => {
      await writeFile(inProject('web-style/primes/a.prime'), 'rule A { hacked }\n');
      await rm(inProject('web-style/primes/b.prime'));
      await writeFile(inProject('web-style/primes/c.prime'), 'rule C {}\n');
      await rm(inProject('naming'), { recursive: true });
      await mkdir(inProject('by-hand'));
      const { code, stdout } = await user.prime(['verify']);
      assert.equal(code, 2);
      assert.deepEqual(stdout.split('\n'), [
        'missing  @acme/naming 1.0.0',
        'changed  @acme/web-style 1.0.0',
        '  changed  primes/a.prime',
        '  missing  primes/b.prime',
        '  added    primes/c.prime',
        'not in lock.yaml  @acme/by-hand',
        "0 Primes intact, 3 not. 'prime install' restores the locked versions.",
        '',
      ]);
      assert.equal((await user.prime(['verify', '@acme/naming'])).code, 2);
      await user.prime(['install']);
      assert.equal((await user.prime(['verify', '@acme/web-style', '@acme/naming'])).code, 0);
    });

    it('detects a change even if the tarball is not in the cache', async () => {
      await rm(user.cacheFolder, { recursive: true });
      await writeFile(inProject('web-style/README.md'), 'two\n');
      const { code, stdout } = await user.prime(['verify', '--json']);
      assert.equal(code, 2);
      assert.deepEqual(JSON.parse(stdout).primes[1], {
        name: '@acme/web-style',
        version: '1.0.0',
        state: 'changed',
      });
    });

    it('says what to do if lock.yaml was edited by hand', async () => {
      const path = join(user.project, '.primes/lock.yaml');
      const lock = await readFile(path, 'utf8');
      await writeFile(path, lock.replace(/(tree_sha256: )[0-9a-f]{64}/, `$1${'0'.repeat(64)}`));
      const { code, stderr } = await user.prime(['install']);
      assert.equal(code, 1);
      assert.match(stderr, /correct it with 'prime install @acme\/naming@1\.0\.0'/);
      assert.equal((await user.prime(['install', '@acme/naming@1.0.0'])).code, 0);
      assert.equal((await user.prime(['verify'])).code, 0);
    });

    it('does not take the bytes of one Prime for those of another, whatever lock.yaml says', async () => {
      const path = join(user.project, '.primes/lock.yaml');
      const digestsOf = (text: string, name: string) =>
        new RegExp(
          `${name}":(?:\\n {4}.*)*?\\n {4}(sha256: [0-9a-f]{64}\\n {4}tree_sha256: [0-9a-f]{64})`,
        ).exec(text)?.[1] ?? assert.fail(text);
      const lock = await readFile(path, 'utf8');
      const swapped = lock.replace(digestsOf(lock, 'naming'), digestsOf(lock, 'web-style'));
      await rm(inProject('naming'), { recursive: true });
      await cp(inProject('web-style'), inProject('naming'), { recursive: true });
      await writeFile(path, swapped);
      const unchanged = await listFiles(user.project);

      // The tarball is in the cache, and has the files that are installed.
      const verified = await user.prime(['verify']);
      assert.equal(verified.code, 2, verified.stdout);
      assert.match(verified.stdout, /has a tarball that may be of another Prime {2}@acme\/naming 1\.0\.0/);
      for (const args of [['install'], ['install', '--frozen']]) {
        const { code, stderr } = await user.prime(args);
        assert.equal(code, 1, args.join(' '));
        assert.match(stderr, /@acme\/naming 1\.0\.0/);
        assert.match(stderr, /sha256/);
      }
      const offline = await user.prime(['install', '--offline']);
      assert.equal(offline.code, 1);
      assert.match(
        offline.stderr,
        /does not say in its own pack\.yaml that it is this version, and --offline allows no/,
      );
      await writeFile(path, swapped.replace(/(naming":(?:\n {4}.*)*?registry: ).*/, '$1"file:./naming"'));
      const local = await user.prime(['install']);
      assert.equal(local.code, 1);
      assert.match(local.stderr, /@acme\/naming 1\.0\.0 in lock\.yaml has the sha256 of another Prime/);
      await writeFile(path, swapped);
      assert.deepEqual(await listFiles(user.project), unchanged);
    });

    it('detects a tree and a tree_sha256 that were changed together, as install does', async () => {
      const path = join(user.project, '.primes/lock.yaml');
      const poison = async () => {
        const before = await readFile(path, 'utf8');
        await writeFile(inProject('naming/README.md'), 'poisoned\n');
        const digest = treeDigest(await listFileDigests(inProject('naming')));
        const poisoned = before.replace(
          /(naming":(?:\n {4}.*)*?\n {4}tree_sha256: )[0-9a-f]{64}/,
          `$1${digest}`,
        );
        assert.notEqual(poisoned, before);
        await writeFile(path, poisoned);
        return before;
      };
      const lock = await poison();
      const unchanged = await listFiles(user.project);

      const verified = await user.prime(['verify']);
      assert.equal(verified.code, 2, verified.stdout);
      assert.match(
        verified.stdout,
        /lock\.yaml has a tree_sha256 that is not its tarball's {2}@acme\/naming 1\.0\.0/,
      );
      assert.match(verified.stdout, /changed {2}README\.md/);
      for (const args of [['install'], ['install', '--frozen'], ['install', '--frozen', '--offline']]) {
        const { code, stderr } = await user.prime(args);
        assert.equal(code, 1, args.join(' '));
        assert.match(stderr, /the tree_sha256 of @acme\/naming in lock\.yaml does not match its tarball/);
      }
      assert.deepEqual(await listFiles(user.project), unchanged);

      // The record is enough for both, and the tarball for verify, even against a false record.
      const parts = { tarballs: join(user.cacheFolder, 'tarballs'), trees: join(user.cacheFolder, 'trees') };
      await rename(parts.tarballs, `${parts.tarballs}-away`);
      assert.equal(JSON.parse((await user.prime(['verify', '--json'])).stdout).primes[0].state, 'mislocked');
      await rename(`${parts.tarballs}-away`, parts.tarballs);
      await rm(parts.trees, { recursive: true });
      assert.equal(JSON.parse((await user.prime(['verify', '--json'])).stdout).primes[0].state, 'mislocked');
      assert.equal((await user.prime(['install', '--frozen'])).code, 1);

      // A record that somebody else has written into the cache proves nothing, in either of its forms.
      await rename(parts.tarballs, `${parts.tarballs}-away`);
      await rm(parts.trees, { recursive: true, force: true });
      const poisonedLock = await readFile(path, 'utf8');
      const [, sha256 = '', digest = ''] =
        /naming":(?:\n {4}.*)*?\n {4}sha256: ([0-9a-f]{64})(?:\n {4}.*)*?\n {4}tree_sha256: ([0-9a-f]{64})/.exec(
          poisonedLock,
        ) ?? assert.fail(poisonedLock);
      await mkdir(join(parts.trees, sha256.slice(0, 2)), { recursive: true });
      await writeFile(join(parts.trees, sha256.slice(0, 2), sha256), digest);
      for (const record of [digest, `${digest} ${'0'.repeat(64)}`]) {
        await writeFile(join(parts.trees, 'records'), `${sha256} ${record}\n`);
        assert.equal(JSON.parse((await user.prime(['verify', '--json'])).stdout).primes[0].state, 'unproven');
      }
      await rename(`${parts.tarballs}-away`, parts.tarballs);
      await writeFile(join(parts.trees, 'records'), `${sha256} ${digest}\n`);
      assert.equal((await user.prime(['install', '--frozen'])).code, 1);

      // On a machine that never saw the tarball, verify says that it does not know, and install downloads it.
      await rm(user.cacheFolder, { recursive: true });
      const unknown = await user.prime(['verify']);
      assert.equal(unknown.code, 2);
      assert.match(unknown.stdout, /its tarball is not in the cache to prove it {2}@acme\/naming 1\.0\.0/);
      const offline = await user.prime(['install', '--frozen', '--offline']);
      assert.equal(offline.code, 1);
      assert.match(offline.stderr, /is not in the cache, and --offline allows no request/);
      assert.match((await user.prime(['install', '--frozen'])).stderr, /does not match its tarball/);

      const named = await user.prime(['install', '@acme/naming@1.0.0', '@acme/web-style@1.0.0']);
      assert.equal(named.code, 0, named.stderr);
      assert.match(await readFile(inProject('naming/README.md'), 'utf8'), /made for 1\.0\.0/);
      const digests = (text: string) => text.match(/(?<=tree_sha256: )\S+/g);
      assert.deepEqual(digests(await readFile(path, 'utf8')), digests(lock));
      assert.equal((await user.prime(['verify'])).code, 0);
    });

    it('says what is missing', async () => {
      assert.equal((await user.prime(['verify', '@acme/unknown'])).code, 3);
      await rm(join(user.project, '.primes/lock.yaml'));
      const { code, stderr } = await user.prime(['verify']);
      assert.equal(code, 2);
      assert.match(stderr, /no \.primes\/lock\.yaml/);
    });
  });

  describe('prime remove', () => {
    it('removes a Prime from the tree and the lock file', async () => {
      const { code, stdout } = await user.prime(['remove', '@acme/web-style']);
      assert.deepEqual([code, stdout], [0, '- @acme/web-style 1.0.0\n']);
      assert.deepEqual(await listFiles(join(user.project, '.primes')), [
        '@acme/naming/README.md',
        'INDEX.md',
        'index.json',
        'lock.yaml',
        'logs.txt',
      ]);
      assert.doesNotMatch(await readFile(join(user.project, '.primes/INDEX.md'), 'utf8'), /web-style/);
      assert.doesNotMatch(await readFile(join(user.project, '.primes/logs.txt'), 'utf8'), /web-style/);
      assert.ok(!(await readFile(join(user.project, '.primes/lock.yaml'), 'utf8')).includes('web-style'));
    });

    it('removes all of several or none', async () => {
      const before = await listFiles(user.project);
      const { code, stderr } = await user.prime(['remove', '@acme/naming', '@acme/unknown']);
      assert.equal(code, 3);
      assert.match(stderr, /'@acme\/unknown' is not installed/);
      assert.deepEqual(await listFiles(user.project), before);
    });

    it('keeps Primes that SKILL.md requires', async () => {
      await writeFile(join(user.project, 'SKILL.md'), '---\nprimes: ["@acme/naming"]\n---\n');
      const { code, stderr } = await user.prime(['remove', '@acme/naming']);
      assert.equal(code, 2);
      assert.match(stderr, /SKILL\.md requires @acme\/naming/);
    });
  });

  describe('prime outdated', () => {
    it('shows the newest version within the range, and the latest', async () => {
      await writeFile(join(user.project, 'SKILL.md'), '---\nprimes: ["@acme/web-style@^1.0"]\n---\n');
      const { code, stdout } = await user.prime(['outdated']);
      assert.equal(code, 0);
      assert.deepEqual(stdout.split('\n'), [
        'name             current  wanted  latest  registry',
        `@acme/web-style  1.0.0    1.1.0   2.0.0   ${registry.baseUrl}`,
        '',
      ]);
      const update = await user.prime(['install', '--update']);
      assert.match(update.stdout, /@acme\/web-style +1\.0\.0 → 1\.1\.0/);
      const { primes, checked } = JSON.parse((await user.prime(['outdated', '--json'])).stdout);
      assert.equal(checked, 2);
      assert.deepEqual(primes, [
        {
          name: '@acme/web-style',
          current: '1.1.0',
          range: '^1.0',
          latest: '2.0.0',
          yanked: false,
          registry: registry.baseUrl,
        },
      ]);
    });

    it('accepts that nothing is newer', async () => {
      const { code, stdout } = await user.prime(['outdated', '@acme/naming']);
      assert.deepEqual([code, stdout], [0, '1 Prime, all up to date.\n']);
    });
  });

  it('a yanked version: not chosen any more, still installed from the lock file, with a warning', async () => {
    const beta = '@acme/web-style@^3.0.0-beta';
    await registry.author.mustPublish({ name: '@acme/web-style', version: '3.0.0-beta.2' });
    assert.equal((await user.prime(['install', beta])).code, 0);
    const yanked = await registry.author.yank('@acme/web-style', '3.0.0-beta.2', { reason: 'wrong rules' });
    assert.equal(yanked.status, 200);

    await rm(inProject('web-style'), { recursive: true });
    await rm(user.cacheFolder, { recursive: true });
    const locked = await user.prime(['install', '--frozen']);
    assert.equal(locked.code, 0, locked.stderr);
    assert.match(locked.stderr, /warning: .*@acme\/web-style 3\.0\.0-beta\.2.*wrong rules/);
    assert.match(locked.stdout, /^= @acme\/web-style {2}3\.0\.0-beta\.2/m);

    assert.match((await user.prime(['outdated'])).stdout, /3\.0\.0-beta\.2 yanked/);
    const exact = await user.prime(['install', '@acme/web-style@3.0.0-beta.2']);
    assert.equal(exact.code, 1);
    assert.match(exact.stderr, /yanked/);
    const anew = await user.prime(['install', beta]);
    assert.match(anew.stdout, /3\.0\.0-beta\.2 → 3\.0\.0-beta\.1/);
  });
});
