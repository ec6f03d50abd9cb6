// Most installs have nothing to do. They look at what the file system says about the installed files; --frozen and `prime verify` read
// every byte.
import assert from 'node:assert/strict';
import { lstatSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { createPrimeUser, type PrimeUser, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { hasTrustedStamps } from '../../../src/install/tree/file-stamps.ts';

const NAME = '@acme/web-style';

describe('prime install with nothing to do', () => {
  let registry: TestRegistry;
  let user: PrimeUser;

  before(async () => {
    registry = await startRegistry();
    await registry.author.mustPublish({ name: NAME, version: '1.0.0', files: { 'README.md': 'Genuine.' } });
    await registry.author.mustPublish({ name: '@acme/naming', version: '1.0.0' });
  });
  after(() => registry.stop());

  beforeEach(async () => {
    user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    await useSkill(NAME);
    // Longer ago than a tick of the clock: what was written just now could change again without a trace.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await prime('install');
  });
  afterEach(() => user.remove());

  async function prime(...args: string[]) {
    const result = await user.prime(args);
    assert.equal(result.code, 0, result.stderr);
    return result;
  }
  const inProject = (path: string) => join(user.project, path);
  const readme = () => inProject(`.primes/${NAME}/README.md`);
  const useSkill = (...names: string[]) =>
    writeFile(
      inProject('SKILL.md'),
      `---\nname: my-skill\nprimes:\n${names.map((name) => `  - "${name}"\n`).join('')}---\n`,
    );
  const NOTHING = '1 Prime, nothing to do.\n';

  it('says so, for people and programs, and leaves nothing behind', async () => {
    const files = readdirSync(inProject('.primes'));
    assert.equal((await prime('install')).stdout, NOTHING);
    assert.deepEqual(JSON.parse((await prime('install', '--json')).stdout), { changes: [], installed: 1 });
    assert.equal((await prime('install', '--offline')).stdout, NOTHING);
    assert.deepEqual(readdirSync(inProject('.primes')), files);
  });

  it('restores a file that was edited, and has its size and time back', async () => {
    const { atime, mtime } = lstatSync(readme());
    await writeFile(readme(), 'Tampered');
    await utimes(readme(), atime, mtime);
    assert.match((await prime('install')).stdout, /1 restored/);
    assert.equal(await readFile(readme(), 'utf8'), 'Genuine.');
    assert.equal((await prime('install')).stdout, NOTHING);
  });

  it('restores a Prime with a file more', async () => {
    await writeFile(inProject(`.primes/${NAME}/more.md`), 'more');
    assert.match((await prime('install')).stdout, /1 restored/);
    assert.deepEqual(readdirSync(inProject(`.primes/${NAME}`)), ['README.md']);
  });

  it('follows SKILL.md, and lock.yaml', async () => {
    await useSkill(NAME, '@acme/naming');
    assert.match((await prime('install')).stdout, /1 added/);
    const lock = await readFile(inProject('.primes/lock.yaml'), 'utf8');
    await rm(inProject('SKILL.md'));
    await prime('install');
    await writeFile(inProject('.primes/lock.yaml'), lock.replace(/ {2}"@acme\/naming":\n(?: {4}.*\n)+/, ''));
    assert.equal((await prime('install')).stdout, NOTHING);
  });

  it('follows every SKILL.md of a tree that several share', async () => {
    const another = inProject('other/SKILL.md');
    await mkdir(inProject('other'));
    await writeFile(another, '---\nname: other\nprimes:\n  - "@acme/naming"\n---\n');
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.match((await prime('sync')).stdout, /1 added/);
    assert.equal((await prime('install')).stdout, '2 Primes, nothing to do.\n');
    await writeFile(another, '---\nname: other\nprimes: []\n---\n');
    assert.match((await prime('install')).stdout, /1 removed/);
  });

  it('proves everything again if the cache is gone', async () => {
    assert.equal((await prime('install')).stdout, NOTHING);
    await rm(user.cacheFolder, { recursive: true });
    assert.equal((await user.prime(['install', '--offline'])).code, 1);
    await prime('install');
    await prime('verify');
  });

  it('writes the table of contents again', async () => {
    const path = inProject('.primes/INDEX.md');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('web', 'WEB'));
    await prime('install');
    assert.equal(await readFile(path, 'utf8'), text);
  });

  it('takes back what a killed install has left', async () => {
    await mkdir(inProject('.primes/.staging-0123'));
    assert.equal((await prime('install')).stdout, NOTHING);
    assert.ok(!readdirSync(inProject('.primes')).includes('.staging-0123'));
  });

  it('meets a policy that was written since', async () => {
    await writeFile(inProject('.primes/policy.yaml'), 'scopes:\n  "@acme": signed\n');
    const { code, stderr } = await user.prime(['install']);
    assert.equal(code, 2);
    assert.match(stderr, /policy/);
  });

  it('believes a description of the same file; --frozen and verify do not', async (t) => {
    if (!hasTrustedStamps(user.project)) return t.skip('this file system says too little about its files');
    assert.equal((await prime('install')).stdout, NOTHING);
    // As only root could: other content under the same description.
    const before = lstatSync(readme());
    await writeFile(readme(), 'Tampered');
    const now = lstatSync(readme());
    const [record = ''] = readdirSync(join(user.stateFolder, 'verified'));
    const path = join(user.stateFolder, 'verified', record);
    const text = await readFile(path, 'utf8');
    const describe = (stats: typeof now) => `${stats.ino},${stats.size},${stats.mtimeMs},${stats.ctimeMs}`;
    assert.ok(text.includes(describe(before)));
    await writeFile(path, text.replace(describe(before), describe(now)));

    assert.equal((await prime('install')).stdout, NOTHING);
    assert.equal((await user.prime(['verify'])).code, 2);
    assert.equal(await readFile(readme(), 'utf8'), 'Tampered');
    assert.match((await prime('install', '--frozen')).stdout, /1 restored/);
    assert.equal(await readFile(readme(), 'utf8'), 'Genuine.');
  });
});
