// Packing: reproducible bytes, flat memory, and errors that name the file.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type PackEntry, PackError, packEntries } from '../../src/index.ts';
import { inspectGood } from '../inspect-bytes.ts';
import { listWithTarStream } from '../list-with-tar-stream.ts';
import { entriesOf, entryOf, packAll } from '../pack-all.ts';

const FILES = {
  'pack.yaml': 'name: "@acme/x"\n',
  'README.md': '# X\n',
  'primes/@x/a.prime': 'a',
  'primes/@x/é.prime': '',
  [`docs/${'long-'.repeat(40)}/x`]: 'x'.repeat(1024),
};

describe('packEntries', () => {
  it('packs what an inspection finds', async () => {
    const report = await inspectGood(await packAll(FILES));
    assert.deepEqual(
      { ...report, manifest: Buffer.from(report.manifest ?? []).toString() },
      {
        entryCount: 5,
        unpackedBytes: Buffer.concat(Object.values(FILES).map((content) => Buffer.from(content))).length,
        manifest: 'name: "@acme/x"\n',
        readme: '# X\n',
        readmePath: 'README.md',
        atoms: 2,
        namespaces: ['@x'],
      },
    );
  });

  it('creates a fixed tar stream', async () => {
    const tar = gunzipSync(await packAll(FILES));
    assert.equal(
      createHash('sha256').update(tar).digest('hex'),
      'c6169d53c645063c9196025495839c9beae3d79310604d716976c47e65c5b60c',
    );
  });

  it('creates the same bytes for any order of files and any chunks', async () => {
    const expected = await packAll(FILES);
    const inPieces = entriesOf(FILES)
      .reverse()
      .map((entry) => ({ ...entry, read: () => Readable.from(oneByOne(entry)) }));
    assert.ok(expected.equals(await collect(inPieces)));
  });

  it('sorts by the bytes of the paths', async () => {
    const paths = ['b', 'a/b', 'a.b', '\ufffd', '\u{1f600}', 'z'];
    const packed = await listWithTarStream(
      gunzipSync(await packAll(Object.fromEntries(paths.map((path) => [path, ''])))),
    );
    assert.deepEqual(
      packed.map(({ name }) => name),
      ['a.b', 'a/b', 'b', 'z', '\ufffd', '\u{1f600}'],
    );
  });

  it('does not contain who packed it, when or where', async () => {
    const tarball = await packAll({ a: 'x' });
    assert.deepEqual([...tarball.subarray(0, 10)], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
    const header = gunzipSync(tarball).subarray(0, 512);
    assert.equal(
      header.toString('latin1', 100, 156),
      '0000644\x000000000\x000000000\x0000000000001\x0002263523000\x00007366\0 ',
    );
    assert.ok(
      header.subarray(265, 329).every((byte) => byte === 0),
      'there is an owner name',
    );
    const [entry] = await listWithTarStream(gunzipSync(tarball));
    assert.deepEqual(
      [entry?.type, entry?.mode, entry?.mtime],
      ['file', 0o644, new Date('1980-01-01T00:00:00Z')],
    );
  });

  it('reads no further ahead than buffers hold', async () => {
    const chunk = Buffer.from(Array.from({ length: 64 * 1024 }, (_, index) => (index * index * 31) >>> 3));
    let producedBytes = 0;
    const contents = async function* () {
      for (let turn = 0; turn < 256; turn += 1) {
        producedBytes += chunk.length;
        yield Buffer.from(chunk.map((byte) => byte ^ turn));
      }
    };
    const stream = packEntries([{ path: 'big', sizeBytes: 256 * chunk.length, read: contents }]);
    for await (const _first of stream) break;
    assert.ok(producedBytes < 2 * 1024 * 1024, `${producedBytes} bytes were read`);
  });

  it('closes the file when the reader stops', async () => {
    let released: () => void = () => {};
    const release = new Promise<void>((resolve) => {
      released = resolve;
    });
    const endless = async function* () {
      try {
        for (;;) yield Buffer.alloc(64 * 1024);
      } finally {
        released();
      }
    };
    const stream = packEntries([{ path: 'endless', sizeBytes: 8 * 1024 ** 3 - 1, read: endless }]);
    stream.read(0);
    await new Promise((resolve) => stream.once('readable', resolve));
    stream.destroy();
    await release;
  });
});

describe('packEntries fails', () => {
  const trees: readonly (readonly [why: string, entries: PackEntry[], path: string, message: RegExp])[] = [
    ['without files', [], '.', /contains no files/],
    ['for a path outside', entriesOf({ '../x': '' }), '../x', /^'\.\.\/x' has a '\.\.'/],
    ['for an absolute path', entriesOf({ '/x': '' }), '/x', /absolute/],
    ['for a backslash', entriesOf({ 'a\\b': '' }), 'a\\b', /backslash/],
    ['for a leading ./', entriesOf({ './x': '' }), './x', /'\.' part/],
    ['for a path that Windows cannot hold', entriesOf({ 'ab:c': '' }), 'ab:c', /Windows/],
    [
      'for paths that differ in case',
      entriesOf({ 'a/x': '', 'A/y': '' }),
      'a/x',
      /differ only in letter case/,
    ],
    ['for a repeated path', [...entriesOf({ x: '' }), ...entriesOf({ x: '' })], 'x', /occurs twice/],
    ['for a file that is a folder', entriesOf({ x: '', 'x/y': '' }), 'x/y', /both a file and a folder/],
    ['for a huge file', [{ ...entryOf('x', ''), sizeBytes: 8 ** 11 }], 'x', /larger than 8 GiB/],
    [
      'for a huge manifest',
      entriesOf({ 'pack.yaml': 'x'.repeat(256 * 1024 + 1) }),
      'pack.yaml',
      /larger than 256 KiB/,
    ],
    ['for a manifest in other letters', entriesOf({ 'Pack.yaml': '' }), 'Pack.yaml', /spell it 'pack\.yaml'/],
    ['when a file grew', [{ ...entryOf('x', 'grown'), sizeBytes: 3 }], 'x', /changed its size/],
    ['when a file shrank', [{ ...entryOf('x', 'shrunk'), sizeBytes: 30 }], 'x', /changed its size/],
  ];
  for (const [why, entries, path, message] of trees) {
    it(why, async () => {
      await assert.rejects(collect(entries), (error) => {
        assert.ok(error instanceof PackError);
        assert.match(error.message, message);
        assert.equal(error.path, path);
        return true;
      });
    });
  }

  it('for several files, and names each; two names for one folder once', async () => {
    const entries = entriesOf({ con: '', 'A/x': '', 'A/y': '', 'a/x': '', 'a/y': '', 'b?c': '', good: '' });
    await assert.rejects(collect(entries), (error) => {
      assert.ok(error instanceof PackError);
      assert.deepEqual(
        error.problems.map(({ path, complaint }) => `${path} ${complaint.split(/[;,]/)[0]}`),
        [
          "a/x cannot be packed: 'a' and 'A' differ only in letter case",
          "b?c holds '?'",
          'con has a name that Windows reserves for a device',
        ],
      );
      assert.match(error.message, /^'a\/x' cannot be packed: .* \(and 2 more cannot be packed\)$/);
      return true;
    });
  });

  it('as soon as a file is longer than announced', async () => {
    let chunks = 0;
    const growing = async function* () {
      for (; chunks < 1000; chunks += 1) yield Buffer.alloc(10);
    };
    await assert.rejects(collect([{ path: 'x', sizeBytes: 15, read: growing }]), /changed its size/);
    assert.ok(chunks < 3, `${chunks} chunks were read`);
  });

  it('when a file cannot be read', async () => {
    const failing = async function* () {
      yield Buffer.from('x');
      throw new Error('the disk is gone');
    };
    await assert.rejects(collect([{ path: 'x', sizeBytes: 10, read: failing }]), /the disk is gone/);
  });
});

async function collect(entries: Iterable<PackEntry>): Promise<Buffer> {
  return Buffer.concat(await packEntries(entries).toArray());
}

async function* oneByOne(entry: PackEntry): AsyncGenerator<Uint8Array> {
  for await (const chunk of entry.read()) {
    for (const byte of chunk) yield Uint8Array.of(byte);
  }
}
