// Packing a Prime, as its author sees it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createPrimeUser, manifestText, type PrimeUser } from '@prime-registry/testkit';
import { GOOD_PRIME, writeFiles } from '../../pack/prime-folder.ts';

const ATOM_BYTES = GOOD_PRIME['primes/sources/@acme/fact-one.prime']?.length ?? 0;

let user: PrimeUser;
beforeEach(async () => {
  user = await createPrimeUser();
});
afterEach(() => user.remove());

interface PackOutcome {
  readonly code: number;
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
  readonly sha256: string;
  readonly size_bytes: number;
  readonly unpacked_bytes: number;
  readonly excluded_count: number;
  readonly files: { readonly path: string; readonly size_bytes: number }[];
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly problems: readonly { readonly field: string; readonly line?: number }[];
  };
}

/** Packs with `--json`. @returns the result, or only the error */
async function pack(...args: string[]): Promise<PackOutcome> {
  const { code, stdout } = await user.prime(['pack', '--json', ...args]);
  return { code, ...JSON.parse(stdout) };
}

const pathsOf = ({ files }: { files: { path: string }[] }) => files.map(({ path }) => path);

describe('prime pack', () => {
  it('lists the files with their sizes, and writes the tarball into the current folder', async () => {
    await writeFiles(user.project, GOOD_PRIME);
    const { code, stdout, stderr } = await user.prime(['pack']);
    const tarball = join(user.project, 'acme-web-style-1.0.0.tar.gz');
    const bytes = await readFile(tarball);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.equal(stderr, '');
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^@acme\/web-style 1\.0\.0\n {2}12 B +README\.md\n {2}\d+ B +pack\.yaml\n {2}\d+ B +primes\//,
    );
    assert.ok(stdout.includes('3 files, ') && stdout.includes('1 atom in @acme\n'), stdout);
    assert.ok(stdout.endsWith(`\nsha256 ${sha256}\n\nPacked into ${tarball}\n`), stdout);
    assert.deepEqual((await readdir(user.project)).sort(), [
      'README.md',
      'acme-web-style-1.0.0.tar.gz',
      'pack.yaml',
      'primes',
    ]);

    const json = await pack();
    const { files, unpacked_bytes, ...rest } = json;
    assert.deepEqual(files, [
      { path: 'README.md', size_bytes: 12 },
      { path: 'pack.yaml', size_bytes: manifestText({}).length },
      { path: 'primes/sources/@acme/fact-one.prime', size_bytes: ATOM_BYTES },
    ]);
    assert.equal(unpacked_bytes, 12 + ATOM_BYTES + manifestText({}).length);
    assert.deepEqual(rest, {
      code: 0,
      name: '@acme/web-style',
      version: '1.0.0',
      file_count: 3,
      size_bytes: bytes.length,
      sha256,
      atoms: 1,
      namespaces: ['@acme'],
      excluded_count: 1,
      tarball,
    });
  });

  it('gives the same bytes from another folder, with other times and modes, and when packed again', async () => {
    const elsewhere = join(user.project, 'elsewhere');
    await writeFiles(user.project, { ...GOOD_PRIME, '.primeignore': '/elsewhere/\n' });
    // Written in another order, which most file systems keep in listings.
    await writeFiles(elsewhere, Object.fromEntries(Object.entries(GOOD_PRIME).reverse()));
    await utimes(join(elsewhere, 'pack.yaml'), 1, 1);
    await chmod(join(elsewhere, 'README.md'), 0o755);
    const first = await pack();
    const again = await pack();
    const other = await pack('elsewhere', '--out', 'elsewhere.tar.gz');
    assert.equal(first.code, 0);
    assert.deepEqual([again.sha256, other.sha256], [first.sha256, first.sha256]);
    assert.ok((await readFile(first.tarball)).equals(await readFile(other.tarball)));
  });

  it('writes nothing in a dry run, and reports the same', async () => {
    await writeFiles(user.project, GOOD_PRIME);
    const before = await readdir(user.project);
    const dry = await pack('--dry-run');
    const { code, stdout } = await user.prime(['pack', '--dry-run']);
    assert.equal(code, 0);
    assert.match(stdout, /Nothing was written \(--dry-run\)\.\n$/);
    assert.deepEqual(await readdir(user.project), before);
    const { tarball, ...packed } = await pack();
    assert.deepEqual(dry, packed);
    assert.ok(tarball);
  });

  it('leaves out files in .primeignore, secrets and litter, and says so', async () => {
    await writeFiles(user.project, {
      ...GOOD_PRIME,
      '.primeignore': 'drafts/\n*.log\n*.md\n',
      'drafts/one.prime': '',
      'a/b.log': '',
      'primes/README.md': '',
      '.env': 'TOKEN=1',
      '.npmrc': 'x',
      'node_modules/x/index.js': '',
      '.git/config': '',
      '.primes/lock.yaml': '',
      'old.tar.gz': '',
    });
    const { stderr } = await user.prime(['pack', '--dry-run', '--verbose']);
    assert.match(
      stderr,
      /left out, because it may contain secrets: \.env, \.npmrc; to pack one, write '!\.env' into \.primeignore\n/,
    );
    assert.match(stderr, /left out: drafts\n/);
    const result = await pack('--dry-run');
    assert.deepEqual(pathsOf(result), Object.keys(GOOD_PRIME).sort());
    // Folders count as one: .primeignore, drafts, a/b.log, primes/README.md, .env, .npmrc, node_modules,
    // .git, .primes, old.tar.gz.
    assert.equal(result.excluded_count, 10);
  });

  it('reads a .primeignore in subfolders, lists some secrets, and packs those that are named', async () => {
    await writeFiles(user.project, {
      ...GOOD_PRIME,
      '.primeignore': '*.md\n!demo.pem\n',
      'docs/.primeignore': '/drafts/\n!kept.md\n',
      'docs/drafts/one.txt': '',
      'docs/kept.md': '',
      'docs/other.md': '',
      'docs/deep/drafts/two.txt': '',
      'demo.pem': '',
      ...Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [`${name}.key`, ''])),
    });
    const { stderr } = await user.prime(['pack', '--dry-run']);
    const names = '([a-g]\\.key, ){4}[a-g]\\.key';
    assert.match(
      stderr,
      new RegExp(`^left out, because it may contain secrets: ${names} and 2 more \\(--verbose`, 'm'),
    );
    const more = ['demo.pem', 'docs/deep/drafts/two.txt', 'docs/kept.md'];
    assert.deepEqual(pathsOf(await pack('--dry-run')), [...Object.keys(GOOD_PRIME), ...more].sort());
  });

  it('never packs its own output, in any place', async () => {
    await writeFiles(user.project, GOOD_PRIME);
    await mkdir(join(user.project, 'dist'));
    const first = await pack('--out', 'dist/x.tar.gz');
    const again = await pack('--out', 'dist/x.tar.gz');
    assert.equal(first.code, 0);
    assert.equal(again.sha256, first.sha256);
    assert.equal(again.tarball, join(user.project, 'dist', 'x.tar.gz'));
    assert.deepEqual(await readdir(join(user.project, 'dist')), ['x.tar.gz']);
  });

  it('packs the given folder into the current one', async () => {
    await writeFiles(join(user.project, 'mine'), GOOD_PRIME);
    const { tarball } = await pack('mine');
    assert.equal(tarball, join(user.project, 'acme-web-style-1.0.0.tar.gz'));
    assert.equal((await readdir(user.project)).length, 2);
  });

  it('warns about a Prime without README or atoms, and packs it', async () => {
    await writeFiles(user.project, { 'pack.yaml': manifestText({}) });
    const { code, stderr } = await user.prime(['pack']);
    assert.equal(code, 0);
    assert.match(stderr, /warning: there is no README\.md.*\nwarning: no atoms were found/);
  });
});

