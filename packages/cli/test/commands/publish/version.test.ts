// The loop of an author: what changed since the last publish, and which version that needs.
import assert from 'node:assert/strict';
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  type AtomSource,
  atomFiles,
  createPrimeUser,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { writeFiles } from '../../pack/prime-folder.ts';

let registry: TestRegistry;
let user: PrimeUser;
let count = 0;
let name: string;
before(async () => {
  registry = await startRegistry({ allowStableYank: true });
});
after(() => registry.stop());
beforeEach(async () => {
  count += 1;
  name = `@acme/versioned-${count}`;
  user = await createPrimeUser({
    PRIME_REGISTRY: registry.baseUrl,
    PRIME_REGISTRY_TOKEN: registry.author.token ?? '',
  });
});
afterEach(() => user.remove());

const ONE: AtomSource = { id: '@acme/one', description: 'Says one' };
const TWO: AtomSource = { id: '@acme/two', description: 'Says two' };

const manifestPath = () => join(user.project, 'pack.yaml');
const readVersion = async () => /^version: (.*)$/m.exec(await readFile(manifestPath(), 'utf8'))?.[1];

async function writeAtoms(...atoms: readonly AtomSource[]): Promise<void> {
  await rm(join(user.project, 'primes'), { recursive: true, force: true });
  await writeFiles(user.project, atomFiles(...atoms));
}

async function publish(version: string, ...atoms: readonly AtomSource[]): Promise<void> {
  await writeFiles(user.project, { 'pack.yaml': manifestText({ name, version }), 'README.md': '# One\n' });
  await writeAtoms(...atoms);
  const { code, stderr } = await user.prime(['publish', '--allow-small-step']);
  assert.equal(code, 0, stderr);
}

async function auto(...args: readonly string[]) {
  const { code, stdout, stderr } = await user.prime(['version', '--auto', '--json', ...args]);
  assert.equal(code, 0, stderr);
  const { from, to, step, published, written } = JSON.parse(stdout);
  return { from, to, step, published, written };
}

describe('prime version', () => {
  const raises: readonly (readonly [before: string, request: string, after: string])[] = [
    ['1.2.3', 'patch', '1.2.4'],
    ['1.2.3', 'minor', '1.3.0'],
    ['1.2.3+build', 'major', '2.0.0'],
    ['0.4.2', 'major', '1.0.0'],
    ['2.0.0-beta.1', 'major', '2.0.0'],
    ['2.1.0-beta.1', 'minor', '2.1.0'],
    ['2.1.0-beta.1', 'major', '3.0.0'],
    ['2.1.1-rc.1', 'patch', '2.1.1'],
    ['2.1.1-rc.1', 'minor', '2.2.0'],
    ['99999999999999999999.0.0', 'major', '100000000000000000000.0.0'],
    ['1.2.3', '1.2.3-rc.1', '1.2.3-rc.1'],
    ['1.2.3', '4.0.0', '4.0.0'],
  ];
  for (const [from, request, to] of raises) {
    it(`${from} and ${request}: ${to}`, async () => {
      await writeFiles(user.project, { 'pack.yaml': manifestText({ name, version: from }) });
      const { code, stdout } = await user.prime(['version', request]);
      assert.deepEqual([code, await readVersion()], [0, to]);
      assert.ok(stdout.startsWith(`${name} ${from} → ${to}`), stdout);
    });
  }

  it('keeps comments, quotes, order and mode of the file', async () => {
    const text = `# first\nlicense: MIT  # ours\nversion: '1.0.0'   # the version\r\nname: "${name}"\ndescription: >\n  folded\n  text\nprime-version: 1.0\n`;
    await writeFile(manifestPath(), text);
    await chmod(manifestPath(), 0o640);
    assert.equal((await user.prime(['version', 'minor'])).code, 0);
    assert.equal(await readFile(manifestPath(), 'utf8'), text.replace("'1.0.0'", "'1.1.0'"));
    if (process.platform !== 'win32') assert.equal((await stat(manifestPath())).mode & 0o777, 0o640);
  });

  it('corrects a version that is wrong or missing', async () => {
    for (const wrong of ['version: v1\n', '']) {
      await writeFile(manifestPath(), manifestText({ name }).replace('version: 1.0.0\n', wrong));
      assert.equal((await user.prime(['version', '1.0.0'])).code, 0);
      assert.equal(await readVersion(), '1.0.0');
    }
  });

  it('shows the version, and writes nothing in a dry run', async () => {
    await writeFiles(user.project, { 'pack.yaml': manifestText({ name, version: '1.0.0' }) });
    assert.equal((await user.prime(['version'])).stdout, `${name} 1.0.0\n`);
    const { stdout } = await user.prime(['version', 'minor', '--dry-run']);
    assert.equal(stdout, `${name} 1.0.0 → 1.1.0\nNothing was written (--dry-run).\n`);
    assert.equal(await readVersion(), '1.0.0');
  });

  it('refuses what is no version, and a folder that is no Prime', async () => {
    await writeFiles(user.project, { 'pack.yaml': manifestText({ name }) });
    for (const args of [['bigger'], ['1.0'], ['v1.0.0'], ['patch', '.', 'x'], ['--auto', '.', 'x']]) {
      assert.equal((await user.prime(['version', ...args])).code, 3, args.join(' '));
    }
    await rm(manifestPath());
    for (const args of [['patch'], ['1.0.0'], ['--auto'], []]) {
      const { code, stderr } = await user.prime(['version', ...args]);
      assert.deepEqual([code, /there is no pack\.yaml/.test(stderr)], [2, true], stderr);
    }
  });
});

