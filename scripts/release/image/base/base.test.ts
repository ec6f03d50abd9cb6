// The base of the image comes from a mirror that nobody needs to trust: only pinned bytes get into the image.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ARCHITECTURES, readBaseLock } from './base-lock.ts';
import { findMirror, readPinned } from './debian-mirror.ts';
import { cachedFile } from './download-cache.ts';
import { readDeb } from './read-deb.ts';

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'image-base-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

function pin(path: string, content: string) {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path, sizeBytes: Buffer.byteLength(content), sha256 };
}

describe('the mirror', () => {
  test('is the one that is named, or that the machine installs from, in both of its formats', (t) => {
    assert.equal(findMirror('https://mirror.example'), 'https://mirror.example/');
    const apt = makeFolder(t);
    mkdirSync(join(apt, 'sources.list.d'));
    writeFileSync(join(apt, 'sources.list'), '# deb http://old.example/debian x main\n');
    const sources = 'Types: deb\nURIs: http://mirror.example/debian\nSuites: x\n';
    writeFileSync(join(apt, 'sources.list.d/debian.sources'), sources);
    assert.equal(findMirror(undefined, apt), 'http://mirror.example/');
    writeFileSync(join(apt, 'sources.list'), 'deb [signed-by=/x.gpg] https://one.example/debian/ x main\n');
    assert.equal(findMirror(undefined, apt), 'https://one.example/');
  });

  test('must be named on a machine that is not Debian', (t) => {
    const apt = makeFolder(t);
    writeFileSync(join(apt, 'sources.list'), 'deb http://archive.example/ubuntu noble main\n');
    assert.throws(() => findMirror(undefined, apt), /name one with --mirror/);
    assert.throws(() => findMirror('mirror.example'), /is not the address of a mirror: http/);
  });

  test('cannot give other bytes than were pinned', async (t) => {
    const folder = makeFolder(t);
    const mirror = `${pathToFileURL(folder).href}/`;
    writeFileSync(join(folder, 'a+b_1.deb'), 'genuine');
    assert.equal(String(await readPinned(mirror, pin('a+b_1.deb', 'genuine'))), 'genuine');
    writeFileSync(join(folder, 'a+b_1.deb'), 'GENUINE');
    await assert.rejects(readPinned(mirror, pin('a+b_1.deb', 'genuine')), /has other bytes than were pinned/);
  });
});

test('a kept download that was changed is downloaded again', async (t) => {
  const file = join(makeFolder(t), 'cache/one');
  const { sha256 } = pin('one', 'genuine');
  let downloads = 0;
  const read = () =>
    cachedFile(file, sha256, () => {
      downloads += 1;
      return Promise.resolve(Buffer.from('genuine'));
    });
  await read();
  assert.equal(String(await read()), 'genuine');
  assert.equal(downloads, 1);
  writeFileSync(file, 'changed');
  assert.equal(String(await read()), 'genuine');
  assert.equal(downloads, 2);
  assert.equal(readFileSync(file, 'utf8'), 'genuine');
});

test('what is not a Debian package, or only half of one, is refused', () => {
  assert.throws(() => readDeb(Buffer.from('<html>')), /not a Debian package/);
  assert.throws(() => readDeb(Buffer.from('!<arch>\n')), /has no control\.tar/);
  const header = `${'control.tar.xz'.padEnd(48)}${'1000'.padEnd(10)}\`\n`;
  assert.throws(() => readDeb(Buffer.from(`!<arch>\n${header}short`)), /not complete/);
});

test('the lock has the same packages for both processors, each with its digest', () => {
  const { packages } = readBaseLock();
  const [first, second] = ARCHITECTURES.map((name) => packages[name].map((each) => each.name));
  assert.deepEqual(first, second);
  for (const { sha256, sizeBytes, path } of ARCHITECTURES.flatMap((name) => packages[name])) {
    assert.match(sha256, /^[0-9a-f]{64}$/);
    assert.ok(sizeBytes > 1000 && /^debian(-security)?\/pool\//.test(path), path);
  }
});
