// Unpacks a gzip stream (RFC 1952), a large one off the main thread, and accepts no data after its end.
import { createGunzip, type Gunzip } from 'node:zlib';
import { releaseMemory } from '../release-memory.ts';
import { invalid } from '../tarball-problem.ts';
import { findFileFormat } from './file-format.ts';
import { gunzipAtOnce } from './gunzip-at-once.ts';

/**
 * Size of the blocks that zlib gets, in bytes. It is fixed, because zlib drops the output of a failing call:
 * otherwise the result would depend on the chunks of the network.
 */
const INPUT_BLOCK_BYTES = 64 * 1024;
/** The first size of the block, in bytes, which then doubles: most tarballs are small. */
const FIRST_BLOCK_BYTES = 16 * 1024;
/** Size of zlib's output buffer, in bytes. */
const OUTPUT_CHUNK_BYTES = 128 * 1024;

/**
 * Gets the unpacked bytes, which are valid only during the call, and the number of packed bytes read so far.
 * An error that it throws ends the reading.
 */
export type UnpackedListener = (bytes: Buffer, packedBytes: number) => void;

/**
 * Unpacks one gzip file of one or more members (RFC 1952, section 2.2). {@link write} and {@link finish}
 * reject with a rejection for invalid content, or with an error of the listener. Calls must not overlap.
 */
export class GzipReader {
  readonly #listener: UnpackedListener;
  readonly #onPacked: ((bytes: Uint8Array) => void) | undefined;
  /** Undefined until the first block is full. */
  #gunzip: Gunzip | undefined;
  #isDiscarded = false;
  #isWhole = false;
  #block = Buffer.allocUnsafeSlow(FIRST_BLOCK_BYTES);
  #blockBytes = 0;
  #suppliedBytes = 0;
  #output: ArrayBufferLike | undefined;
  #outputBytes = 0;
  #failure: unknown;
  #wake = () => {};

  /** @param onPacked - gets the packed bytes, valid only during the call */
  constructor(listener: UnpackedListener, onPacked?: (bytes: Uint8Array) => void) {
    this.#listener = listener;
    this.#onPacked = onPacked;
  }

