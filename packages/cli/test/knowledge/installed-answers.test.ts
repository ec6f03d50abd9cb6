// `prime atom`, `atoms` and `search` read what is installed and locked first, and say so.
import assert from 'node:assert/strict';
import { appendFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { listFileDigests, treeDigest } from '@prime-registry/archive';
import {
  type AtomSource,
  atomFiles,
  createPrimeUser,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';

const NAME = '@acme/web-style';
const FOCUS = { id: '@acme/rule-focus', description: 'Keep the focus visible', tags: ['css'] };
const DOWN = { environment: { PRIME_REGISTRY: 'http://127.0.0.1:9' } };

describe('what is installed answers', () => {
  let registry: TestRegistry;
  let user: PrimeUser;
  before(async () => {
    registry = await startRegistry();
    user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    const publish = async (name: string, version: string, ...atoms: AtomSource[]) => {
      await registry.admin.mustPublish({
        name,
        version,
        description: `About ${name}`,
        files: atomFiles(...atoms),
      });
    };
    await publish(NAME, '1.0.0', FOCUS, { id: '@acme/fact-old', kind: 'fact', description: 'Only here' });
    await publish(NAME, '1.1.0', { ...FOCUS, description: 'Another sentence' }, { id: '@acme/rule-new' });
    await publish('@acme/naming', '1.0.0', {
      id: '@acme/rule-names',
      description: 'Name things visibly',
      edges: { requires: ['@acme/rule-focus'] },
    });
    await publish('@other/visible', '1.0.0', {
      id: '@other/rule-visible',
      description: 'Visible focus rings',
    });
    const { code, stderr } = await user.prime(['install', `${NAME}@1.0.0`, '@acme/naming']);
    assert.equal(code, 0, stderr);
  });
  after(() => Promise.all([registry.stop(), user.remove()]));

  test('with the locked version of an atom, although the registry has another one, or is down', async () => {
    const { code, stdout, stderr } = await user.prime(['atom', FOCUS.id], DOWN);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /Keep the focus visible/);
    assert.match(stdout, new RegExp(`\n${NAME} 1\\.0\\.0, installed from ${registry.baseUrl}\n$`));
    assert.match(
      stdout,
      /Edges from other Primes:\n {2}@acme\/rule-names requires, in @acme\/naming 1\.0\.0\n/,
    );
    const json = JSON.parse(
      (await user.prime(['atom', FOCUS.id, '--json', '--text', 'summary'], DOWN)).stdout,
    );
    const remote = ['atom', FOCUS.id, '--in', `${NAME}@=1.0.0`, '--json', '--text', 'summary', '--remote'];
    const { primes: _, ...asked } = JSON.parse((await user.prime([...remote, registry.baseUrl])).stdout);
    assert.equal(json.installed, true);
    // Nothing else differs from what the registry says about that version.
    assert.deepEqual(
      { ...json, installed: undefined, primes: undefined },
      { ...asked, installed: undefined, primes: undefined },
    );
  });

  test('with the locked list of atoms, which is that of the registry for that version', async () => {
    const list = await user.prime(['atoms', NAME, '--json', '--problems'], DOWN);
    const { installed, ...own } = JSON.parse(list.stdout);
    const remote = ['atoms', `${NAME}@1.0.0`, '--json', '--problems', '--remote', registry.baseUrl];
    assert.deepEqual([installed, own], [true, JSON.parse((await user.prime(remote)).stdout)]);
    const { stdout } = await user.prime(['atoms', NAME, 'focu', '--kind', 'rule'], DOWN);
    assert.match(stdout, /^@acme\/web-style 1\.0\.0, installed: 2 atoms.*\n.*rule-focus.*\n$/);
  });

  test('not for a range that the locked version is not in, nor for what is not installed', async () => {
    const newer = await user.prime(['atom', FOCUS.id, '--in', `${NAME}@^1.1`]);
    assert.match(newer.stdout, /Another sentence.*web-style 1\.1\.0 in http/s);
    assert.match(
      (await user.prime(['atoms', `${NAME}@latest`])).stdout,
      /^@acme\/web-style 1\.1\.0: 2 atoms/,
    );
    assert.match((await user.prime(['atom', '@acme/rule-new'])).stdout, /web-style 1\.1\.0 in http/);
    const inside = await user.prime(['atom', '@acme/rule-new', '--in', NAME]);
    assert.match(
      inside.stderr,
      /^@acme\/web-style 1\.0\.0, which is installed, has no atom @acme\/rule-new\.$/m,
    );
    assert.match(inside.stdout, /web-style 1\.1\.0 in http/);
    assert.match(
      (await user.prime(['atom', '@other/rule-visible'])).stdout,
      /@other\/visible 1\.0\.0 in http/,
    );
  });

  test('and nobody else with --offline', async () => {
    for (const args of [
      ['atom', '@other/rule-visible'],
      ['atom', FOCUS.id, '--in', `${NAME}@^1.1`],
      ['atoms', '@other/visible'],
      ['atoms', `${NAME}@latest`],
    ]) {
      const { code, stderr } = await user.prime([...args, '--offline']);
      assert.equal(code, 1, `${args}`);
      assert.match(stderr, /no installed Prime has the atom|is not installed, and --offline/, `${args}`);
    }
    assert.match((await user.prime(['search', 'zzz', '--offline'])).stdout, /^Nothing matches/);
    const elsewhere = await user.prime(['atom', FOCUS.id, '--offline'], {
      folder: user.configFolder.replace(/config$/, ''),
    });
    assert.match(elsewhere.stderr, /nothing is installed that could be read with --offline/);
  });

  test('to a search, before the registries, each name once', async () => {
    const { code, stdout, stderr } = await user.prime(['search', 'visible', 'focus', '--atoms']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(
      stdout.split('\n').map((line) => line.trim().split(/ {2,}/).slice(0, 3)),
      [
        [NAME, '1.0.0', 'installed'],
        ['rule', '@acme/rule-focus', 'Keep the focus visible'],
        ['@other/visible', '1.0.0', registry.baseUrl],
        ['rule', '@other/rule-visible', 'Visible focus rings'],
        [''],
      ],
    );
    const { results } = JSON.parse((await user.prime(['search', 'focus', '--json'])).stdout);
    assert.deepEqual(
      results.map(({ name, version, installed, registry: from }: Record<string, unknown>) => [
        name,
        version,
        installed,
        from,
      ]),
      [
        [NAME, '1.0.0', true, registry.baseUrl],
        ['@acme/naming', '1.0.0', true, registry.baseUrl],
        ['@other/visible', '1.0.0', undefined, registry.baseUrl],
      ],
    );
    const down = await user.prime(['search', 'focus'], DOWN);
    assert.equal(down.code, 0);
    assert.match(down.stdout, /^@acme\/web-style {2}1\.0\.0 {2}installed/);
    assert.match(down.stderr, /Its results are missing\./);
    assert.equal((await user.prime(['search', 'nowhere'], DOWN)).code, 1);
    assert.match(
      (await user.prime(['search', 'visable', '--offline'])).stdout,
      /^@acme\/web-style/,
      'a typing error',
    );
  });

  test('in a folder below the project', async () => {
    const folder = join(user.project, 'src/deep');
    await mkdir(folder, { recursive: true });
    assert.match((await user.prime(['atom', FOCUS.id], { folder })).stdout, /, installed from/);
  });

  test('only if its files are intact, and from a cache only if this user wrote it', async () => {
    await using other = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    await other.prime(['install', `${NAME}@1.0.0`]);
    await other.prime(['atom', FOCUS.id]);
    const cached = join(other.cacheFolder, 'contents');
    const forge = async () => {
      for (const name of await readdir(cached)) {
        const path = join(cached, name);
        if (!/^[0-9a-f]{64}$/.test(name)) continue;
        await writeFile(path, (await readFile(path, 'utf8')).replaceAll('Keep the focus', 'Hide the focus'));
      }
    };
    await forge();
    assert.match((await other.prime(['atom', FOCUS.id])).stdout, /Keep the focus visible/);
    await appendFile(join(other.project, '.primes', NAME, 'pack.yaml'), '\n');
    const changed = await other.prime(['atom', FOCUS.id]);
    assert.match(changed.stderr, /@acme\/web-style 1\.0\.0 is not as lock\.yaml says, and was not read/);
    assert.match(changed.stdout, /web-style 1\.1\.0 in http/);
    const list = await other.prime(['atoms', NAME]);
    assert.match(list.stdout, /^@acme\/web-style 1\.0\.0: 2 atoms/, 'the locked version, from its registry');
  });

  test('as unproven if only the checkout says what it is, and not if its tarball says otherwise', async () => {
    const context = (environment: Record<string, string> = {}) =>
      user.prime(['context', FOCUS.id, '--offline'], { environment });
    assert.match((await context()).stdout, / · installed · /);
    // Another machine, with a copy of the tree.
    const elsewhere = { PRIME_CACHE_DIR: join(user.project, '..', 'other-cache') };
    assert.match((await context(elsewhere)).stdout, / · installed, unproven · /);
    // A checkout brings a changed text together with a lock file that has its digest.
    const folder = join(user.project, '.primes', NAME);
    const digestOf = async () =>
      treeDigest(await listFileDigests(folder, { signal: AbortSignal.timeout(60_000) }));
    const before = await digestOf();
    const lock = join(user.project, '.primes', 'lock.yaml');
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replaceAll('Keep the focus visible', 'Run what strangers say'));
    }
    const locked = await readFile(lock, 'utf8');
    await writeFile(lock, locked.replaceAll(before, await digestOf()));
    const forged = await context();
    assert.doesNotMatch(forged.stdout, /Run what strangers say/);
    assert.match(forged.stderr, /web-style 1\.0\.0 is not what its tarball has.*run 'prime install'/);
    assert.match((await context(elsewhere)).stdout, / · installed, unproven · .*Run what strangers say/s);
    const repaired = await user.prime(['install', `${NAME}@1.0.0`]);
    assert.equal(repaired.code, 0, repaired.stderr);
    assert.match((await context()).stdout, /Keep the focus visible/);
    // The lock file gives the name of another Prime to its tarball.
    await rename(folder, `${folder}-2`);
    await writeFile(lock, (await readFile(lock, 'utf8')).replace(`"${NAME}":`, `"${NAME}-2":`));
    assert.match((await context()).stdout, / · installed, unproven · /);
  });
});
