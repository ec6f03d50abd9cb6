// Compiling a Prime, and what packing says about a compiled form of other sources.
import assert from 'node:assert/strict';
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  createPrimeUser,
  manifestText,
  type PrimeUser,
  sourceOf,
  startRegistry,
} from '@prime-registry/testkit';
import { GOOD_PRIME, writeFiles } from '../../pack/prime-folder.ts';
import { listFiles, readFiles } from '../../project-files.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../../examples/http-caching', import.meta.url));
const ONE = 'primes/sources/@acme/fact-one.prime';
const TWO = 'primes/sources/@acme/fact-two.prime';
const PRIME = {
  ...GOOD_PRIME,
  [TWO]: sourceOf({ id: '@acme/fact-two', kind: 'fact', description: 'Another thing is so.' }),
};
const compiledOf = (id: string) =>
  ['atom.yaml', 'chunks/core.md', 'chunks/full.md', 'chunks/summary.md', 'graph.yaml', 'index.xml'].map(
    (file) => `${id}/${file}`,
  );

let user: PrimeUser;
beforeEach(async () => {
  user = await createPrimeUser();
  await writeFiles(user.project, PRIME);
});
afterEach(() => user.remove());

const compiled = (folder = 'compiled') => readFiles(join(user.project, folder));

async function prime(...args: string[]) {
  const { code, stdout, stderr } = await user.prime(args);
  assert.deepEqual([code, stderr], [0, ''], stdout);
  return stdout;
}

async function refuses(...args: string[]): Promise<string> {
  const { code, stderr } = await user.prime(args);
  assert.equal(code, 2, stderr);
  return stderr;
}

/** Writes another description into the source of the first atom. */
const editOne = (description = 'It is otherwise.') =>
  writeFiles(user.project, { [ONE]: sourceOf({ id: '@acme/fact-one', kind: 'fact', description }) });

