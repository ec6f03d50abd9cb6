import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { createPrimeUser, type PrimeUser, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { listFiles, readFiles } from '../../project-files.ts';

describe('prime install', () => {
  let registry: TestRegistry;
  let second: TestRegistry;
  let user: PrimeUser;

  before(async () => {
    [registry, second] = await Promise.all([startRegistry(), startRegistry()]);
    for (const version of ['1.0.0', '1.1.0', '2.0.0-beta.1']) {
      await registry.author.mustPublish({ name: '@acme/web-style', version });
    }
    await registry.author.mustPublish({
      name: '@acme/naming',
      files: { 'README.md': 'naming\n', 'primes/sources/@acme/rule-x.prime': 'rule X {}\n', 'empty.txt': '' },
    });
    await second.author.mustPublish({ name: '@acme/only-second', version: '3.0.0' });
    await second.author.mustPublish({ name: '@acme/naming', version: '9.9.9' });
  });

  after(async () => {
    await Promise.all([registry.stop(), second.stop()]);
  });

  beforeEach(async () => {
    user = await createPrimeUser({ PRIME_REGISTRY: `${registry.baseUrl} ${second.baseUrl}` });
  });

  afterEach(() => user.remove());

  async function prime(...args: string[]) {
    const result = await user.prime(args);
    assert.equal(result.code, 0, result.stderr);
    return result;
  }

  const lockText = () => readFile(join(user.project, '.primes/lock.yaml'), 'utf8');
  const useSkill = (...specs: string[]) =>
    writeFile(
      join(user.project, 'SKILL.md'),
      `---\nname: my-skill\nprimes:\n${specs.map((spec) => `  - "${spec}"\n`).join('')}---\n# My skill\n`,
    );

  it('installs named Primes, verified, and locks them', async () => {
    const { stdout, stderr } = await prime('install', '@acme/naming', '@acme/web-style@^1.0');
    assert.match(stderr, /^the log of \S+ is trusted from now on, with the key \S+\n$/);
    assert.match(stdout, /^\+ @acme\/naming {5}1\.0\.0 {2}1 atom, 17 B/m);
    assert.match(stdout, /^2 Primes: 2 added\.$/m);
    assert.deepEqual(await readFiles(join(user.project, '.primes/@acme')), {
      'naming/README.md': 'naming\n',
      'naming/empty.txt': '',
      'naming/primes/sources/@acme/rule-x.prime': 'rule X {}\n',
      'web-style/README.md': 'made for 1.1.0\n',
    });
    const manifest = (await registry.anonymous.get('/pack/@acme/naming/1.0.0')).json;
    const lock = await lockText();
    assert.ok(lock.includes(`    sha256: ${manifest.sha256}\n`));
    assert.ok(lock.includes(`    registry: ${registry.baseUrl}\n`));
    assert.match(lock, /"@acme\/web-style":\n {4}version: 1\.1\.0\n {4}range: \^1\.0\n/);
    assert.deepEqual(await listFiles(join(user.project, '.primes')), [
      '@acme/naming/README.md',
      '@acme/naming/empty.txt',
      '@acme/naming/primes/sources/@acme/rule-x.prime',
      '@acme/web-style/README.md',
      'INDEX.md',
      'index.json',
      'lock.yaml',
      'logs.txt',
    ]);
  });

  it('takes the first registry that has the name, and the next one only after a 404', async () => {
    const { stdout } = await prime('install', '@acme/naming', '@acme/only-second', '--json');
    const { changes } = JSON.parse(stdout);
    assert.deepEqual(
      changes.map((change: Record<string, unknown>) => [
        change.action,
        change.name,
        change.version,
        change.registry,
      ]),
      [
        ['add', '@acme/naming', '1.0.0', registry.baseUrl],
        ['add', '@acme/only-second', '3.0.0', second.baseUrl],
      ],
    );
  });

  it('installs the list in SKILL.md, follows its changes, and keeps Primes that were installed by name', async () => {
    await useSkill('@acme/web-style@1.0.0', '@acme/naming');
    await prime('install');
    await prime('install', '@acme/only-second');
    await useSkill('@acme/web-style@^1.0.0');
    assert.match((await prime('install')).stdout, /^- @acme\/naming {2}1\.0\.0/m);
    assert.match(
      await lockText(),
      /version: 1\.0\.0\n {4}range: \^1\.0\.0\n/,
      'the locked version still matches',
    );
    await useSkill('@acme/web-style@~1.1');
    const { stdout } = await prime('install');
    assert.match(stdout, /^~ @acme\/web-style {2}1\.0\.0 → 1\.1\.0/m);
    assert.deepEqual(await readFiles(join(user.project, '.primes/@acme')), {
      'only-second/README.md': 'made for 3.0.0\n',
      'web-style/README.md': 'made for 1.1.0\n',
    });
  });

  it('does nothing the second time, without a request', async () => {
    await prime('install', '@acme/naming');
    user.environment.PRIME_REGISTRY = 'http://127.0.0.1:9';
    assert.equal((await prime('install')).stdout, '1 Prime, nothing to do.\n');
  });

  it('installs from the lock file and the cache without a registry', async () => {
    await useSkill('@acme/naming', '@acme/web-style');
    await prime('install');
    const installed = await readFiles(join(user.project, '.primes'));
    await rm(join(user.project, '.primes/@acme'), { recursive: true });
    user.environment.PRIME_REGISTRY = 'http://127.0.0.1:9';
    assert.match((await prime('install', '--frozen')).stdout, /2 restored/);
    assert.deepEqual(await readFiles(join(user.project, '.primes')), installed);
    await rm(join(user.project, '.primes/@acme'), { recursive: true });
    await prime('install', '--offline');
    assert.deepEqual(await readFiles(join(user.project, '.primes')), installed);
  });

  it('reports with --offline which request would be needed', async () => {
    const unlocked = await user.prime(['install', '@acme/naming', '--offline']);
    assert.equal(unlocked.code, 1);
    assert.match(
      unlocked.stderr,
      /@acme\/naming@latest is not in lock\.yaml, and --offline allows no request/,
    );
    await prime('install', '@acme/naming');
    await rm(join(user.project, '.primes/@acme'), { recursive: true });
    await rm(user.cacheFolder, { recursive: true });
    const uncached = await user.prime(['install', '--offline']);
    assert.equal(uncached.code, 1);
    assert.match(
      uncached.stderr,
      /@acme\/naming 1\.0\.0 is not in the cache, and --offline allows no request/,
    );
  });

  it('is exact with --frozen, and refuses requirements that are not locked', async () => {
    const without = await user.prime(['install', '--frozen']);
    assert.equal(without.code, 2);
    await useSkill('@acme/web-style@1.0.0');
    assert.equal((await user.prime(['install', '--frozen'])).code, 2, 'nothing is locked yet');
    await prime('install');
    const before = await readFiles(join(user.project, '.primes'));
    await useSkill('@acme/web-style@^1.1', '@acme/naming');
    const { code, stderr } = await user.prime(['install', '--frozen']);
    assert.equal(code, 2);
    assert.match(stderr, /lock\.yaml does not match SKILL\.md/);
    assert.match(stderr, /@acme\/web-style +SKILL\.md requires \^1\.1/);
    assert.match(stderr, /@acme\/naming +SKILL\.md requires latest/);
    assert.deepEqual(await readFiles(join(user.project, '.primes')), before);
    assert.equal((await user.prime(['install', '--frozen', '@acme/naming'])).code, 3);
  });

  it('repairs manual changes', async () => {
    await prime('install', '@acme/naming');
    const before = await readFiles(join(user.project, '.primes'));
    await writeFile(join(user.project, '.primes/@acme/naming/README.md'), 'tampered\n');
    await writeFile(join(user.project, '.primes/@acme/naming/more.md'), 'more\n');
    assert.match((await prime('install')).stdout, /^= @acme\/naming/m);
    assert.deepEqual(await readFiles(join(user.project, '.primes')), before);
  });

  it('updates with --update, and by name, within the range', async () => {
    await useSkill('@acme/web-style@1.0.0');
    await prime('install');
    await useSkill('@acme/web-style@^1.0.0');
    assert.equal((await prime('install')).stdout, '1 Prime, nothing to do.\n');
    assert.match((await prime('install', '--update')).stdout, /1\.0\.0 → 1\.1\.0/);
    const conflict = await user.prime(['install', '@acme/web-style@2.0.0-beta.1']);
    assert.equal(conflict.code, 2);
    assert.match(conflict.stderr, /SKILL\.md requires @acme\/web-style@\^1\.0\.0/);
  });

  it('takes a prerelease only if the range asks for it', async () => {
    await prime('install', '@acme/web-style@>=1');
    assert.match(await lockText(), /version: 1\.1\.0\n/);
    await prime('install', '@acme/web-style@^2.0.0-beta');
    assert.match(await lockText(), /version: 2\.0\.0-beta\.1\n/);
  });

  it('locks nothing for bad names, no names, and unknown names', async () => {
    assert.equal((await user.prime(['install', 'web-style'])).code, 3);
    assert.equal((await user.prime(['install', '@acme/web-style@v1'])).code, 3);
    const nothing = await user.prime(['install']);
    assert.equal(nothing.code, 2);
    assert.match(nothing.stderr, /no SKILL\.md with a frontmatter and no \.primes\/lock\.yaml/);
    const unknown = await user.prime(['install', '@acme/unknown']);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /@acme\/unknown/);
    assert.ok(unknown.stderr.includes(registry.baseUrl) && unknown.stderr.includes(second.baseUrl));
    const unmatched = await user.prime(['install', '@acme/naming@^9']);
    assert.equal(unmatched.code, 1);
    assert.match(unmatched.stderr, /1\.0\.0/, 'the first registry decides; it is said what it has');
    assert.deepEqual(await listFiles(user.project), []);
  });

  it('works in the folder of --project, and with a pin contacts no other registry', async () => {
    await mkdir(join(user.project, 'inner/.primes'), { recursive: true });
    await writeFile(
      join(user.project, 'inner/.primes/config.yaml'),
      `scopes:\n  "@acme": ${second.baseUrl}\n`,
    );
    await prime('install', '-C', 'inner', '@acme/naming');
    const lock = await readFile(join(user.project, 'inner/.primes/lock.yaml'), 'utf8');
    assert.match(lock, /version: 9\.9\.9\n/);
    const missing = await user.prime(['install', '-C', 'inner', '@acme/web-style']);
    assert.equal(missing.code, 1);
    assert.ok(!missing.stderr.includes(registry.baseUrl), 'the first registry has it, but is not asked');
  });
});
