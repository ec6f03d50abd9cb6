// One upload. Up to one part stays in memory and is put under its digest at the commit. More goes to a
// temporary key, part by part; the store then copies it into a second multipart upload under the digest. The
// commit only completes that, so it takes as long for a large tarball as for a small one.
import { DeleteObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { translateErrors } from '../blob-errors.ts';
import type { BlobUpload } from '../blob-store.ts';
import { blobPathOf, newUploadPath } from './blob-keys.ts';
import { MultipartUpload } from './multipart-upload.ts';
import { PartBuffer } from './part-buffer.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { S3Failure } from './s3-failure.ts';

/**
 * Size of a part in bytes, the minimum of the protocol. An upload needs this much memory; ten thousand parts
 * make 48 GiB.
 */
const PART_BYTES = 5 * 2 ** 20;
// Size of one copy by the store: large enough to be fast, small enough for any limit.
const COPY_BYTES = 64 * 2 ** 20;
const COPIES_AT_A_TIME = 4;

/** Starts an upload. Nothing is sent before the first part is full. */
export function createS3Upload(bucket: S3Bucket): BlobUpload {
  const { times } = bucket;
  const part = new PartBuffer(PART_BYTES);
  const end = new AbortController();
  const commitBounds = { answerMs: times.commitAnswerMs, totalMs: times.commitMs };
  let running: Promise<void> = Promise.resolve();
  let digest: string | undefined;
  let sizeBytes = 0;
  /** Receives the written parts; a complete object if `isWhole`. */
  let incoming: MultipartUpload | undefined;
  let isWhole = false;
  /** Completed at the commit. */
  let outgoing: MultipartUpload | undefined;
  let isCommitted = false;
  let isOver = false;

  /** One at a time, and none after the upload has ended. */
  const work = (task: () => Promise<void>): Promise<void> => {
    const done = translateErrors(async () => {
      end.signal.throwIfAborted();
      await task();
    });
    running = done.catch(() => undefined);
    return done;
  };

  const sendPart = async (): Promise<void> => {
    incoming ??= await MultipartUpload.begin(bucket, bucket.keyOf(newUploadPath()), end.signal);
    await incoming.add(part.bytes, end.signal);
    part.clear();
  };

  return {
    write: (chunk) =>
      work(async () => {
        sizeBytes += chunk.length;
        for (let taken = 0; taken < chunk.length; ) {
          if (part.isFull) await sendPart();
          taken += part.append(chunk.subarray(taken));
        }
      }),

    finish: (sha256) =>
      work(async () => {
        digest = sha256;
        if (incoming === undefined) return;
        await sendPart();
        part.free();
        await incoming.complete({ answerMs: times.partAnswerMs, totalMs: times.partMs, signal: end.signal });
        isWhole = true;
        outgoing = await MultipartUpload.begin(bucket, bucket.keyOf(blobPathOf(sha256)), end.signal);
        await copyAll(incoming.key, sizeBytes, outgoing, end.signal);
      }),

    commit: () =>
      translateErrors(async () => {
        if (isCommitted) return;
        if (digest === undefined) throw new Error('finish() must be called before commit()');
        const key = bucket.keyOf(blobPathOf(digest));
        if (outgoing === undefined) {
          const input = { Bucket: bucket.name, Key: key, Body: part.bytes };
          const what = `put ${bucket.describe(key)}`;
          await bucket.send(what, new PutObjectCommand(input), commitBounds);
        } else {
          await complete(outgoing);
        }
        isCommitted = true;
      }),

    // Never fails: what cannot be removed now is removed when it is a day old.
    async discard() {
      if (isOver) return;
      isOver = true;
      end.abort();
      await running;
      part.free();
      const bounds = { totalMs: times.discardMs };
      const tasks: Promise<unknown>[] = [];
      if (incoming !== undefined) tasks.push(isWhole ? remove(incoming.key) : incoming.abort(bounds));
      if (outgoing !== undefined && !isCommitted) tasks.push(outgoing.abort(bounds));
      await Promise.allSettled(tasks);
    },
  };

  async function complete(upload: MultipartUpload): Promise<void> {
    try {
      await upload.complete(commitBounds);
    } catch (error) {
      // Either the response to an earlier attempt was lost, or somebody removed the upload as abandoned; the
      // latter is an error.
      if (!(error instanceof S3Failure && error.isAbsence && (await hasSize(upload.key, sizeBytes))))
        throw error;
    }
  }

  async function hasSize(key: string, expectedBytes: number): Promise<boolean> {
    const input = { Bucket: bucket.name, Key: key };
    const what = `look at ${bucket.describe(key)}`;
    const { ContentLength } = await bucket.send(what, new HeadObjectCommand(input), commitBounds);
    return ContentLength === expectedBytes;
  }

  function remove(key: string): Promise<unknown> {
    const input = { Bucket: bucket.name, Key: key };
    const what = `remove ${bucket.describe(key)}`;
    return bucket.send(what, new DeleteObjectCommand(input), {
      totalMs: times.discardMs,
    });
  }
}

async function copyAll(
  key: string,
  sizeBytes: number,
  to: MultipartUpload,
  signal: AbortSignal,
): Promise<void> {
  if (sizeBytes <= COPY_BYTES) return to.copy({ key }, 1, signal);
  const count = Math.ceil(sizeBytes / COPY_BYTES);
  let next = 0;
  const copyOthers = async (): Promise<void> => {
    while (next < count) {
      const start = next++ * COPY_BYTES;
      const last = Math.min(start + COPY_BYTES, sizeBytes) - 1;
      await to.copy({ key, range: `bytes=${start}-${last}` }, start / COPY_BYTES + 1, signal);
    }
  };
  await Promise.all(Array.from({ length: COPIES_AT_A_TIME }, copyOthers));
}
