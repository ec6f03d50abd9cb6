// Tar streams of any length: written streams can be read, by other programs too, and damaged ones are
// refused.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { readTarStream, streamTar, TarStreamError } from '@prime-registry/archive';
import { COSTLY, fc } from '@prime-registry/testkit/properties';

interface File {
  readonly path: string;
  readonly bytes: Uint8Array;
}

async function write(files: readonly File[]): Promise<Buffer> {
  const entries = files.map(({ path, bytes }) => ({
    path,
    sizeBytes: bytes.length,
    read: async function* () {
      yield bytes;
    },
  }));
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamTar(entries)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* split(bytes: Buffer, sizeBytes: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += sizeBytes) yield bytes.subarray(from, from + sizeBytes);
}

async function read(chunks: AsyncIterable<Uint8Array>): Promise<File[]> {
  const files: File[] = [];
  for await (const { path, sizeBytes, body } of readTarStream(chunks)) {
    const parts: Uint8Array[] = [];
    for await (const chunk of body) parts.push(Uint8Array.from(chunk));
    const bytes = Buffer.concat(parts);
    assert.equal(bytes.length, sizeBytes);
    files.push({ path, bytes: Uint8Array.from(bytes) });
  }
  return files;
}

const path = fc
  .array(fc.stringMatching(/^[a-z@ü+-][a-z0-9.ü]{0,60}$/), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join('/'));
const anyFiles = fc.array(
  fc.tuple(path, fc.uint8Array({ maxLength: 2000 })).map(([name, bytes]) => ({ path: name, bytes })),
  { maxLength: 6 },
);

describe('a tar stream', () => {
  test('of any files in any chunks is read as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles, fc.integer({ min: 1, max: 3000 }), async (files, pieceBytes) => {
        assert.deepEqual(await read(split(await write(files), pieceBytes)), files);
      }),
      COSTLY,
    );
  });

  test('is listed by tar', async () => {
    const long = `primes/@${'s'.repeat(64)}/${'n'.repeat(64)}/1.0.0/pack.yaml`;
    const bytes = await write([
      { path: 'registry.json', bytes: Buffer.from('{}') },
      { path: long, bytes: Buffer.alloc(600) },
    ]);
    const listed = execFileSync('tar', ['--list', '--file', '-'], { input: bytes, encoding: 'utf8' });
    assert.equal(listed, `registry.json\n${long}\n`);
  });

  test('continues with the next file when one is not read to its end', async () => {
    const bytes = await write(['a', 'b', 'c'].map((name) => ({ path: name, bytes: Buffer.alloc(5000) })));
    const paths: string[] = [];
    for await (const file of readTarStream(split(bytes, 700))) {
      paths.push(file.path);
      if (file.path === 'b') for await (const _ of file.body) break;
    }
    assert.deepEqual(paths, ['a', 'b', 'c']);
  });

  test('may have files that are larger than a header can say', async () => {
    const sizeBytes = 8 ** 11 + 5;
    const read = async function* (): AsyncGenerator<Uint8Array> {};
    const head = await streamTar([{ path: 'large', sizeBytes, read }]).next();
    const sized: number[] = [];
    await assert.rejects(async () => {
      for await (const file of readTarStream(split(Buffer.from(head.value ?? []), 512)))
        sized.push(file.sizeBytes);
    }, TarStreamError);
    assert.deepEqual(sized, [sizeBytes]);
  });

  test('that is truncated, or not tar, is refused after its complete files', async () => {
    const bytes = await write([
      { path: 'a', bytes: Buffer.alloc(1000, 1) },
      { path: 'b', bytes: Buffer.alloc(1000, 2) },
    ]);
    for (const end of [0, 100, 512, 1000, 2500, bytes.length - 512]) {
      await assert.rejects(read(split(bytes.subarray(0, end), 300)), TarStreamError, String(end));
    }
    await assert.rejects(read(split(Buffer.alloc(2000, 'x'), 300)), TarStreamError);
    const paths: string[] = [];
    await assert.rejects(async () => {
      for await (const file of readTarStream(split(bytes.subarray(0, 2100), 2100))) paths.push(file.path);
    });
    assert.deepEqual(paths, ['a', 'b']);
  });
});