describe('prime pack --name', () => {
  it('replaces the name only in the tarball, even if the one on disk is invalid', async () => {
    const text =
      '# About\nname: "@web-style" # later\nversion: 1.0.0\ndescription: >\n  Rules\nlicense: MIT\nprime-version: "1.0"\n';
    await writeFiles(user.project, { ...GOOD_PRIME, 'pack.yaml': text });
    const wrong = await pack();
    assert.equal(wrong.code, 2);
    const result = await pack('--name', '@me/web-style');
    assert.deepEqual([result.code, result.name], [0, '@me/web-style']);
    assert.equal(result.tarball, join(user.project, 'me-web-style-1.0.0.tar.gz'));
    assert.equal(await readFile(join(user.project, 'pack.yaml'), 'utf8'), text);
    const tar = gunzipSync(await readFile(result.tarball)).toString();
    assert.ok(tar.includes(text.replace('@web-style', '@me/web-style')), 'the rest is unchanged');
    assert.ok(!tar.includes('"@web-style"'));
  });

  it('gives the same tarball as a Prime with that name', async () => {
    await writeFiles(user.project, GOOD_PRIME);
    const own = await pack('--dry-run');
    const renamed = await pack('--dry-run', '--name', '@acme/web-style');
    assert.equal(renamed.sha256, own.sha256);
  });

  it('reports other mistakes at their position in the file, even if it has no name', async () => {
    await writeFiles(user.project, { ...GOOD_PRIME, 'pack.yaml': 'version: 1\nlicense: MIT\n' });
    const { code, error } = await pack('--name', '@me/x');
    assert.equal(code, 2);
    assert.deepEqual(
      error.problems.map(({ field, line }) => [field, line]),
      [
        ['description', undefined],
        ['prime-version', undefined],
        ['version', 1],
      ],
    );
  });

  it('is a usage error if it is not valid', async () => {
    await writeFiles(user.project, GOOD_PRIME);
    const { code, stderr } = await user.prime(['pack', '--name', 'web-style']);
    assert.equal(code, 3);
    assert.match(stderr, /^error: --name: 'web-style' does not begin with '@'/);
  });
});

