// Compares this package with the tar programs of the machine: it accepts what they write, and they read what
// it writes.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { link, mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { extractTarball, listFileDigests } from '../src/index.ts';
import { inspectBad, inspectGood, WIDE_LIMITS } from './inspect-bytes.ts';
import { packAll } from './pack-all.ts';

const LONG_PATH = `primes/@a/${'long-'.repeat(15)}/${'name-'.repeat(15)}.prime`;
const FILES: Readonly<Record<string, string>> = {
  'pack.yaml': 'name: "@acme/x"\n',
  'README.md': '# X\n',
  'primes/@a/one.prime': 'one',
  'primes/@a/é日本.prime': '',
  [LONG_PATH]: 'x'.repeat(1000),
};

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prime-tar-programs-'));
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, 'tree', path)), { recursive: true });
    await writeFile(join(folder, 'tree', path), content);
  }
});
after(() => rm(folder, { recursive: true }));

function findSkip(program: string, mark: string): string | false {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return stdout?.includes(mark) ? false : `there is no ${program} of the kind "${mark}" here`;
}

async function make(program: string, ...options: string[]): Promise<Buffer> {
  const tarball = join(folder, 'made.tar.gz');
  execFileSync(program, ['-C', join(folder, 'tree'), '-czf', tarball, ...options]);
  return readFile(tarball);
}

const PROGRAMS = [
  { program: 'tar', mark: 'GNU tar', formats: ['gnu', 'oldgnu', 'pax', 'posix', 'ustar'] },
  { program: 'bsdtar', mark: 'bsdtar', formats: ['pax', 'gnutar', 'ustar'] },
];

for (const { program, mark, formats } of PROGRAMS) {
  describe(mark, { skip: findSkip(program, mark) }, () => {
    for (const format of formats) {
      it(`writes ${format} archives that are accepted, and unpack to the same files`, async () => {
        const tarball = await make(program, `--format=${format}`, '.');
        const report = await inspectGood(tarball);
        assert.deepEqual([report.atoms, report.namespaces], [3, ['@a']]);
        assert.equal(Buffer.from(report.manifest ?? []).toString(), FILES['pack.yaml']);
        const extraction = await extractTarball(
          [tarball],
          join(folder, `from-${program}-${format}`),
          WIDE_LIMITS,
        );
        const packed = await listFileDigests(join(folder, 'tree'));
        assert.deepEqual(extraction.ok && extraction.files, packed);
      });
    }

    it('unpacks our archives without a warning', async () => {
      const tarball = join(folder, 'ours.tar.gz');
      const target = join(folder, `unpacked-by-${program}`);
      await mkdir(target);
      await writeFile(tarball, await packAll(FILES));
      const { status, stderr } = spawnSync(program, ['-C', target, '-xzf', tarball], { encoding: 'utf8' });
      assert.deepEqual([status, stderr], [0, '']);
      for (const [path, content] of Object.entries(FILES)) {
        assert.equal(await readFile(join(target, path), 'utf8'), content);
      }
    });
  });
}

describe('GNU tar with more than plain files', { skip: findSkip('tar', 'GNU tar') }, () => {
  const odd: Record<string, { create(path: string): Promise<void>; options: string[]; message: RegExp }> = {
    'a symbolic link': {
      create: (path) => symlink('pack.yaml', path),
      options: [],
      message: /'\.\/odd' is a symbolic link/,
    },
    'a symbolic link with a long target': {
      create: (path) => symlink('x'.repeat(200), path),
      options: ['--format=gnu'],
      message: /is a GNU long link name/,
    },
    'a hard link': {
      create: (path) => link(join(folder, 'tree/pack.yaml'), path),
      options: [],
      message: /is a hard link/,
    },
    'a sparse file in GNU format': {
      create: async (path) => {
        await writeFile(path, 'x');
        await truncate(path, 10_000_000);
      },
      options: ['--sparse', '--format=gnu'],
      message: /is a sparse file/,
    },
    'a sparse file in pax format': {
      create: async (path) => {
        await writeFile(path, 'x');
        await truncate(path, 10_000_000);
      },
      options: ['--sparse', '--format=pax'],
      message: /is a sparse file/,
    },
    'a volume label': {
      create: (path) => writeFile(path, ''),
      options: ['--label=x'],
      message: /volume/,
    },
  };
  for (const [name, { create, options, message }] of Object.entries(odd)) {
    it(`writes ${name}, which is refused`, async () => {
      const path = join(folder, 'tree/odd');
      await create(path);
      try {
        assert.match((await inspectBad(await make('tar', ...options, '.'))).message, message);
      } finally {
        await rm(path);
      }
    });
  }
});
