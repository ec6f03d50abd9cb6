// The gzip layer of a tarball: complete, and nothing else.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { buildTar, buildTarball, tarFile } from '../build-tar.ts';
import { inspect, inspectBad, inspectGood } from '../inspect-bytes.ts';

const TARBALL = buildTarball(tarFile('pack.yaml'));
/** Size of zlib's input block; data across its boundary takes other code paths. */
const INPUT_BLOCK_BYTES = 64 * 1024;
/** Size of zlib's output block. */
const OUTPUT_BLOCK_BYTES = 128 * 1024;

describe('gzip members', () => {
  it('may be several, cut anywhere', async () => {
    const tar = buildTar(tarFile('a', 'x'.repeat(2000)), tarFile('b'));
    const members = [tar.subarray(0, 1), tar.subarray(1, 700), Buffer.alloc(0), tar.subarray(700)];
    const report = await inspectGood(Buffer.concat(members.map((member) => gzipSync(member))));
    assert.equal(report.entryCount, 2);
  });

  it('may be several when one ends with a block of the input', async () => {
    const tar = buildTar(tarFile('a'));
    for (const sizeBytes of [INPUT_BLOCK_BYTES - 1, INPUT_BLOCK_BYTES, INPUT_BLOCK_BYTES + 1]) {
      const first = gzipOfSize(tar.subarray(0, 600), sizeBytes);
      await inspectGood(Buffer.concat([first, gzipSync(tar.subarray(600))]));
    }
  });

  it('may name a file, as gzip does', async () => {
    await inspectGood(gzipOfSize(buildTar(tarFile('a')), 200));
  });
});

describe('the unpacked data', () => {
  it('may end with a block of the output, or one byte before or after it', async () => {
    for (const tarBytes of [1, 2, 3].map((blocks) => blocks * OUTPUT_BLOCK_BYTES)) {
      for (const sizeBytes of [tarBytes - 512, tarBytes, tarBytes + 512]) {
        const empty = buildTar(tarFile('a', ''));
        const tar = buildTar(tarFile('a', 'x'.repeat(sizeBytes - empty.length)));
        assert.equal(tar.length, sizeBytes);
        await inspectGood(gzipSync(tar, { level: 0 }));
        await inspectGood(gzipSync(tar));
      }
    }
  });
});

describe('bytes after the gzip data', () => {
  const trailers: Record<string, Uint8Array> = {
    'a zero byte': Buffer.alloc(1),
    'many zero bytes': Buffer.alloc(100_000),
    text: Buffer.from('text'),
    'the first byte of a member': Buffer.of(0x1f),
    'the first two bytes of a member': Buffer.of(0x1f, 0x8b),
    'the first three bytes of a member': Buffer.of(0x1f, 0x8b, 0x08),
    'half the first two bytes of a member': Buffer.of(0x1f, 0x00),
    'zeros and a member': Buffer.concat([Buffer.alloc(3), gzipSync('')]),
    'text and a member': Buffer.concat([Buffer.from('x'), gzipSync('')]),
  };
  for (const [name, trailer] of Object.entries(trailers)) {
    it(`are refused: ${name}`, async () => {
      const { code, message } = await inspectBad(Buffer.concat([TARBALL, trailer]));
      assert.equal(code, 'invalid');
      assert.match(message, /after the end of the gzip data|cut off in the middle of its gzip data/);
    });

    it(`are refused at the start of a block of the input: ${name}`, async () => {
      const whole = gzipOfSize(buildTar(tarFile('a')), INPUT_BLOCK_BYTES);
      await inspectGood(whole);
      const { message } = await inspectBad(Buffer.concat([whole, trailer]));
      assert.match(message, /after the end of the gzip data|cut off in the middle of its gzip data/);
    });
  }

  it('are reported as such when they are not a member', async () => {
    for (const trailer of [Buffer.alloc(1), Buffer.from('text'), Buffer.alloc(70_000)]) {
      const { message } = await inspectBad(Buffer.concat([TARBALL, trailer]));
      assert.match(message, /after the end of the gzip data/);
    }
  });
});

describe('a tarball that is not gzip', () => {
  const others: readonly (readonly [name: string, bytes: Uint8Array, message: RegExp])[] = [
    ['empty', Buffer.alloc(0), /is empty/],
    [
      'a zip file',
      Buffer.from('PK\x03\x04 and so on'),
      /not gzip-compressed but a zip file; make it with 'tar -czf'/,
    ],
    ['an empty zip file', Buffer.from('PK\x05\x06 and so on'), /but an empty zip file/],
    ['an xz file', Buffer.from('\xfd7zXZ\0 and so on', 'latin1'), /but an xz file/],
    ['a zstd file', Buffer.from('\x28\xb5\x2f\xfd and so on', 'latin1'), /but a zstd file/],
    ['a bzip2 file', Buffer.from('BZh91AY'), /but a bzip2 file/],
    ['a plain tar', buildTar(tarFile('a')), /but a plain tar file/],
    ['text', Buffer.from('hello'), /is not gzip-compressed; make it/],
    ['one byte', Buffer.from('h'), /is not gzip-compressed; make it/],
    ['zlib data', deflateSync('hello'), /is not gzip-compressed; make it/],
    ['zeros', Buffer.alloc(200_000), /is not gzip-compressed; make it/],
    ['almost gzip', Buffer.of(0x1f, 0x8c, 8, 0), /is not gzip-compressed; make it/],
  ];
  for (const [name, bytes, message] of others) {
    it(`is refused: ${name}`, async () => assert.match((await inspectBad(bytes)).message, message));
  }
});

describe('damaged gzip data', () => {
  it('is refused when truncated at any byte', async () => {
    for (let length = 1; length < TARBALL.length; length += 1) {
      const { message } = await inspectBad(TARBALL.subarray(0, length));
      assert.match(message, /cut off in the middle of its gzip data/);
    }
  });

  it('is refused when the check value is wrong', async () => {
    const damaged = Buffer.from(TARBALL);
    damaged.writeUInt8((damaged.at(-8) ?? 0) ^ 1, damaged.length - 8);
    assert.match(
      (await inspectBad(damaged)).message,
      /gzip data of the tarball is damaged \(incorrect data check\)/,
    );
  });

  it('is refused when the length is wrong', async () => {
    const damaged = Buffer.from(TARBALL);
    damaged.writeUInt8((damaged.at(-4) ?? 0) ^ 1, damaged.length - 4);
    assert.match(
      (await inspectBad(damaged)).message,
      /gzip data of the tarball is damaged \(incorrect length check\)/,
    );
  });

  it('is refused when the method is not deflate', async () => {
    const damaged = Buffer.from(TARBALL);
    damaged[2] = 9;
    assert.match((await inspectBad(damaged)).message, /gzip data of the tarball is damaged/);
  });
});

it('reads many empty members', async () => {
  const empty = gzipSync('');
  const inspection = await inspect(Buffer.concat([TARBALL, ...Array<Buffer>(20_000).fill(empty)]));
  assert.equal(inspection.ok, true);
});

/** A gzip member of exactly this length, padded with a long file name in its header. */
function gzipOfSize(content: Uint8Array, sizeBytes: number): Buffer {
  const member = gzipSync(content);
  const name = Buffer.from(`${'n'.repeat(sizeBytes - member.length - 1)}\0`);
  const named = Buffer.concat([member.subarray(0, 10), name, member.subarray(10)]);
  named[3] = 0x08;
  return named;
}