describe('prime pack refuses', () => {
  it('a folder without pack.yaml, and says how to create one', async () => {
    const { code, stderr } = await user.prime(['pack']);
    assert.equal(code, 2);
    assert.equal(stderr, `error: there is no pack.yaml in ${user.project}; 'prime init' writes one\n`);
  });

  it('a folder that does not exist', async () => {
    const { code, stderr } = await user.prime(['pack', 'nowhere']);
    assert.equal(code, 2);
    assert.equal(stderr, `error: there is no file or folder ${join(user.project, 'nowhere')}\n`);
  });

  it('a manifest with mistakes, each with its line and column', async () => {
    await writeFiles(user.project, { 'pack.yaml': 'name: "@acme/x"\nversion: v1.0\ndescription:\n' });
    const { code, stderr } = await user.prime(['pack']);
    assert.equal(code, 2);
    assert.ok(stderr.startsWith('error: project/pack.yaml cannot be published\n'), stderr);
    assert.match(stderr, /\n {2}version +'v1\.0' is not a semantic version; .* \(line 2, column 10\)\n/);
    assert.match(stderr, /\n {2}description .* \(line 3, column 1\d?\)\n/);
    assert.match(stderr, /\n {2}license +is missing; add a line such as/);
    assert.deepEqual(await readdir(user.project), ['pack.yaml']);
  });

  it('an invalid name, and suggests --name', async () => {
    const manifest = 'name: "@x"\nversion: 1.0.0\ndescription: d\nlicense: MIT\nprime-version: "1.0"\n';
    await writeFiles(user.project, { 'pack.yaml': manifest });
    const { code, stderr } = await user.prime(['pack']);
    assert.equal(code, 2);
    assert.match(stderr, /^help: '--name @scope\/name' publishes it under another name$/m);
  });

  it('a symbolic link, unless it is left out', { skip: process.platform === 'win32' }, async () => {
    await writeFiles(user.project, GOOD_PRIME);
    await symlink('README.md', join(user.project, 'link.md'));
    const { code, error } = await pack();
    assert.deepEqual([code, error.code], [2, 'validation']);
    assert.match(error.message, /^'link\.md' is a symbolic link/);
    assert.deepEqual((await readdir(user.project)).sort(), ['README.md', 'link.md', 'pack.yaml', 'primes']);
    await writeFile(join(user.project, '.primeignore'), 'link.md\n');
    assert.equal((await pack()).code, 0);
  });

  it('every file that it must not contain, at once, and the first twenty of many', {
    skip: process.platform === 'win32',
  }, async () => {
    await writeFiles(user.project, { ...GOOD_PRIME, 'notes/con': '', 'what?.md': '' });
    await symlink('README.md', join(user.project, 'link.md'));
    for (const command of ['pack', 'lint', 'publish']) {
      const { code, stderr } = await user.prime([command, '--remote', 'http://127.0.0.1:9']);
      assert.equal(code, 2, command);
      assert.deepEqual(stderr.split('\n').slice(0, 4), [
        'error: 3 files cannot be packed',
        '  link.md    is a symbolic link; a Prime may contain only files and folders',
        '  notes/con  has a name that Windows reserves for a device; rename it',
        "  what?.md   holds '?', which Windows does not allow in names; rename it",
      ]);
    }
    for (let index = 0; index < 20; index += 1) await symlink('x', join(user.project, `link-${index}`));
    const { error } = await pack();
    assert.equal(error.message, '23 files cannot be packed');
    assert.deepEqual(
      [error.problems.length, error.problems.at(-1)],
      [21, { field: '…', message: 'and 3 more' }],
    );
  });

  it('a Prime that a registry would refuse, and keeps an existing tarball', async () => {
    await writeFiles(user.project, GOOD_PRIME);
    const { tarball } = await pack();
    const before = await readFile(tarball);
    await writeFile(join(user.project, 'con'), 'text');
    const { code, error } = await pack();
    assert.equal(code, 2);
    assert.match(error.message, /^'con' has a name that Windows reserves for a device/);
    assert.ok((await readFile(tarball)).equals(before));
    assert.ok((await readdir(user.project)).every((name) => !name.endsWith('.prime-tmp')));
  });

  it('nothing for its size, but warns of what a registry with default limits refuses', async () => {
    await writeFiles(user.project, GOOD_PRIME);
    await writeFile(join(user.project, 'zeros'), Buffer.alloc(40 * 2 ** 20));
    const { code, stderr } = await user.prime(['pack']);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /^warning: the tarball unpacks to more than 200 times its size, the maximum of a registry with default limits; /m,
    );
  });

  it('an output that is not a tarball or has no folder', async () => {
    await writeFiles(user.project, GOOD_PRIME);
    assert.match(
      (await pack('--out', 'README.md')).error.message,
      /'README\.md' does not end in '\.tar\.gz'/,
    );
    const { code, error } = await pack('--out', 'missing/x.tar.gz');
    assert.equal(code, 3);
    assert.match(error.message, /there is no folder .*missing/);
  });

  it('to continue after Ctrl-C, and leaves no files', async () => {
    await writeFiles(user.project, GOOD_PRIME);
    const noise = Buffer.alloc(48 * 2 ** 20);
    for (let index = 0; index < noise.length; index += 4)
      noise.writeUInt32LE((index * 2654435761) >>> 0, index);
    await writeFile(join(user.project, 'noise'), noise);
    // Once only: a second Ctrl-C ends the process immediately.
    let isPressed = false;
    const condition = () => {
      if (isPressed || !readdirSync(user.project).some((name) => name.endsWith('.prime-tmp'))) return false;
      isPressed = true;
      return true;
    };
    const { code } = await user.prime(['pack'], { killWhen: { signal: 'SIGINT', condition } });
    assert.equal(code, 130);
    assert.deepEqual((await readdir(user.project)).sort(), ['README.md', 'noise', 'pack.yaml', 'primes']);
  });
});
