// The limits on what a tarball may unpack to, each at its edge.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildTar, buildTarball, paxHeader, tarEntry, tarFile, tarFolder, tarHeader } from '../build-tar.ts';
import { inspect, inspectBad, inspectGood } from '../inspect-bytes.ts';

const MIB = 1024 * 1024;

describe('maxUnpackedBytes', () => {
  const tarball = buildTarball(tarFile('a', 'x'.repeat(600)), tarFile('folder/b', 'x'.repeat(400)));

  it('lets exactly as much through', async () => {
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

  it('is judged before the contents arrive', async () => {
    const cutOff = gzipSync(tarHeader({ name: 'huge', size: 8 * 1024 * MIB - 1 }));
    assert.equal((await inspectBad(cutOff)).code, 'too_large');
  });

  it('counts the records in front of entries, but reports files alone', async () => {
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
  it('lets exactly as many through', async () => {
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
      assert.match(message, /^the archive holds more than 3 files and folders; leave out/);
    });
  }

  it('is written for people', async () => {
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

  it('refuses a gzip bomb, long before all of it is unpacked', async () => {
    const { code, message } = await inspectBad(zeros(64 * MIB), { maxRatio: 100 });
    assert.equal(code, 'invalid');
    assert.match(message, /more than 100 times its size, like a gzip bomb/);
  });

  it('is not judged for what unpacks to little', async () => {
    await inspectGood(zeros(15 * MIB), { maxRatio: 100 });
  });

  it('lets through what stays below it', async () => {
    await inspectGood(zeros(17 * MIB), { maxRatio: 2000 });
  });

  it('counts what is no file as well', async () => {
    const records = Array.from({ length: 300 }, (_, index) => [
      paxHeader([['comment', 'x'.repeat(60_000)]]),
      tarFile(`f${index}`, ''),
    ]).flat();
    assert.match((await inspectBad(buildTarball(...records), { maxRatio: 100 })).message, /gzip bomb/);
  });

  it('refuses at the same point however the bytes are cut', async () => {
    const bomb = gzipSync(Buffer.concat([buildTar(tarFile('a', Buffer.alloc(20 * MIB))), Buffer.of(1)]));
    const whole = await inspect(bomb, { maxRatio: 100 });
    assert.deepEqual(await inspect(bomb, { maxRatio: 100 }, [1000, 7]), whole);
    assert.deepEqual(
      await inspect(bomb, { maxRatio: 2000 }, [1000, 7]),
      await inspect(bomb, { maxRatio: 2000 }),
    );
  });
});