describe('prime compile', () => {
  it('writes an index, and the facts, edges and texts of each atom', async () => {
    assert.match(
      await prime('compile'),
      /^\+ @acme\/fact-one\n\+ @acme\/fact-two\n2 atoms compiled into \S+compiled: 2 added, 0 changed, 0 removed\.\n$/,
    );
    const files = await compiled();
    assert.deepEqual(
      Object.keys(files),
      [...compiledOf('@acme/fact-one'), ...compiledOf('@acme/fact-two'), '_index.xml'].toSorted(),
    );
    assert.match(files['@acme/fact-one/chunks/summary.md'] ?? '', /^# \S+ \[fact\].*One thing is so\.\n$/s);
    assert.match(files['_index.xml'] ?? '', /<atom id="@acme\/fact-two" kind="fact"/);
    assert.match(await prime('compile'), /^2 atoms in \S+, up to date\.\n$/);
    const { atoms } = JSON.parse(await prime('pack', '--dry-run', '--json'));
    assert.equal(atoms, 2);
  });

  it('replaces changed atoms and removes deleted ones', async () => {
    await prime('compile');
    await editOne();
    await rm(join(user.project, TWO));
    const { added, changed, removed } = JSON.parse(await prime('compile', '--json'));
    assert.deepEqual([added, changed, removed], [[], ['@acme/fact-one'], ['@acme/fact-two']]);
    const files = await compiled();
    assert.deepEqual(Object.keys(files), [...compiledOf('@acme/fact-one'), '_index.xml'].toSorted());
    assert.doesNotMatch(Object.values(files).join(), /fact-two|One thing is so/);
    assert.deepEqual((await readdir(user.project)).toSorted(), [
      'README.md',
      'compiled',
      'pack.yaml',
      'primes',
    ]);
  });

  it('with --check writes nothing, and its exit code says whether it is up to date', async () => {
    const { code, stdout } = await user.prime(['compile', '--check']);
    assert.equal(code, 2);
    assert.match(stdout, /compiled is not up to date; run 'prime compile'\.\n$/);
    assert.deepEqual(await compiled(), {});
    await prime('compile');
    await prime('compile', '--check');
    await editOne();
    assert.equal((await user.prime(['compile', '--check', '--json'])).code, 2);
  });

  it('uses the folder that is there, and the given Prime', async () => {
    await cp(EXAMPLE, join(user.project, 'example'), { recursive: true });
    await mkdir(join(user.project, 'example/primes/compiled'));
    const { atoms, folder } = JSON.parse(await prime('compile', 'example', '--json'));
    assert.deepEqual([atoms, folder], [16, join(user.project, 'example/primes/compiled')]);
    await prime('pack', 'example', '--dry-run');
  });

  it('replaces what another compiler has made only with --force', async () => {
    await prime('compile');
    const made = await compiled();
    const foreign = {
      'compiled/@acme/fact-one/atom.yaml': 'id: "@acme/fact-one"\nkind: fact\n',
      'compiled/@acme/fact-one/quality.yaml': 'overall: 4\n',
    };
    await rm(join(user.project, 'compiled'), { recursive: true });
    await writeFiles(user.project, foreign);
    assert.match(await refuses('compile'), /was made by another compiler.*\nhelp: .*--force/);
    assert.equal((await listFiles(join(user.project, 'compiled'))).length, 2);
    await prime('compile', '--force');
    assert.deepEqual(await compiled(), made);
  });

  it('deletes nothing that no compiler writes', { skip: process.platform === 'win32' }, async () => {
    for (const path of ['notes.md', '@acme/fact-one/extra.txt', '@acme/fact-one/chunks/tiny.md']) {
      await writeFiles(user.project, { [`compiled/${path}`]: 'mine' });
      assert.ok((await refuses('compile', '--force')).includes(`no compiler writes: ${path}`), path);
      await rm(join(user.project, 'compiled'), { recursive: true });
    }
    await mkdir(join(user.project, 'elsewhere'));
    await symlink('elsewhere', join(user.project, 'compiled'));
    await writeFile(join(user.project, '.primeignore'), 'compiled\n');
    assert.match(await refuses('compile'), /compiled is not a folder/);
    assert.deepEqual(await readdir(join(user.project, 'elsewhere')), []);
  });

  it('writes nothing if a source cannot be read, and says where', async () => {
    await writeFiles(user.project, { [ONE]: 'fact One {\n  version: "1.0.0"\n}\n' });
    assert.match(await refuses('compile'), /fact-one\.prime +this atom has no id; .* \(line 1, column 1\)/);
    await rm(join(user.project, 'primes'), { recursive: true });
    assert.match(await refuses('compile'), /no atoms were found/);
    assert.deepEqual(await compiled(), {});
  });

  it('refuses a Prime that is too large for a compiled form', async () => {
    const atoms = Array.from({ length: 400 }, (_, index) =>
      sourceOf({ id: `@acme/fact-${index}`, kind: 'fact', description: 'x'.repeat(6000) }),
    );
    for (let at = 0; at < atoms.length; at += 40) {
      await writeFiles(user.project, { [`primes/more/${at}.prime`]: atoms.slice(at, at + 40).join('\n') });
    }
    assert.match(await refuses('compile'), /would be more than registries read; split the Prime/);
    assert.deepEqual(await compiled(), {});
  });
});

describe('a compiled form of other sources', () => {
  it('stops pack and publish, which name the atoms', async () => {
    await prime('compile');
    await editOne();
    await rm(join(user.project, TWO));
    for (const args of [['pack'], ['pack', '--dry-run'], ['publish', '--dry-run']]) {
      const stderr = await refuses(...args);
      assert.match(stderr, /^error: the compiled form in \S+ does not match its sources\n/);
      assert.match(
        stderr,
        /\n {2}compiled\/@acme\/fact-one\/atom\.yaml +'description' is 'One thing is so\.' here/,
      );
      assert.match(stderr, /\n {2}compiled\/@acme\/fact-two\/atom\.yaml +'@acme\/fact-two' has no source/);
      assert.match(stderr, /\nhelp: run 'prime compile', .*--allow-stale\n$/);
    }
    assert.deepEqual((await readdir(user.project)).toSorted(), [
      'README.md',
      'compiled',
      'pack.yaml',
      'primes',
    ]);
    await prime('compile');
    await prime('pack');
  });

  it('in a tarball stops publish', async () => {
    await prime('compile');
    await editOne();
    const packed = await user.prime(['pack', '--allow-stale']);
    assert.equal(packed.code, 0);
    assert.match(packed.stderr, /warning: compiled\/@acme\/fact-one\/atom\.yaml: 'description' is /);
    const stderr = await refuses('publish', 'acme-web-style-1.0.0.tar.gz', '--dry-run');
    assert.match(stderr, /the compiled form in \S+\.tar\.gz does not match its sources/);
  });

  it('says which source cannot be read, if that is why its atom is gone', async () => {
    await prime('compile');
    await writeFiles(user.project, { [ONE]: 'fact One {\n' });
    assert.match(
      await refuses('pack'),
      /\n {2}primes\/sources\/@acme\/fact-one\.prime .*\(line 1, column \d+\)/,
    );
  });

  it('that is published nevertheless is not read by the registry: its text is that of the source', async () => {
    const registry = await startRegistry();
    try {
      await prime('compile');
      await editOne();
      await writeFiles(user.project, { 'pack.yaml': manifestText({ name: '@acme/stale' }) });
      const { code, stderr } = await user.prime(['publish', '--allow-stale', '--remote', registry.baseUrl], {
        environment: { PRIME_REGISTRY_TOKEN: registry.author.token ?? '' },
      });
      assert.equal(code, 0, stderr);
      const shown = await user.prime(['atom', '@acme/fact-one', '--text', 'full'], {
        environment: { PRIME_REGISTRY: registry.baseUrl },
      });
      assert.match(shown.stdout, /It is otherwise\./);
      assert.doesNotMatch(shown.stdout, /One thing is so/);
    } finally {
      await registry.stop();
    }
  });
});
