// The limits of an unpacked tarball, each at its boundary.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildTar, buildTarball, paxHeader, tarEntry, tarFile, tarFolder, tarHeader } from '../build-tar.ts';
import { inspect, inspectBad, inspectGood } from '../inspect-bytes.ts';

const MIB = 1024 * 1024;

describe('maxUnpackedBytes', () => {
  const tarball = buildTarball(tarFile('a', 'x'.repeat(600)), tarFile('folder/b', 'x'.repeat(400)));

  it('accepts exactly the limit', async () => {
    const report = await inspectGood(tarball, { maxUnpackedBytes: 1000 });
    assert.equal(report.unpackedBytes, 1000);
  });

  it('refuses one byte more, and names the limit and the file', async () => {
    assert.deepEqual(await inspectBad(tarball, { maxUnpackedBytes: 999 }), {
      code: 'too_large',
      path: 'folder/b',
      message:
        'the archive unpacks to more than 999 bytes; leave out what readers do not need, or split the Prime',
    });
  });

  it('is checked before the contents arrive', async () => {
    const cutOff = gzipSync(tarHeader({ name: 'huge', size: 8 * 1024 * MIB - 1 }));
    assert.equal((await inspectBad(cutOff)).code, 'too_large');
  });

  it('counts the records in front of entries, but reports only files', async () => {
    const described = buildTarball(paxHeader([['comment', 'x'.repeat(980)]]), tarFile('a', 'x'.repeat(10)));
    const { unpackedBytes } = await inspectGood(described, { maxUnpackedBytes: 1010 });
    assert.equal(unpackedBytes, 10);
    assert.equal((await inspectBad(described, { maxUnpackedBytes: 1000 })).code, 'too_large');
  });

  it('refuses a record that is larger by itself before its entry is known', async () => {
    const described = buildTarball(paxHeader([['comment', 'x'.repeat(980)]]), tarFile('a', ''));
    const { code, path, message } = await inspectBad(described, { maxUnpackedBytes: 900 });
    assert.deepEqual([code, path], ['too_large', undefined]);
    assert.match(message, /^the archive unpacks to more than 900 bytes/);
  });
});

describe('maxEntries', () => {
  it('accepts exactly the limit', async () => {
    const tarball = buildTarball(tarFile('a'), tarFile('b'), tarFolder('c/'));
    assert.equal((await inspectGood(tarball, { maxEntries: 3 })).entryCount, 3);
  });

  const over: Record<string, readonly Uint8Array[]> = {
    'one file more': [tarFile('a'), tarFile('b'), tarFile('c'), tarFile('d')],
    'a folder again and again': [tarFile('a'), tarFolder('b'), tarFolder('b'), tarFolder('b')],
    'the root again and again': [tarFile('a'), tarFolder('./'), tarFolder('./'), tarFolder('./')],
    'folders that a path implies': [tarFile('a/b/c/d')],
  };
  for (const [name, parts] of Object.entries(over)) {
    it(`refuses ${name}`, async () => {
      const { code, message } = await inspectBad(buildTarball(...parts), { maxEntries: 3 });
      assert.equal(code, 'too_large');
      assert.match(message, /^the archive contains more than 3 files and folders; leave out/);
    });
  }

  it('is shown with separators', async () => {
    const { message } = await inspectBad(
      buildTarball(...Array.from({ length: 1001 }, (_, index) => tarFile(`f${index}`, ''))),
      { maxEntries: 1000 },
    );
    assert.match(message, /more than 1,000 files and folders/);
  });
});

describe('maxRatio', () => {
  const zeros = (sizeBytes: number) =>
    buildTarball(tarEntry({ name: 'zeros', content: Buffer.alloc(sizeBytes) }));

  it('refuses a gzip bomb, long before it is completely unpacked', async () => {
    const { code, message } = await inspectBad(zeros(64 * MIB), { maxRatio: 100 });
    assert.equal(code, 'invalid');
    assert.match(message, /more than 100 times its size, like a gzip bomb/);
  });

  it('is not checked for short contents', async () => {
    await inspectGood(zeros(15 * MIB), { maxRatio: 100 });
  });

  it('accepts a ratio below it', async () => {
    await inspectGood(zeros(17 * MIB), { maxRatio: 2000 });
  });

  it('counts data outside files as well', async () => {
    const headers = Array.from({ length: 17_000 }, (_, index) => [
      paxHeader([['comment', 'x']]),
      tarFile(`f${index}`, ''),
    ]).flat();
    assert.match((await inspectBad(buildTarball(...headers), { maxRatio: 15 })).message, /gzip bomb/);
  });

  it('refuses at the same point for any chunks', async () => {
    const bomb = gzipSync(Buffer.concat([buildTar(tarFile('a', Buffer.alloc(20 * MIB))), Buffer.of(1)]));
    const whole = await inspect(bomb, { maxRatio: 100 });
    assert.deepEqual(await inspect(bomb, { maxRatio: 100 }, [1000, 7]), whole);
    assert.deepEqual(
      await inspect(bomb, { maxRatio: 2000 }, [1000, 7]),
      await inspect(bomb, { maxRatio: 2000 }),
    );
  });
});
