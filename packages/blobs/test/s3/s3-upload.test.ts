// Uploads to an object store that fails in the middle: what was committed is complete, and what was not does
// not exist.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import type { BlobStore } from '@prime-registry/blobs';
import { type Fault, type FaultyProxy, startFaultyProxy } from '@prime-registry/testkit';
import { type TestBucket, useS3Server } from '@prime-registry/testkit/s3';
import { openS3BlobStore } from '../../src/s3/s3-blob-store.ts';
import { S3_TIMES } from '../../src/s3/s3-times.ts';
import { FAST_TIMES } from './fast-times.ts';
import { digestOf, isUnavailable, store } from './store-blob.ts';

const s3 = await useS3Server();
const SMALL = 50_000;
const LARGE = 6 * 2 ** 20;

/** The requests of an upload, recognised by methods and targets. */
const STEPS: readonly {
  step: string;
  sizeBytes: number;
  isMeant: (method: string, path: string) => boolean;
}[] = [
  { step: 'the one put of a small tarball', sizeBytes: SMALL, isMeant: (method) => method === 'PUT' },
  {
    step: 'the beginning',
    sizeBytes: LARGE,
    isMeant: (method, path) => method === 'POST' && /uploads\/.*\?uploads/.test(path),
  },
  {
    step: 'a part',
    sizeBytes: LARGE,
    isMeant: (method, path) => method === 'PUT' && /uploads\/.*partNumber=2/.test(path),
  },
  {
    step: 'the end',
    sizeBytes: LARGE,
    isMeant: (method, path) => method === 'POST' && /uploads\/.*\?uploadId=/.test(path),
  },
  {
    step: 'the beginning of the copy',
    sizeBytes: LARGE,
    isMeant: (method, path) => method === 'POST' && /sha256\/.*\?uploads/.test(path),
  },
  {
    step: 'the copy',
    sizeBytes: LARGE,
    isMeant: (method, path) => method === 'PUT' && /sha256\/.*partNumber=/.test(path),
  },
  {
    step: 'the commit of a large tarball',
    sizeBytes: LARGE,
    isMeant: (method, path) => method === 'POST' && /sha256\/.*\?uploadId=/.test(path),
  },
];

/**
 * A request that does not arrive whole, one whose answer is lost, and one that is refused. Each step has one of each, so that of every
 * two steps in a row one has the first, and one the second.
 */
const FAULTS: readonly (readonly Fault[])[] = [
  [{ kind: 'reset' }, { kind: 'cut' }],
  [{ kind: 'lose' }],
  [
    { kind: 'answer', status: 500, body: '<Error><Code>InternalError</Code></Error>' },
    { kind: 'answer', status: 503, body: '<Error><Code>SlowDown</Code></Error>' },
  ],
];

interface Fixture {
  readonly bucket: TestBucket;
  readonly proxy: FaultyProxy;
  /** Through the proxy. */
  readonly blobs: BlobStore;
}

async function open(t: TestContext, times = S3_TIMES): Promise<Fixture> {
  const bucket = await s3.makeBucket();
  const proxy = await startFaultyProxy(s3.account.endpoint);
  const blobs = openS3BlobStore(bucket.locationAt(proxy.baseUrl), { times });
  t.after(async () => {
    await blobs.close();
    await proxy.close();
  });
  return { bucket, proxy, blobs };
}

async function assertWhole({ blobs }: Fixture, bytes: Uint8Array): Promise<void> {
  const chunks = await blobs.read(digestOf(bytes), bytes.length);
  const read = await Array.fromAsync(chunks, (chunk) => Buffer.from(chunk));
  assert.ok(Buffer.concat(read).equals(bytes));
}

async function assertHolds({ bucket }: Fixture, digests: readonly string[]): Promise<void> {
  const keys = digests.map((sha256) => `team/primes/sha256/${sha256.slice(0, 2)}/${sha256}`);
  assert.deepEqual([await bucket.listKeys(), await bucket.listMultipartKeys()], [keys, []]);
}

