// Unpacking valid tarballs: the files on disk, and the result.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { extractTarball, listFileDigests, treeDigest } from '../../src/index.ts';
import {
  buildTarball,
  buildTarballOf,
  gnuLongName,
  paxHeader,
  tarEntry,
  tarFile,
  tarFolder,
} from '../build-tar.ts';
import { inspectGood, WIDE_LIMITS } from '../inspect-bytes.ts';
import { makeSandbox, picture, type Sandbox } from '../sandbox.ts';

const LONG_PATH = `docs/${'long-'.repeat(40)}/x.md`;

let sandbox: Sandbox;
let umask: number;
beforeEach(() => {
  umask = process.umask(0o022);
  sandbox = makeSandbox();
});
afterEach(() => {
  process.umask(umask);
  sandbox.remove();
});

async function extractGood(tarball: Uint8Array) {
  const extraction = await extractTarball([tarball], sandbox.target, WIDE_LIMITS);
  assert.ok(extraction.ok, extraction.ok ? '' : extraction.problem.message);
  return extraction;
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

describe('extractTarball', () => {
  it('unpacks files at any depth, and the folders that their paths imply', async () => {
    await extractGood(buildTarballOf({ 'pack.yaml': 'x', 'primes/@a/b.prime': 'atom', empty: '' }));
    assert.deepEqual(picture(sandbox.target), {
      empty: 'file 644 ',
      'pack.yaml': 'file 644 x',
      primes: 'folder 755',
      'primes/@a': 'folder 755',
      'primes/@a/b.prime': 'file 644 atom',
    });
  });

  it('creates the target folder like those inside', async () => {
    await extractGood(buildTarballOf({ a: '' }));
    assert.equal(picture(join(sandbox.root, 'outer/inner')).target, 'folder 755');
  });

  it('creates folders that are empty, come late, or are repeated', async () => {
    await extractGood(
      buildTarball(
        tarFolder('./'),
        tarFile('a/b/c', 'x'),
        tarFolder('a/'),
        tarFolder('a/b/'),
        tarFolder('e/f/'),
        tarFolder('e/'),
        tarFolder('e/f/'),
      ),
    );
    assert.deepEqual(Object.keys(picture(sandbox.target)), ['a', 'a/b', 'a/b/c', 'e', 'e/f']);
  });

  const formats: Record<string, readonly Uint8Array[]> = {
    ustar: [tarEntry({ name: 'x.md', prefix: LONG_PATH.slice(0, -5).slice(0, 155), content: 'x' })],
    pax: [paxHeader([['path', LONG_PATH]]), tarFile('short', 'x')],
    'a GNU long name': [gnuLongName(LONG_PATH), tarEntry({ name: 'short', format: 'gnu', content: 'x' })],
    'a leading ./': [tarFile('./docs/x.md', 'x')],
  };
  for (const [format, parts] of Object.entries(formats)) {
    it(`unpacks ${format}`, async () => {
      const { files } = await extractGood(buildTarball(...parts));
      const [path = ''] = files.map((file) => file.path);
      assert.match(path, /^docs\/(long-.*\/)?x\.md$/);
      assert.equal(readFileSync(join(sandbox.target, path), 'utf8'), 'x');
    });
  }

  it('ignores the modes in the archive', async () => {
    await extractGood(
      buildTarball(
        tarEntry({ name: 'setuid', mode: '0006755\0', content: 'x' }),
        tarEntry({ name: 'secret', mode: '0000400\0', content: 'x' }),
        tarEntry({ name: 'open', mode: '0000777\0', content: 'x' }),
        tarEntry({ name: 'sticky/', mode: '0003777\0', typeflag: '5' }),
        tarEntry({ name: 'closed/', mode: '0000500\0', typeflag: '5' }),
        tarFile('closed/inside', 'x'),
      ),
    );
    assert.deepEqual(picture(sandbox.target), {
      closed: 'folder 755',
      'closed/inside': 'file 644 x',
      open: 'file 644 x',
      secret: 'file 644 x',
      setuid: 'file 644 x',
      sticky: 'folder 755',
    });
  });

  for (const [mask, file, folder] of [
    [0o000, '644', '755'],
    [0o077, '600', '700'],
  ] as const) {
    it(`obeys the umask ${mask.toString(8).padStart(3, '0')}`, async () => {
      process.umask(mask);
      await extractGood(buildTarballOf({ 'a/b': 'x' }));
      const modes = { a: `folder ${folder}`, 'a/b': `file ${file} x` };
      assert.deepEqual(picture(sandbox.target), modes);
    });
  }

  it('has the report of the inspection', async () => {
    const tarball = buildTarballOf({
      'pack.yaml': 'name: x\n',
      'README.md': '# X\n',
      'primes/@a/b.prime': '',
    });
    const { report } = await extractGood(tarball);
    assert.deepEqual(report, await inspectGood(tarball));
  });

  it('has the digest of each file and of the tree', async () => {
    const extraction = await extractGood(buildTarballOf({ b: 'second', 'a/z': '', 'a.b': 'first' }));
    const files = [
      { path: 'a.b', sizeBytes: 5, sha256: sha256('first') },
      { path: 'a/z', sizeBytes: 0, sha256: sha256('') },
      { path: 'b', sizeBytes: 6, sha256: sha256('second') },
    ];
    assert.deepEqual(extraction.files, files);
    assert.equal(extraction.treeDigest, treeDigest(files));
    assert.deepEqual(await listFileDigests(sandbox.target), files);
  });

  it('unpacks a file that comes in many chunks', async () => {
    const noise = randomBytes(1_000_000);
    const tarball = buildTarballOf({ before: 'x', noise, after: 'y' });
    const pieces = Array.from({ length: 11 }, (_, index) =>
      tarball.subarray(index * 100_000, (index + 1) * 100_000),
    );
    const extraction = await extractTarball(Readable.from(pieces), sandbox.target, WIDE_LIMITS);
    assert.ok(extraction.ok);
    assert.ok(readFileSync(join(sandbox.target, 'noise')).equals(noise));
    assert.deepEqual(extraction.files, await listFileDigests(sandbox.target));
  });

  it('accepts a relative target and a web stream', async () => {
    const cwd = process.cwd();
    process.chdir(join(sandbox.root, 'outer'));
    try {
      const { body } = new Response(new Uint8Array(buildTarballOf({ a: 'x' })));
      assert.ok(body);
      assert.ok((await extractTarball(body, 'inner/target', WIDE_LIMITS)).ok);
    } finally {
      process.chdir(cwd);
    }
    assert.deepEqual(picture(sandbox.target), { a: 'file 644 x' });
  });
});

describe('extractTarball, when the target exists', () => {
  const obstacles: Record<string, (target: string) => void> = {
    'an empty folder': (target) => mkdirSync(target),
    'a folder with a file': (target) => {
      mkdirSync(target);
      writeFileSync(join(target, 'precious'), 'kept');
    },
    'a file': (target) => writeFileSync(target, 'kept'),
    'a link to a folder': (target) => symlinkSync('..', target),
    'a link to nothing': (target) => symlinkSync('nothing', target),
  };
  for (const [name, make] of Object.entries(obstacles)) {
    it(`fails and keeps ${name}`, async () => {
      make(sandbox.target);
      const before = picture(sandbox.root);
      const tarball = buildTarballOf({ precious: 'replaced', other: 'x' });
      await assert.rejects(extractTarball([tarball], sandbox.target, WIDE_LIMITS), { code: 'EEXIST' });
      assert.deepEqual(picture(sandbox.root), before);
    });
  }

  it('closes the source, which was not read', async () => {
    mkdirSync(sandbox.target);
    writeFileSync(join(sandbox.root, 'x.tar.gz'), buildTarballOf({ a: '' }));
    const source = createReadStream(join(sandbox.root, 'x.tar.gz'));
    await assert.rejects(extractTarball(source, sandbox.target, WIDE_LIMITS), { code: 'EEXIST' });
    if (!source.closed) await once(source, 'close');
    assert.equal(source.bytesRead, 0);
  });
});
