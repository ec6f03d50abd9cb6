// Primes that require Primes, as a consumer sees them.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  buildTarball,
  createPrimeUser,
  manifestText,
  type PrimeDraft,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { listFiles } from '../../project-files.ts';

describe('Primes that require Primes', () => {
  let registry: TestRegistry;
  let user: PrimeUser;

  async function publish(name: string, version: string, requires: Readonly<Record<string, string>> = {}) {
    const extra = `requires: ${JSON.stringify(requires)}`;
    const draft: PrimeDraft = { name, version, extra };
    const tarball = buildTarball({ 'pack.yaml': manifestText(draft), 'README.md': `${name} ${version}\n` });
    await registry.author.mustPublish({ ...draft, tarball });
  }

  before(async () => {
    registry = await startRegistry();
    for (const version of ['1.0.0', '1.1.0', '2.0.0']) await publish('@acme/core', version);
    await publish('@acme/css', '1.0.0', { '@acme/core': '^1' });
    await publish('@acme/style', '1.0.0', { '@acme/core': '^1', '@acme/css': '*' });
    await publish('@acme/modern', '1.0.0', { '@acme/core': '^2' });
    await publish('@acme/left', '1.0.0', { '@acme/right': '^1' });
    await publish('@acme/right', '1.0.0', { '@acme/left': '^1' });
    await publish('@acme/broken', '1.0.0', { '@acme/nowhere': '^1' });
  });

  after(() => registry.stop());

  beforeEach(async () => {
    user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
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
  const installed = async () => {
    const { primes } = JSON.parse((await prime('ls', '--json')).stdout) as {
      primes: { name: string; version: string; range?: string; installed: boolean }[];
    };
    assert.ok(primes.every((each) => each.installed));
    return primes.map(({ name, version, range }) => [name, version, range]);
  };

  it('are installed with everything that they require', async () => {
    const { stdout, stderr } = await prime('install', '@acme/style@^1');
    assert.doesNotMatch(stderr, /warning/);
    assert.match(stdout, /^\+ @acme\/core +1\.1\.0 .+ required by @acme\/css, @acme\/style$/m);
    assert.match(stdout, /^3 Primes: 3 added\.$/m);
    assert.deepEqual(await installed(), [
      ['@acme/core', '1.1.0', undefined],
      ['@acme/css', '1.0.0', undefined],
      ['@acme/style', '1.0.0', '^1'],
    ]);
    assert.match(
      await lockText(),
      /"@acme\/style":\n {4}version: 1\.0\.0\n {4}range: \^1\n(?: {4}.+\n)+ {4}requires: "@acme\/core@\^1, @acme\/css@\*"\n/,
    );
    // The lock file has everything: nobody is asked again.
    const again = await prime('install', '--frozen', '--offline');
    assert.match(again.stdout, /3 Primes, nothing to do/);
    assert.match((await prime('verify')).stdout, /3 Primes intact/);
  });

  it('may require each other', async () => {
    await prime('install', '@acme/left');
    assert.deepEqual(await installed(), [
      ['@acme/left', '1.0.0', 'latest'],
      ['@acme/right', '1.0.0', undefined],
    ]);
    assert.match(
      (await prime('ls', '--tree')).stdout,
      /@acme\/right 1\.0\.0 \(\^1\)\n {3}└─ @acme\/left .+ \(see above\)/,
    );
    await prime('remove', '@acme/left');
    assert.deepEqual(await installed(), []);
  });

  it('that contradict each other change nothing, and it is said who wants what', async () => {
    await prime('install', '@acme/css');
    const before = await lockText();
    const { code, stderr } = await user.prime(['install', '@acme/modern']);
    assert.equal(code, 1);
    assert.match(stderr, /no set of versions satisfies all requirements\. Nothing was changed/);
    assert.match(stderr, /@acme\/core +@acme\/css 1\.0\.0 requires \^1/);
    assert.match(stderr, /@acme\/core +@acme\/modern 1\.0\.0 requires \^2/);
    assert.equal(await lockText(), before);
    const json = JSON.parse((await user.prime(['install', '@acme/modern', '--json'])).stdout);
    assert.equal(json.error.code, 'conflict');
    assert.ok(
      json.error.problems.some(
        ({ message }: { message: string }) => message === '@acme/css 1.0.0 requires ^1',
      ),
    );
  });

  it('with a requirement that no registry has say so', async () => {
    const { code, stderr } = await user.prime(['install', '@acme/broken']);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /@acme\/nowhere +@acme\/broken 1\.0\.0 requires \^1: No registry has @acme\/nowhere/,
    );
    assert.deepEqual(await listFiles(join(user.project, '.primes/@acme')), []);
  });

  it('say why they are there', async () => {
    await useSkill('@acme/style@^1');
    await prime('install');
    await prime('install', '@acme/css');
    assert.equal(
      (await prime('why', '@acme/core')).stdout,
      [
        '@acme/core 1.1.0',
        '├─ @acme/css 1.0.0 requires ^1',
        '│  ├─ installed by name as latest',
        '│  └─ @acme/style 1.0.0 requires *',
        '│     └─ SKILL.md requires ^1',
        '└─ @acme/style 1.0.0 requires ^1 (see above)',
        '',
      ].join('\n'),
    );
    const { reasons } = JSON.parse((await prime('why', '@acme/core', '--json')).stdout);
    assert.deepEqual(reasons[0], {
      name: '@acme/core',
      version: '1.1.0',
      required_by: [
        { by: '@acme/css', range: '^1' },
        { by: '@acme/style', range: '^1' },
      ],
    });
    const { code, stderr } = await user.prime(['why', '@acme/nothing']);
    assert.equal(code, 3);
    assert.match(stderr, /'@acme\/nothing' is not installed/);
  });

  it('are shown as a tree', async () => {
    await prime('install', '@acme/style@^1');
    assert.equal(
      (await prime('ls', '--tree')).stdout,
      [
        '@acme/style 1.0.0 (installed by name as ^1)',
        '├─ @acme/core 1.1.0 (^1)',
        '└─ @acme/css 1.0.0 (*)',
        '   └─ @acme/core 1.1.0 (^1)',
        '3 Primes',
        '',
      ].join('\n'),
    );
  });

  it('stay as long as others require them, and go with the last one', async () => {
    await prime('install', '@acme/style@^1', '@acme/css');
    const direct = await user.prime(['remove', '@acme/core']);
    assert.equal(direct.code, 2);
    assert.match(
      direct.stderr,
      /@acme\/core is only there because it is required by @acme\/css, @acme\/style/,
    );
    assert.match((await prime('remove', '@acme/css')).stdout, /= @acme\/css stays: @acme\/style requires it/);
    assert.equal(
      (await prime('remove', '@acme/style')).stdout,
      '- @acme/core 1.1.0\n- @acme/css 1.0.0\n- @acme/style 1.0.0\n',
    );
    assert.deepEqual(await listFiles(join(user.project, '.primes/@acme')), []);
  });

  it('keep the locked versions of what they require, until an update', async () => {
    await prime('install', '@acme/core@1.0.0');
    await prime('install', '@acme/css');
    assert.deepEqual(await installed(), [
      ['@acme/core', '1.0.0', '1.0.0'],
      ['@acme/css', '1.0.0', 'latest'],
    ]);
    await prime('remove', '@acme/core');
    assert.match((await prime('outdated')).stdout, /@acme\/core +1\.0\.0 +1\.1\.0 +2\.0\.0/);
    await prime('install', '--update');
    assert.deepEqual(await installed(), [
      ['@acme/core', '1.1.0', undefined],
      ['@acme/css', '1.0.0', 'latest'],
    ]);
  });

  it('change the version of a locked Prime only if nothing else helps', async () => {
    await prime('install', '@acme/css', '@acme/core@^1');
    await prime('install', '@acme/style');
    assert.deepEqual(await installed(), [
      ['@acme/core', '1.1.0', '^1'],
      ['@acme/css', '1.0.0', 'latest'],
      ['@acme/style', '1.0.0', 'latest'],
    ]);
  });

  it('with a lock file that lacks a requirement are completed, but not if it is frozen', async () => {
    await prime('install', '@acme/css');
    const whole = await lockText();
    await writeFile(
      join(user.project, '.primes/lock.yaml'),
      whole.replace(/ {2}"@acme\/core":\n(?: {4}.+\n)+/, ''),
    );
    const frozen = await user.prime(['install', '--frozen']);
    assert.equal(frozen.code, 2);
    assert.match(frozen.stderr, /@acme\/core +@acme\/css requires \^1, which lock\.yaml does not have/);
    await prime('install');
    assert.equal(await lockText(), whole);
  });
});
