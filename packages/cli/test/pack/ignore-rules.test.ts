// What is packed of a folder with ignore files of git, a list `files:`, and data of registries.
import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { manifestText } from '@prime-registry/testkit';
import { ValidationError } from '../../src/errors/validation-error.ts';
import { listPrime, type PrimeListing } from '../../src/pack/list-prime.ts';
import { type Files, GOOD_PRIME, writeFiles } from './prime-folder.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'prime-rules-'));
});
afterEach(() => rm(root, { recursive: true }));

/** Lists a folder below the root. `extra` are lines of its pack.yaml. */
async function list(folder = '', extra = ''): Promise<PrimeListing & { readonly paths: string[] }> {
  const listing = await listPrime(join(root, folder), {
    manifestBytes: Buffer.from(manifestText({ extra })),
  });
  const own = listing.entries.map(({ path }) => path).filter((path) => GOOD_PRIME[path] === undefined);
  return { ...listing, paths: own.toSorted() };
}

const write = (files: Files, folder = '') => writeFiles(join(root, folder), { ...GOOD_PRIME, ...files });

describe('a .gitignore', () => {
  it('says what is left out, also in subfolders', async () => {
    await write({
      '.gitignore': 'customers.csv\n/build/\n*.log\n!keep.log\n',
      'customers.csv': 'Ada',
      'docs/customers.csv': 'Ada',
      'build/x.md': '',
      'a.log': '',
      'keep.log': '',
      'docs/.gitignore': '!a.log\n/drafts\n',
      'docs/a.log': '',
      'docs/drafts/one.md': '',
      'docs/deep/drafts/one.md': '',
    });
    const { paths, unignored } = await list();
    assert.deepEqual(paths, [
      '.gitignore',
      'docs/.gitignore',
      'docs/a.log',
      'docs/deep/drafts/one.md',
      'keep.log',
    ]);
    assert.deepEqual(unignored, []);
  });

  it('is overridden by a .primeignore in its folder or below, whose ! packs what git ignores', async () => {
    await write({
      '.gitignore': 'customers.csv\nnotes.md\ncompiled/\ndist/\n',
      '.primeignore': 'drafts/\n!notes.md\n!compiled/\n',
      'customers.csv': 'Ada',
      'notes.md': '',
      'drafts/x.md': '',
      'compiled/_index.xml': '',
      'dist/x.md': '',
      'docs/.gitignore': 'x.md\ny.md\n',
      'docs/.primeignore': '!y.md\n!notes.md\n',
      'docs/x.md': '',
      'docs/y.md': '',
    });
    const { paths, unignored } = await list();
    assert.deepEqual(paths, [
      '.gitignore',
      'compiled/_index.xml',
      'docs/.gitignore',
      'docs/y.md',
      'notes.md',
    ]);
    assert.deepEqual(unignored, []);
  });

  it('counts in all folders up to the root of the repository, and no further', async () => {
    await write({}, 'repository/primes/mine');
    await writeFiles(root, {
      '.gitignore': '*.md\n',
      'repository/.git/info/exclude': 'local.txt\n',
      'repository/.gitignore': '*.csv\n/primes/*/secret-plan.txt\n/secret-plan.md\n',
      'repository/primes/.gitignore': '!public.csv\n',
      'repository/primes/mine/customers.csv': '',
      'repository/primes/mine/public.csv': '',
      'repository/primes/mine/secret-plan.txt': '',
      'repository/primes/mine/secret-plan.md': '',
      'repository/primes/mine/local.txt': '',
      'repository/primes/mine/deep/customers.csv': '',
    });
    assert.deepEqual((await list('repository/primes/mine')).paths, ['public.csv', 'secret-plan.md']);
  });

  it('above a Prime does not count if git ignores the whole folder of the Prime', async () => {
    await write({ 'x.csv': '', 'y.log': '', '.gitignore': '*.log\n' }, 'build/mine');
    await writeFiles(root, { '.git/HEAD': '', '.gitignore': 'build/\n*.csv\n' });
    assert.deepEqual((await list('build/mine')).paths, ['.gitignore', 'x.csv']);
  });

  it('above a Prime is overridden by the .primeignore of the Prime', async () => {
    await write({ '.primeignore': '!x.csv\n', 'x.csv': '', 'y.csv': '' }, 'mine');
    await writeFiles(root, { '.git': 'gitdir: elsewhere\n', '.gitignore': '*.csv\n' });
    assert.deepEqual((await list('mine')).paths, ['x.csv']);
  });

  it('packs no secret, and leaves out no manifest, README or license', async () => {
    await write({ '.gitignore': '*\n!.env\n!demo.pem\n', '.env': '', 'demo.pem': '', LICENSE: '' });
    const { paths, secrets, ignoredAtoms } = await list();
    assert.deepEqual(paths, ['LICENSE']);
    assert.deepEqual(secrets.toSorted(), ['.env', 'demo.pem']);
    assert.deepEqual(ignoredAtoms, ['primes']);
  });

  it('is not read through a symbolic link, as in git', { skip: process.platform === 'win32' }, async () => {
    await write({ 'rules.txt': 'x.md\n', 'x.md': '' });
    await symlink('rules.txt', join(root, '.gitignore'));
    await writeFiles(root, { '.primeignore': '' });
    await assert.rejects(list(), /'\.gitignore' is a symbolic link/);
  });

  it('is refused if it is larger than 1 MiB', async () => {
    await write({ '.gitignore': Buffer.alloc(1024 * 1024 + 1, '\n') });
    await assert.rejects(list(), /\.gitignore has 1048577 bytes; the maximum is 1048576/);
  });
});