describe('prime version --auto', () => {
  it('writes the step that the changed atoms need, and says why', async () => {
    await publish('1.0.0', ONE, TWO);
    await writeAtoms(ONE);
    const { code, stdout, stderr } = await user.prime(['version', '--auto']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(
      stdout,
      new RegExp(`^${name} 1\\.0\\.0 → 2\\.0\\.0: 1\\.0\\.0 .*; use 2\\.0\\.0 or later\\n`),
    );
    assert.match(stdout, /\n {2}the atom @acme\/two was removed\n$/);
    assert.equal(await readVersion(), '2.0.0');
    const { code: again } = await user.prime(['publish']);
    assert.equal(again, 0);
  });

  it('new atoms are a minor step, edits and other files a patch', async () => {
    await publish('1.0.0', ONE);
    await writeAtoms(ONE, TWO);
    const compared = { from: '1.0.0', published: '1.0.0', written: false };
    assert.deepEqual(await auto('--dry-run'), { ...compared, to: '1.1.0', step: 'minor' });
    await writeAtoms({ ...ONE, description: 'Says more' });
    assert.deepEqual(await auto('--dry-run'), { ...compared, to: '1.0.1', step: 'patch' });
    await writeAtoms(ONE);
    await writeFile(join(user.project, 'README.md'), '# Another\n');
    assert.deepEqual(await auto('--dry-run'), { ...compared, to: '1.0.1', step: 'patch' });
  });

  it('writes nothing without a change, not even after the number was raised by hand', async () => {
    await publish('1.0.0', ONE);
    const { code, stdout } = await user.prime(['version', '--auto']);
    assert.equal(code, 0);
    assert.equal(stdout, `${name} 1.0.0: nothing has changed since 1.0.0 was published\n`);
    await writeFile(manifestPath(), manifestText({ name, version: '1.5.0' }));
    const unchanged = { from: '1.5.0', to: '1.5.0', step: 'none', published: '1.0.0', written: false };
    assert.deepEqual(await auto(), unchanged);
  });

  it('keeps a version that is high enough, and raises one that is not', async () => {
    await publish('1.0.0', ONE);
    await writeAtoms(ONE, TWO);
    await writeFile(manifestPath(), manifestText({ name, version: '3.0.0' }));
    assert.equal((await auto()).to, '3.0.0');
    await writeFile(manifestPath(), manifestText({ name, version: '1.0.7' }));
    assert.equal((await auto()).to, '1.1.0');
  });

  it('takes no number that was published, yanked or removed', async () => {
    await publish('1.0.0', ONE);
    for (const version of ['1.0.1', '1.0.2']) await registry.author.mustPublish({ name, version });
    await registry.author.yank(name, '1.0.1');
    const removal = { method: 'POST', body: '{"category": "secret"}' };
    const { status } = await registry.admin.request(`/-/primes/${name}/1.0.2/removal`, removal);
    assert.equal(status, 200);
    await writeAtoms({ ...ONE, description: 'Says more' });
    assert.equal((await auto()).to, '1.0.3');
  });

  it('goes on with a series of prereleases', async () => {
    await publish('1.0.0', ONE, TWO);
    await publish('2.0.0-beta.1', ONE);
    assert.equal((await auto()).step, 'none');
    await writeAtoms({ ...ONE, description: 'Says more' });
    assert.deepEqual(await auto(), {
      ...{ from: '2.0.0-beta.1', to: '2.0.0-beta.2', step: 'patch' },
      ...{ published: '2.0.0-beta.1', written: true },
    });
    await writeFile(manifestPath(), manifestText({ name, version: '1.0.1-rc.1' }));
    assert.equal((await auto()).to, '2.0.0-rc.1', 'a removal since 1.0.0');
  });

  it('is one place lower below 1.0.0', async () => {
    await publish('0.3.0', ONE, TWO);
    await writeAtoms(ONE);
    assert.equal((await auto('--dry-run')).to, '0.4.0');
    await writeAtoms(ONE, TWO, { id: '@acme/three', description: 'Says three' });
    assert.equal((await auto('--dry-run')).to, '0.3.1');
  });

  it('needs nothing for a first version, and after everything was yanked', async () => {
    await writeFiles(user.project, { 'pack.yaml': manifestText({ name }), ...atomFiles(ONE) });
    const first = { from: '1.0.0', to: '1.0.0', step: null, published: null, written: false };
    assert.deepEqual(await auto(), first);
    await publish('1.0.0', ONE);
    await registry.author.yank(name, '1.0.0');
    assert.equal((await auto()).to, '1.0.1');
  });
});

describe('prime diff', () => {
  it('compares an edited folder with its own version if that is published, and shows the text', async () => {
    await publish('1.0.0', ONE, TWO);
    await publish('1.1.0', ONE, TWO, { id: '@acme/three', description: 'Says three' });
    await writeAtoms({ ...ONE, description: 'Says more' }, TWO, {
      id: '@acme/three',
      description: 'Says three',
    });
    const { code, stdout } = await user.prime(['diff']);
    assert.equal(code, 0);
    const lines = stdout.split('\n');
    assert.equal(lines[0], `${name} 1.1.0...1.1.0`);
    assert.equal(lines[1], '  ~ rule @acme/one: description');
    assert.match(stdout, /\n {2}@acme\/one\n.*\n {4}- Says one\n {4}\+ Says more\n/s);
    assert.match(stdout, /1\.1\.0 is not higher than 1\.1\.0; use 1\.1\.1 or later\n$/);
    const json = JSON.parse((await user.prime(['diff', '--json'])).stdout);
    assert.deepEqual(
      json.texts.map(({ id }: { id: string }) => id),
      ['@acme/one'],
    );
    assert.ok(json.texts[0].lines.includes('-Says one'));
  });

  it('exits with 1 for a step that is too small, only with --exit-code', async () => {
    await publish('1.0.0', ONE, TWO);
    const codes = async () => [
      (await user.prime(['diff'])).code,
      (await user.prime(['diff', '--exit-code'])).code,
    ];
    assert.deepEqual(await codes(), [0, 0], 'nothing has changed');
    assert.match((await user.prime(['diff'])).stdout, /nothing has changed since 1\.0\.0 was published\n$/);
    await writeFile(join(user.project, 'README.md'), '# Another\n');
    assert.deepEqual(await codes(), [0, 1], 'another file of a published version');
    await writeAtoms(ONE);
    await writeFile(manifestPath(), manifestText({ name, version: '1.0.1' }));
    assert.deepEqual(await codes(), [0, 1]);
    await writeFile(manifestPath(), manifestText({ name, version: '2.0.0' }));
    assert.deepEqual(await codes(), [0, 0]);
  });

  it('shows the texts of two published versions', async () => {
    await publish('1.0.0', ONE);
    await publish('1.0.1', { ...ONE, description: 'Says more' });
    const { stdout } = await user.prime(['diff', name, '1.0.0...1.0.1']);
    assert.match(stdout, /\n {4}- Says one\n {4}\+ Says more\n/);
    const back = await user.prime(['diff', name, '1.0.1...1.0.0', '--exit-code']);
    assert.equal(back.code, 1);
  });
});
