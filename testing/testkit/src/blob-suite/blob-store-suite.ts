// Contract tests of every BlobStore, whatever the storage.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { BlobChunks, BlobStore } from '@prime-registry/blobs';
import { RegistryError } from '@prime-registry/protocol';
import { COSTLY, fc } from '../properties.ts';

/** Declares the tests of a blob store. All share the store that `open` resolves to. */
export function testBlobStore(open: () => Promise<BlobStore>): void {
  describe('a blob store', () => {
    let blobs: BlobStore;
    before(async () => {
      blobs = await open();
    });

    test('reads a committed blob, whole and by range', async () => {
      const bytes = randomBytes(300_000);
      const sha256 = await store(blobs, [bytes.subarray(0, 1), bytes.subarray(1, 1), bytes.subarray(1)]);
      assert.ok(bytes.equals(await collect(await blobs.read(sha256, bytes.length))));
      for (const [start, end] of [
        [0, 0],
        [0, 299_999],
        [131_071, 131_072],
        [299_999, 299_999],
      ] as const) {
        const part = await collect(await blobs.read(sha256, bytes.length, { start, end }));
        assert.ok(bytes.subarray(start, end + 1).equals(part), `${start}-${end}`);
      }
    });

    test('keeps texts next to the blobs, replaced as a whole', async () => {
      for (const name of ['published.json', 'log-head.json'] as const) {
        assert.equal(await blobs.readMark(name), undefined);
        await blobs.writeMark(name, `{"${name}": "é"}`);
      }
      assert.equal(await blobs.readMark('published.json'), '{"published.json": "é"}');
      assert.equal(await blobs.readMark('log-head.json'), '{"log-head.json": "é"}');
      const texts = Array.from({ length: 8 }, (_, index) => `${index}`.repeat(20_000));
      await Promise.all(texts.map((text) => blobs.writeMark('published.json', text)));
      assert.ok(texts.includes(String(await blobs.readMark('published.json'))));
    });

    test('a blob cannot be read before its commit', async () => {
      const bytes = randomBytes(1000);
      const upload = await blobs.createUpload();
      await upload.write(bytes);
      await isUnavailable(blobs.read(digestOf(bytes), bytes.length));
      await upload.finish(digestOf(bytes));
      await isUnavailable(blobs.read(digestOf(bytes), bytes.length));
      await upload.commit();
      assert.ok(bytes.equals(await collect(await blobs.read(digestOf(bytes), bytes.length))));
    });

    test('discards an upload at any point, more than once', async () => {
      for (const isFinished of [false, true]) {
        const bytes = randomBytes(1000);
        const upload = await blobs.createUpload();
        await upload.write(bytes);
        if (isFinished) await upload.finish(digestOf(bytes));
        await upload.discard();
        await upload.discard();
        await isUnavailable(blobs.read(digestOf(bytes), bytes.length));
      }
    });

    test('a discard after the commit keeps the blob', async () => {
      const bytes = randomBytes(1000);
      const upload = await blobs.createUpload();
      await upload.write(bytes);
      await upload.finish(digestOf(bytes));
      await upload.commit();
      await upload.discard();
      assert.ok(bytes.equals(await collect(await blobs.read(digestOf(bytes), bytes.length))));
    });

    test('stores large blobs of any length', async () => {
      for (const length of [5 * 2 ** 20, 5 * 2 ** 20 + 1, 10 * 2 ** 20]) {
        const bytes = randomBytes(length);
        const sha256 = await store(blobs, chunksOf(bytes, 300_000));
        assert.ok(bytes.equals(await collect(await blobs.read(sha256, length))), `${length}`);
        const range = { start: 5 * 2 ** 20 - 2, end: length - 1 };
        assert.ok(bytes.subarray(range.start).equals(await collect(await blobs.read(sha256, length, range))));
      }
    });

    test('discards a large upload, half written or finished', async () => {
      for (const isFinished of [false, true]) {
        const bytes = randomBytes(6 * 2 ** 20);
        const upload = await blobs.createUpload();
        await upload.write(bytes);
        if (isFinished) await upload.finish(digestOf(bytes));
        await upload.discard();
        await isUnavailable(blobs.read(digestOf(bytes), bytes.length));
      }
    });

    test('a repeated commit succeeds', async () => {
      for (const length of [1000, 6 * 2 ** 20]) {
        const bytes = randomBytes(length);
        const upload = await blobs.createUpload();
        await upload.write(bytes);
        await upload.finish(digestOf(bytes));
        await upload.commit();
        await upload.commit();
        await upload.discard();
        assert.ok(bytes.equals(await collect(await blobs.read(digestOf(bytes), bytes.length))));
      }
    });

    test('stores the same bytes twice, also while they are read', async () => {
      const bytes = randomBytes(200_000);
      const sha256 = await store(blobs, [bytes]);
      const reading = await blobs.read(sha256, bytes.length);
      await store(blobs, [bytes]);
      assert.ok(bytes.equals(await collect(reading)));
      assert.ok(bytes.equals(await collect(await blobs.read(sha256, bytes.length))));
    });

    test('concurrent uploads do not mix', async () => {
      const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(50_000, index));
      const digests = await Promise.all(contents.map((bytes) => store(blobs, chunksOf(bytes, 1000))));
      for (const [index, sha256] of digests.entries()) {
        const read = await collect(await blobs.read(sha256, 50_000));
        assert.ok(contents[index]?.equals(read));
      }
    });

    test('concurrent reads do not mix, also when one is aborted', async () => {
      const contents = Array.from({ length: 6 }, (_, index) => Buffer.alloc(300_000, index + 1));
      const digests = await Promise.all(contents.map((bytes) => store(blobs, [bytes])));
      const open = (index: number) => blobs.read(digests[index] as string, 300_000);
      const held: Uint8Array[] = [];
      for (const index of contents.keys()) {
        for await (const chunk of await open(index)) {
          held.push(chunk);
          break;
        }
        await Promise.all(
          contents.map(async (bytes, other) => assert.ok(bytes.equals(await collect(await open(other))))),
        );
      }
      for (const [index, chunk] of held.entries())
        assert.ok(contents[index]?.subarray(0, chunk.length).equals(chunk));
    });

    test('refuses to read a blob that is missing or has another size', async () => {
      const bytes = randomBytes(1000);
      const sha256 = await store(blobs, [bytes]);
      await isUnavailable(blobs.read(sha256, 999));
      await isUnavailable(blobs.read(sha256, 1001, { start: 0, end: 0 }));
      await isUnavailable(blobs.read('0'.repeat(64), 1));
    });

    test('reads any chunks, and any range of them', async () => {
      const chunks = fc.array(fc.uint8Array({ maxLength: 3000 }), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(chunks, fc.nat(), fc.nat(), async (written, from, to) => {
          const bytes = Buffer.concat(written);
          fc.pre(bytes.length > 0);
          const sha256 = await store(blobs, written);
          const [start, end] = [from % bytes.length, to % bytes.length].sort((a, b) => a - b) as [
            number,
            number,
          ];
          const part = await collect(await blobs.read(sha256, bytes.length, { start, end }));
          assert.ok(bytes.subarray(start, end + 1).equals(part));
        }),
        COSTLY,
      );
    });

    test('ping succeeds', () => blobs.ping());
  });
}

/** Stores the chunks. @returns their digest */
async function store(blobs: BlobStore, chunks: readonly Uint8Array[]): Promise<string> {
  const upload = await blobs.createUpload();
  for (const chunk of chunks) await upload.write(chunk);
  const sha256 = digestOf(Buffer.concat(chunks));
  await upload.finish(sha256);
  await upload.commit();
  await upload.discard();
  return sha256;
}

/** The bytes of a blob. Each chunk is copied because its memory is reused. */
async function collect(chunks: BlobChunks): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const chunk of chunks) copies.push(Buffer.from(chunk));
  return Buffer.concat(copies);
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function chunksOf(bytes: Buffer, sizeBytes: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / sizeBytes) }, (_, index) =>
    bytes.subarray(index * sizeBytes, (index + 1) * sizeBytes),
  );
}

async function isUnavailable(reading: Promise<BlobChunks>): Promise<void> {
  await assert.rejects(
    reading,
    (error) => error instanceof RegistryError && error.code === 'storage_unavailable',
  );
}
