// One download from the object store. If it breaks off, or another download takes its slot, it resumes at the
// same position.

import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { GetObjectCommand, type GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { RegistryError } from '@prime-registry/protocol';
import { damaged, unavailable } from '../blob-errors.ts';
import type { BlobChunks, ByteRange } from '../blob-store.ts';
import { blobPathOf } from './blob-keys.ts';
import type { ReadSlot, ReadSlots } from './read-slots.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { S3Failure } from './s3-failure.ts';

/** How often a reading resumes after a failure. */
const MAX_RESUMPTIONS = 4;
const PAUSE_MS = 100;

/** What to read. */
export interface ReadOrder {
  readonly bucket: S3Bucket;
  readonly slots: ReadSlots;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly range: ByteRange | undefined;
}

/** Opens a blob. @throws RegistryError `storage_unavailable` unless it has the size */
export async function readS3Blob(order: ReadOrder): Promise<BlobChunks> {
  const reading = new S3Reading(order);
  await reading.open();
  return reading;
}

class S3Reading implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #order: ReadOrder;
  readonly #key: string;
  #position: number;
  readonly #end: number;
  /** Of the object that was read first: the rest must come from the same object. */
  #etag: string | undefined;
  #slot: ReadSlot | undefined;
  #body: { readonly stream: Readable; readonly chunks: AsyncIterator<Uint8Array> } | undefined;
  #resumptions = 0;

  constructor(order: ReadOrder) {
    this.#order = order;
    this.#key = order.bucket.keyOf(blobPathOf(order.sha256));
    this.#position = order.range?.start ?? 0;
    this.#end = order.range?.end ?? order.sizeBytes - 1;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async open(): Promise<void> {
    try {
      await this.#openBody();
    } catch (error) {
      this.#close();
      throw translated(error);
    }
    this.#slot?.pause();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#slot?.resume();
    while (this.#position <= this.#end) {
      try {
        if (this.#body === undefined) await this.#openBody();
        const value = await this.#nextChunk();
        this.#position += value.length;
        if (this.#position > this.#end) this.#drain();
        else this.#slot?.pause();
        return { value, done: false };
      } catch (error) {
        this.#close();
        if (this.#resumptions === MAX_RESUMPTIONS || !isPassing(error)) throw translated(error);
        this.#resumptions += 1;
        await delay(PAUSE_MS * this.#resumptions);
      }
    }
    this.#close();
    return { value: undefined, done: true };
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#position = this.#end + 1;
    this.#close();
    return { value: undefined, done: true };
  }

  async #openBody(): Promise<void> {
    // Only called while nobody waits for a chunk.
    this.#slot = await this.#order.slots.take(() => this.#close());
    const { bucket, range } = this.#order;
    const isPart = range !== undefined || this.#position > 0;
    const input = {
      Bucket: bucket.name,
      Key: this.#key,
      ...(isPart && { Range: `bytes=${this.#position}-${this.#end}` }),
      ...(this.#etag !== undefined && { IfMatch: this.#etag }),
    };
    const answer = await bucket.send(`read ${bucket.describe(this.#key)}`, new GetObjectCommand(input));
    const stream = answer.Body as unknown as Readable;
    // The error reaches the reader that waits for a chunk; there may be none.
    stream.on('error', () => undefined);
    this.#body = { stream, chunks: stream[Symbol.asyncIterator]() };
    this.#checkLength(answer, isPart);
    this.#etag ??= answer.ETag;
  }

  #checkLength({ ContentLength, ContentRange }: GetObjectCommandOutput, isPart: boolean): void {
    const { sha256, sizeBytes } = this.#order;
    const wanted = this.#end - this.#position + 1;
    const whole = isPart ? Number(/\/([0-9]+)$/.exec(ContentRange ?? '')?.[1]) : ContentLength;
    if (whole !== sizeBytes) throw damaged(`blob ${sha256} has ${whole} bytes instead of ${sizeBytes}`);
    if (ContentLength !== wanted)
      throw damaged(`the store sends ${ContentLength} bytes of blob ${sha256} instead of ${wanted}`);
  }

  async #nextChunk(): Promise<Uint8Array> {
    const body = this.#body;
    if (body === undefined) throw new Error('the reading has ended');
    const { idleMs } = this.#order.bucket.times;
    const timer = setTimeout(
      () => body.stream.destroy(new Error(`the object store sent nothing for ${idleMs} ms`)),
      idleMs,
    );
    try {
      const { value, done } = await body.chunks.next();
      if (done === true) throw new Error('the object store ended its response too early');
      return value;
    } finally {
      clearTimeout(timer);
    }
  }

  /** All bytes were read: let the response end, so that the connection can be reused. */
  #drain(): void {
    const body = this.#body;
    const slot = this.#slot;
    this.#body = undefined;
    this.#slot = undefined;
    body?.chunks.next().then(
      () => slot?.release(),
      () => slot?.release(),
    );
  }

  #close(): void {
    this.#body?.stream.destroy();
    this.#body = undefined;
    this.#slot?.release();
    this.#slot = undefined;
  }
}

/** Whether a retry may succeed. What the store says about the blob does not change. */
function isPassing(error: unknown): boolean {
  if (error instanceof RegistryError) return false;
  const status = error instanceof S3Failure ? error.status : undefined;
  return status === undefined || status >= 500 || status === 429;
}

function translated(error: unknown): unknown {
  return error instanceof RegistryError ? error : unavailable(error);
}
