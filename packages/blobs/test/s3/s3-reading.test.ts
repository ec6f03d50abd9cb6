// Reading from an object store that breaks off, stalls, sends wrong bytes or does not answer.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, type TestContext, test } from 'node:test';
import type { BlobChunks, BlobStore } from '@prime-registry/blobs';
import { type Fault, startFaultyProxy } from '@prime-registry/testkit';
import { type TestBucket, useS3Server } from '@prime-registry/testkit/s3';
import { openS3BlobStore } from '../../src/s3/s3-blob-store.ts';
import { S3_TIMES, type S3Times } from '../../src/s3/s3-times.ts';
import { FAST_TIMES } from './fast-times.ts';
import { digestOf, isUnavailable } from './store-blob.ts';

const s3 = await useS3Server();
const BYTES = randomBytes(1_500_000);
const SHA256 = digestOf(BYTES);
const KEY = `team/primes/sha256/${SHA256.slice(0, 2)}/${SHA256}`;

interface Fixture {
  readonly bucket: TestBucket;
  /** Through a proxy that applies the fault to this many downloads. */
  breakReads(fault: Fault, times: number): void;
  open(options?: { slots?: number; patienceMs?: number; times?: S3Times }): BlobStore;
}

describe('reading from an object store', { skip: s3.skip, concurrency: 4 }, () => {
  let bucket: TestBucket;
  before(async () => {
    bucket = await s3.makeBucket();
    await bucket.put(KEY, BYTES);
  });

  async function prepare(t: TestContext): Promise<Fixture> {
    const proxy = await startFaultyProxy(s3.account.endpoint);
    t.after(() => proxy.close());
    return {
      bucket,
      breakReads(fault, times) {
        let left = times;
        proxy.fault = ({ method, path }) => {
          if (method !== 'GET' || !path.includes('/sha256/') || left === 0) return undefined;
          left -= 1;
          return fault;
        };
      },
      open({ slots = 256, patienceMs = 50, times = S3_TIMES } = {}) {
        const readSlots = { slots, patienceMs, waitMs: times === S3_TIMES ? 20_000 : 1000 };
        const opened = openS3BlobStore(bucket.locationAt(proxy.baseUrl), { times, readSlots });
        t.after(() => opened.close());
        return opened;
      },
    };
  }

  const range = { start: 70_001, end: 1_400_000 };
  const passing: Fault[] = [
    { kind: 'truncate' },
    { kind: 'stall' },
    { kind: 'reset' },
    { kind: 'answer', status: 503 },
  ];
  for (const fault of passing) {
    test(`resumes after: ${fault.kind}`, async (t) => {
      const { breakReads, open } = await prepare(t);
      const blobs = open({ times: ['stall', 'hang'].includes(fault.kind) ? FAST_TIMES : S3_TIMES });
      breakReads(fault, 2);
      assert.ok(BYTES.equals(await collect(await blobs.read(SHA256, BYTES.length))));
      breakReads(fault, 2);
      const part = await collect(await blobs.read(SHA256, BYTES.length, range));
      assert.ok(BYTES.subarray(range.start, range.end + 1).equals(part));
    });
  }

  const lasting: Fault[] = [
    { kind: 'truncate' },
    { kind: 'stall' },
    { kind: 'reset' },
    { kind: 'hang' },
    { kind: 'shorten' },
    { kind: 'answer', status: 500 },
    { kind: 'answer', status: 503, body: '<Error><Code>SlowDown</Code><Message>later</Message></Error>' },
    { kind: 'answer', status: 403, body: '<Error><Code>AccessDenied</Code></Error>' },
    { kind: 'answer', status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' },
    { kind: 'answer', status: 200, body: 'no tarball' },
    { kind: 'answer', status: 206, body: 'no tarball' },
  ];
  for (const fault of lasting) {
    const what = 'status' in fault ? `${fault.kind} ${fault.status} ${fault.body ?? ''}` : fault.kind;
    test(`fails, and works again afterwards: ${what}`, async (t) => {
      const { breakReads, open } = await prepare(t);
      const blobs = open({ times: ['stall', 'hang'].includes(fault.kind) ? FAST_TIMES : S3_TIMES });
      breakReads(fault, Number.POSITIVE_INFINITY);
      const reading = async (): Promise<Buffer> => collect(await blobs.read(SHA256, BYTES.length));
      await assert.rejects(reading, isUnavailable);
      breakReads(fault, 0);
      assert.ok(BYTES.equals(await reading()));
    });
  }

  test('does not continue with other bytes that replaced the object', async (t) => {
    const { breakReads, open } = await prepare(t);
    const blobs = open();
    const bytes = randomBytes(1_000_000);
    const sha256 = digestOf(bytes);
    const key = `team/primes/sha256/${sha256.slice(0, 2)}/${sha256}`;
    await bucket.put(key, bytes);
    breakReads({ kind: 'truncate' }, 1);
    const reading = await blobs.read(sha256, bytes.length);
    await bucket.put(key, randomBytes(bytes.length));
    await assert.rejects(collect(reading), isUnavailable);
  });

  test('clients that do not read block nobody, and resume when they do', async (t) => {
    const { open } = await prepare(t);
    const few = open({ slots: 2 });
    const slow = await Promise.all([1, 2, 3, 4].map(() => few.read(SHA256, BYTES.length)));
    const begun = slow.map((chunks) => chunks[Symbol.asyncIterator]());
    const read = await Promise.all(begun.map(async (chunks) => [copyOf(await chunks.next())]));
    assert.ok(BYTES.equals(await collect(await few.read(SHA256, BYTES.length))));
    await Promise.all(
      begun.map(async (chunks, index) => {
        for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
          read[index]?.push(copyOf(next));
      }),
    );
    for (const chunks of read) assert.ok(BYTES.equals(Buffer.concat(chunks)));
  });

  test('when all slots are busy, other downloads wait up to a timeout', async (t) => {
    const { breakReads, open } = await prepare(t);
    const one = open({ slots: 1, times: FAST_TIMES });
    breakReads({ kind: 'hang' }, 3);
    const outcomes = await Promise.allSettled([
      one.read(SHA256, BYTES.length),
      one.read(SHA256, BYTES.length),
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    breakReads({ kind: 'hang' }, 0);
    assert.ok(BYTES.equals(await collect(await one.read(SHA256, BYTES.length))));
  });

  test('readings that end return their slots, started or not', async (t) => {
    // No slot is taken away: it must be returned.
    const one = (await prepare(t)).open({ slots: 1, patienceMs: 60_000 });
    for (let round = 0; round < 5; round += 1) {
      const unbegun = await one.read(SHA256, BYTES.length);
      await unbegun[Symbol.asyncIterator]().return?.();
      for await (const chunk of await one.read(SHA256, BYTES.length)) {
        assert.ok(chunk.length > 0);
        break;
      }
    }
    assert.ok(BYTES.equals(await collect(await one.read(SHA256, BYTES.length))));
  });
});

function copyOf({ value }: IteratorResult<Uint8Array, unknown>): Buffer {
  assert.ok(value instanceof Uint8Array);
  return Buffer.from(value);
}

async function collect(chunks: BlobChunks): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const chunk of chunks) copies.push(Buffer.from(chunk));
  return Buffer.concat(copies);
}