  /** Copies the chunk, and resolves when it can accept more. */
  async write(chunk: Uint8Array): Promise<void> {
    for (let rest = chunk; rest.length > 0; ) {
      const taken = Math.min(rest.length, INPUT_BLOCK_BYTES - this.#blockBytes);
      this.#growBlock(this.#blockBytes + taken);
      this.#block.set(rest.subarray(0, taken), this.#blockBytes);
      this.#blockBytes += taken;
      rest = rest.subarray(taken);
      if (this.#blockBytes === INPUT_BLOCK_BYTES) await this.#feedBlock();
    }
  }

  /**
   * Unpacks a whole file in one synchronous call, instead of {@link write}; then call {@link finish}.
   * @param maxBytes - the most unpacked bytes
   * @returns false if that is not possible: nothing was read then
   */
  unpackWhole(packed: Uint8Array, maxBytes: number): boolean {
    if (this.#isDiscarded) return false;
    const unpacked = gunzipAtOnce(packed, maxBytes);
    if (unpacked === undefined) return false;
    this.#isWhole = true;
    this.#onPacked?.(packed);
    for (let at = 0; at < unpacked.length; at += OUTPUT_CHUNK_BYTES) {
      this.#listener(unpacked.subarray(at, at + OUTPUT_CHUNK_BYTES), packed.length);
    }
    releaseMemory(this.#block);
    releaseMemory(new Uint8Array(unpacked.buffer));
    // There is nothing left for a stream.
    this.discard();
    return true;
  }

  /** Resolves when the whole file is unpacked and no data follows. */
  async finish(): Promise<void> {
    if (this.#gunzip === undefined && !this.#isWhole) {
      this.unpackWhole(this.#block.subarray(0, this.#blockBytes), OUTPUT_CHUNK_BYTES);
    }
    if (this.#isWhole) return;
    if (this.#blockBytes > 0 || this.#suppliedBytes === 0) await this.#feedBlock();
    await this.#run((gunzip) => gunzip.end());
    // A discard ends the step as well, while zlib may still use both.
    if (!this.#gunzip?.readableEnded) return;
    releaseMemory(this.#block);
    this.#releaseOutput();
  }

  /** Frees the memory of zlib; safe at any time. */
  discard(): void {
    this.#isDiscarded = true;
    this.#gunzip?.destroy();
  }

  #createGunzip(): Gunzip {
    const gunzip = createGunzip({ chunkSize: OUTPUT_CHUNK_BYTES });
    gunzip.on('data', (bytes: Buffer) => {
      try {
        this.#listener(bytes, gunzip.bytesWritten);
        this.#noteOutput(bytes);
      } catch (error) {
        this.#fail(error);
      }
    });
    gunzip.on('error', (error: NodeJS.ErrnoException) => this.#fail(describeFailure(error)));
    gunzip.on('end', () => {
      // zlib stops without an error when zeros follow a member; bytesWritten is the number of bytes that it
      // has read.
      if (gunzip.bytesWritten < this.#suppliedBytes) this.#fail(trailingData());
      this.#wake();
    });
    gunzip.on('close', () => this.#wake());
    return gunzip;
  }

  /**
   * zlib fills a buffer in steps, then allocates another one: a completely used buffer is no longer zlib's.
   */
  #noteOutput({ buffer, byteLength }: Buffer): void {
    if (buffer !== this.#output) this.#outputBytes = 0;
    this.#output = buffer;
    this.#outputBytes += byteLength;
    if (this.#outputBytes === buffer.byteLength) this.#releaseOutput();
  }

  #releaseOutput(): void {
    if (this.#output !== undefined) releaseMemory(new Uint8Array(this.#output));
    this.#output = undefined;
  }

  #growBlock(neededBytes: number): void {
    if (neededBytes <= this.#block.length) return;
    const small = this.#block;
    this.#block = Buffer.allocUnsafeSlow(
      Math.min(INPUT_BLOCK_BYTES, Math.max(neededBytes, 2 * small.length)),
    );
    this.#block.set(small);
    releaseMemory(small);
  }

  async #feedBlock(): Promise<void> {
    const block = this.#block.subarray(0, this.#blockBytes);
    if (this.#suppliedBytes === 0) requireGzip(block);
    this.#onPacked?.(block);
    this.#suppliedBytes += block.length;
    this.#blockBytes = 0;
    await this.#run((gunzip, done) => gunzip.write(block, done));
  }

  /**
   * Runs one step; after an error, an early end or a discard it also ends, because zlib never calls back
   * then.
   */
  async #run(step: (gunzip: Gunzip, done: () => void) => void): Promise<void> {
    if (!this.#isDiscarded) this.#gunzip ??= this.#createGunzip();
    const gunzip = this.#gunzip;
    // It destroys itself at its end.
    if (gunzip && !gunzip.destroyed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        step(gunzip, resolve);
      });
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  #fail(failure: unknown): void {
    this.#failure ??= failure;
    this.discard();
  }
}

function requireGzip(start: Buffer): void {
  if (start.length === 0) throw invalid('the tarball is empty; upload a .tar.gz file');
  if (start[0] === 0x1f && (start.length === 1 || start[1] === 0x8b)) return;
  const format = findFileFormat(start);
  const likeness = format === undefined ? '' : ` but ${format}`;
  throw invalid(`the tarball is not gzip-compressed${likeness}; make it with 'tar -czf'`);
}

function describeFailure(error: NodeJS.ErrnoException): Error {
  if (error.code === 'Z_BUF_ERROR') {
    return invalid('the tarball is cut off in the middle of its gzip data; upload the whole file');
  }
  if (error.code !== 'Z_DATA_ERROR') return error;
  // The magic of the first member was checked before, so this error is about bytes after a member.
  if (error.message === 'incorrect header check') return trailingData();
  return invalid(
    `the gzip data of the tarball is damaged (${error.message}); make it again and upload the whole file`,
  );
}

function trailingData(): Error {
  return invalid('there is data after the end of the gzip data; upload only the .tar.gz file, unchanged');
}