describe('files: in pack.yaml', () => {
  const problemsOf = async (extra: string) => {
    try {
      await list('', extra);
      return [];
    } catch (error) {
      assert.ok(error instanceof ValidationError, String(error));
      return error.problems.map(({ field, message, line }) => `${field} ${message} (${line})`);
    }
  };

  it('names all that is packed, besides the manifest, the README and the license', async () => {
    await write({
      LICENSE: '',
      'docs/a.md': '',
      'docs/b.txt': '',
      'docs/drafts/c.md': '',
      'sub/docs/d.md': '',
      'customers.csv': '',
    });
    const { paths, entries } = await list('', 'files:\n  - ./primes/\n  - docs\n  - "!docs/drafts"\n');
    assert.deepEqual(paths, ['LICENSE', 'docs/a.md', 'docs/b.txt']);
    assert.equal(entries.length, Object.keys(GOOD_PRIME).length + 3);
    assert.deepEqual((await list('', 'files: [docs/*.md]')).paths, ['LICENSE', 'docs/a.md']);
    assert.deepEqual((await list('', 'files: ["**/*.md"]')).paths, [
      'LICENSE',
      'docs/a.md',
      'docs/drafts/c.md',
      'sub/docs/d.md',
    ]);
    assert.equal((await list('', 'files: ["."]')).paths.length, 6);
  });

  it('overrides the ignore files at the root, but not those in subfolders, and no rule about secrets', async () => {
    await write({
      '.gitignore': 'dist/\n',
      '.primeignore': 'docs/\n',
      'dist/a.md': '',
      'docs/b.md': '',
      'docs/.gitignore': 'c.md\n',
      'docs/c.md': '',
      'docs/.env': '',
      'docs/node_modules/x.js': '',
    });
    const { paths, unignored, secrets } = await list('', 'files: [dist, docs]');
    assert.deepEqual(paths, ['dist/a.md', 'docs/.gitignore', 'docs/b.md']);
    assert.deepEqual([unignored, secrets], [['dist/a.md'], ['docs/.env']]);
  });

  it('is an error if a pattern matches nothing, with its line', async () => {
    await write({ '.env': '', 'docs/a.md': '' });
    const problems = await problemsOf('files:\n  - docs\n  - doc/*.md\n  - .env\n  - "!nothing"\n');
    assert.equal(problems.length, 2);
    assert.match(problems[0] ?? '', /^files\[1\] 'doc\/\*\.md' matches no file; .* \(8\)$/);
    assert.match(
      problems[1] ?? '',
      /^files\[2\] '\.env' matches only what is always left out, such as '\.env'/,
    );
  });

  it('is an error if it is not a list of patterns within the Prime', async () => {
    await write({});
    for (const extra of ['files:', 'files: primes', 'files: []', 'files: {a: b}']) {
      assert.match((await problemsOf(extra)).join(), /^files must be a list of patterns/, extra);
    }
    for (const item of ['""', '[a]', '"!"', '../x', 'a/../../x', '"a\\\\b"']) {
      assert.match((await problemsOf(`files: [primes, ${item}]`)).join(), /^files\[1\] /, item);
    }
    const many = `files: [${Array.from({ length: 257 }, (_, index) => `f${index}`).join(', ')}]`;
    assert.match((await problemsOf(many)).join(), /the maximum is 256/);
  });
});

describe('data of a registry', () => {
  const DATABASE = Buffer.from('SQLite format 3\0 and more');

  it('is never packed, by any name of its folder, even if it is listed', async () => {
    await write({
      'data/registry.sqlite': DATABASE,
      'data/blobs/sha256/ab/abcd': '',
      'server/only-blobs/blobs/sha256/ab/abcd': '',
      'server/only-blobs/uploads/x': '',
      'backup/backup.json': '{}',
      'backup/registry-20260102T030405678Z.sqlite': DATABASE,
      'backup-of-bucket/backup.json': '{}',
      'backup-of-bucket/blobs/sha256/ab/abcd': '',
    });
    const folders = ['backup', 'backup-of-bucket', 'data', 'server/only-blobs'];
    for (const extra of ['', 'files: [primes, "**"]']) {
      const { paths, registryData } = await list('', extra);
      assert.deepEqual([paths, registryData.toSorted()], [[], folders], extra);
    }
  });

  it('is recognized by its contents, not by a name', async () => {
    const files = {
      'data/table.csv': '',
      'examples/registry.sqlite': 'no database',
      'image/blobs/sha256/ab/abcd': '',
      'image/index.json': '{}',
    };
    await write(files);
    const { paths, registryData } = await list();
    assert.deepEqual([paths, registryData], [Object.keys(files), []]);
  });

  it('is refused as the folder of a Prime', async () => {
    await write({ 'registry.sqlite': DATABASE });
    await assert.rejects(list(), /is the data folder of a registry/);
  });
});
