// What the common packers write in their default form is accepted: programs, libraries and this package.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import * as tar7 from 'tar';
import * as tar6 from 'tar-6';
import { listFileDigests, readTarballFileDigests } from '../src/index.ts';
import { WIDE_LIMITS } from './inspect-bytes.ts';
import { packAll } from './pack-all.ts';

const SLASH_AT_100 = `${'long-name/'.repeat(12)}x.prime`;
const FILES: Readonly<Record<string, string>> = {
  'pack.yaml': 'name: "@acme/x"\n',
  'primes/@a/one.prime': 'one',
  'primes/@a/é日本.prime': 'ü',
  'primes/a file.prime': '',
  [`${'n'.repeat(100)}`]: 'exactly 100',
  [`${'n'.repeat(101)}`]: '101',
  [`${'p'.repeat(120)}/${'n'.repeat(99)}`]: 'a prefix',
  [`${'p'.repeat(160)}/${'n'.repeat(120)}`]: 'longer than any prefix',
  [SLASH_AT_100]: 'x'.repeat(1000),
};
const PYTHON = `import sys, tarfile
with tarfile.open(sys.argv[2], "w:gz", format=getattr(tarfile, sys.argv[3])) as t:
    t.add(sys.argv[1], arcname=".")`;

let folder = '';
let tree = '';
let target = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prime-packers-'));
  tree = join(folder, 'tree');
  target = join(folder, 'packed.tar.gz');
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), content);
  }
});
after(() => rm(folder, { recursive: true }));

async function requireAccepted(tarball: Uint8Array): Promise<void> {
  const reading = await readTarballFileDigests([tarball], WIDE_LIMITS);
  assert.ok(reading.ok, reading.ok ? '' : reading.problem.message);
  assert.deepEqual(reading.files, await listFileDigests(tree));
}

function pack(program: string, args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync(program, args, { maxBuffer: 2 ** 24 });
  assert.equal(status, 0, stderr.toString());
  return stdout;
}

function findSkip(program: string, args: readonly string[]): string | false {
  return spawnSync(program, args).status === 0 ? false : `there is no ${program} here`;
}

describe('programs', () => {
  for (const [name, program, ...args] of [
    ['GNU tar', 'tar'],
    ['bsdtar', 'bsdtar'],
    ['BusyBox tar', 'busybox', 'tar'],
  ] as const) {
    it(name, { skip: findSkip(program, ['--help']) }, async () => {
      pack(program, [...args, '-C', tree, '-czf', target, '.']);
      await requireAccepted(await readFile(target));
    });
  }

  for (const format of ['DEFAULT_FORMAT', 'PAX_FORMAT', 'GNU_FORMAT']) {
    it(`Python, ${format}`, { skip: findSkip('python3', ['--version']) }, async () => {
      pack('python3', ['-c', PYTHON, tree, target, format]);
      await requireAccepted(await readFile(target));
    });
  }

  it('Go', { skip: findSkip('go', ['version']) }, async () => {
    const source = join(import.meta.dirname, 'differential/pack-with-go.go');
    await requireAccepted(pack('go', ['run', source, tree]));
  });

  it('git archive', { skip: findSkip('git', ['--version']) }, async () => {
    const git = (...args: string[]) =>
      pack('git', ['-C', tree, '-c', 'user.name=x', '-c', 'user.email=x@localhost', ...args]);
    git('init', '--quiet');
    try {
      git('add', '.');
      git('commit', '--quiet', '--no-gpg-sign', '--message', 'x');
      const tarball = git('archive', '--format=tar.gz', 'HEAD');
      await rm(join(tree, '.git'), { recursive: true });
      await requireAccepted(tarball);
    } finally {
      await rm(join(tree, '.git'), { recursive: true, force: true });
    }
  });
});

describe('libraries', () => {
  for (const [name, library] of [
    ['tar 7', tar7],
    ['tar 6', tar6],
  ] as const) {
    for (const portable of [false, true]) {
      it(`${name} of npm${portable ? ', as npm pack uses it' : ''}`, async () => {
        await library.create({ file: target, cwd: tree, gzip: true, portable }, ['.']);
        await requireAccepted(await readFile(target));
      });
    }
  }

  it('this package', async () => {
    await requireAccepted(await packAll(FILES));
  });
});