describe('uploading to an object store', { skip: s3.skip, concurrency: 4 }, () => {
  for (const [number, { step, sizeBytes, isMeant }] of STEPS.entries()) {
    // A small tarball has a single step.
    const faults =
      sizeBytes === SMALL ? FAULTS.flat() : FAULTS.flatMap((some) => some.at(number % some.length) ?? []);
    for (const fault of faults) {
      const what = fault.kind === 'answer' ? `answer ${fault.status}` : fault.kind;
      test(`${step} fails once: ${what}`, async (t) => {
        const fixture = await open(t);
        let left = 1;
        fixture.proxy.fault = ({ method, path }) => (isMeant(method, path) && left-- > 0 ? fault : undefined);
        const bytes = randomBytes(sizeBytes);
        const sha256 = await store(fixture.blobs, bytes);
        assert.ok(left < 1, 'it went wrong');
        await assertWhole(fixture, bytes);
        // The store has started an upload, but the response was lost: it is removed when it is a day old.
        // (Cutting a request without a body loses its response.)
        const leavesLitter = step.includes('beginning') && ['lose', 'cut'].includes(fault.kind);
        if (!leavesLitter) await assertHolds(fixture, [sha256]);
      });
    }

    test(`${step} fails for good: nothing is stored, and it works again afterwards`, async (t) => {
      const fixture = await open(t);
      const { blobs, proxy } = fixture;
      const bytes = randomBytes(sizeBytes);
      proxy.fault = ({ method, path }) => (isMeant(method, path) ? { kind: 'reset' } : undefined);
      await assert.rejects(store(blobs, bytes), isUnavailable);
      proxy.fault = () => undefined;
      await assertHolds(fixture, []);
      await store(blobs, bytes);
      await assertWhole(fixture, bytes);
    });
  }

  for (const sizeBytes of [SMALL, LARGE]) {
    /** An upload that is ready to be committed. */
    const prepare = async ({ blobs }: Fixture) => {
      const bytes = randomBytes(sizeBytes);
      const upload = await blobs.createUpload();
      await upload.write(bytes);
      await upload.finish(digestOf(bytes));
      return { bytes, upload };
    };

    test(`a commit of ${sizeBytes} bytes fails if all its responses are lost, and can be repeated`, async (t) => {
      const fixture = await open(t);
      const { bytes, upload } = await prepare(fixture);
      fixture.proxy.fault = () => ({ kind: 'lose' });
      await assert.rejects(upload.commit(), isUnavailable);
      fixture.proxy.fault = () => undefined;
      await upload.commit();
      await upload.discard();
      await assertWhole(fixture, bytes);
      await assertHolds(fixture, [digestOf(bytes)]);
    });

    test(`a commit of ${sizeBytes} bytes and a discard time out if the store hangs`, async (t) => {
      const fixture = await open(t, FAST_TIMES);
      const { bytes, upload } = await prepare(fixture);
      fixture.proxy.fault = () => ({ kind: 'hang' });
      await assert.rejects(upload.commit(), isUnavailable);
      await upload.discard();
      // Writes still hang: the last attempt may have been sent just before the timeout, and arrive now.
      fixture.proxy.fault = ({ method }) => (method === 'GET' ? undefined : { kind: 'hang' });
      await assert.rejects(fixture.blobs.read(digestOf(bytes), sizeBytes), isUnavailable);
      fixture.proxy.fault = () => undefined;
      await store(fixture.blobs, bytes);
    });
  }

  test('the commit of an upload fails if somebody removed it as abandoned', async (t) => {
    const fixture = await open(t);
    const { blobs, bucket, proxy } = fixture;
    const bytes = randomBytes(LARGE);
    const upload = await blobs.createUpload();
    await upload.write(bytes);
    await upload.finish(digestOf(bytes));
    const gone: Fault = { kind: 'answer', status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' };
    proxy.fault = ({ method }) => (method === 'POST' ? gone : undefined);
    await assert.rejects(upload.commit(), isUnavailable);
    // Nor does it accept a damaged object as its own.
    const key = `team/primes/sha256/${digestOf(bytes).slice(0, 2)}/${digestOf(bytes)}`;
    await bucket.put(key, 'of another length');
    await assert.rejects(upload.commit(), isUnavailable);
    await bucket.remove(key);
    proxy.fault = () => undefined;
    await upload.discard();
    await assertHolds(fixture, []);
  });

  test('a discard in the middle of a part leaves nothing', async (t) => {
    const fixture = await open(t);
    const { blobs, proxy } = fixture;
    // The timeouts are too long for a test: end the part instead of waiting.
    const { promise: isSending, resolve } = Promise.withResolvers<void>();
    proxy.fault = ({ path }) => {
      if (!path.includes('partNumber=1')) return undefined;
      resolve();
      return { kind: 'hang' };
    };
    const upload = await blobs.createUpload();
    const writing = assert.rejects(upload.write(randomBytes(LARGE)), isUnavailable);
    await isSending;
    await upload.discard();
    await writing;
    await assertHolds(fixture, []);
  });

  test('a tarball larger than one copy of the store is copied in parts', async (t) => {
    const { bucket, proxy } = await open(t);
    const blobs = openS3BlobStore(bucket.location);
    t.after(() => blobs.close());
    const bytes = randomBytes(64 * 2 ** 20 + 1);
    const sha256 = await store(blobs, bytes);
    await assertWhole({ bucket, proxy, blobs }, bytes);
    await assertHolds({ bucket, proxy, blobs }, [sha256]);
  });

  test('a missing or forbidden bucket makes a ping unavailable', async (t) => {
    const { bucket, proxy, blobs } = await open(t);
    const nowhere = openS3BlobStore({ ...bucket.location, bucket: 'nobody-has-made-this' });
    t.after(() => nowhere.close());
    await assert.rejects(nowhere.ping(), isUnavailable);
    proxy.fault = () => ({ kind: 'answer', status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
    await assert.rejects(blobs.ping(), isUnavailable);
  });
});
