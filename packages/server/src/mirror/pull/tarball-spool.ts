// Buffers a tarball that is being pulled, for many readers at the same time: each reads at its own pace what
// has arrived. The last piece is held back until the digest is verified, so that nobody gets all of a wrong
// tarball. Once it is stored, readers go on with the stored one: a slow reader holds no temporary file.
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Up to this size the buffer is in memory; above it, in a temporary file. */
const MAX_MEMORY_BYTES = 256 * 1024;
const READ_BYTES = 64 * 1024;

/** As many of the largest tarballs that are kept. Larger ones are only passed on. */
const TARBALLS_IN_FILES = 64;

/** The disk space of the temporary files of one process. */
export class SpoolRoom {
  #freeBytes: number;

  /** @param maxTarballBytes - the largest tarball that is kept */
  constructor(maxTarballBytes: number) {
    this.#freeBytes = TARBALLS_IN_FILES * maxTarballBytes;
  }

  /** @throws Error if there is not enough */
  take(bytes: number): void {
    if (bytes > this.#freeBytes) throw new Error('the temporary files of pulls have too many bytes');
    this.#freeBytes -= bytes;
  }

  give(bytes: number): void {
    this.#freeBytes += bytes;
  }
}

/** Opens the stored tarball from a byte on. */
export type OpenRest = (from: number) => Promise<AsyncIterable<Uint8Array>>;

/** A buffer with one writer and many readers. */
export class TarballSpool {
  readonly #room: SpoolRoom | undefined;
  #roomBytes = 0;
  #memory: Uint8Array[] = [];
  #file: FileHandle | undefined;
  #sizeBytes = 0;
  #releasedBytes = 0;
  #outcome: 'open' | 'whole' | { readonly error: unknown } = 'open';
  #changed = Promise.withResolvers<void>();
  #users = 1;
  #openRest: OpenRest | undefined;

  /** @param room - undefined for no bound */
  constructor(room?: SpoolRoom) {
    this.#room = room;
  }

  /** How many bytes have arrived. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Takes a piece, and releases the previous one to the readers. Only one call at a time. */
  async write(piece: Uint8Array): Promise<void> {
    const before = this.#sizeBytes;
    if (this.#file === undefined && before + piece.length > MAX_MEMORY_BYTES) await this.#moveToFile();
    if (this.#file === undefined) this.#memory.push(Uint8Array.from(piece));
    else {
      this.#takeRoom(piece.length);
      await writeAt(this.#file, piece, before);
    }
    this.#sizeBytes += piece.length;
    // A small tarball is complete before any of it is read: if it is wrong, its reader gets an error.
    if (this.#sizeBytes > READ_BYTES) this.#release(before);
  }

  /** Everything has arrived and is verified. */
  end(): void {
    this.#outcome = 'whole';
    this.#release(this.#sizeBytes);
  }

  /** It will never be complete: readers get the error. */
  fail(error: unknown): void {
    this.#outcome = { error };
    this.#release(this.#releasedBytes);
  }

  /**
   * Resolves when there is something to read, or nothing will follow.
   * @throws the error of {@link fail}, if nothing was released before
   */
  async begun(): Promise<void> {
    while (this.#releasedBytes === 0 && this.#outcome === 'open') await this.#changed.promise;
    if (this.#releasedBytes === 0 && typeof this.#outcome === 'object') throw this.#outcome.error;
  }

  /** Resolves when everything has arrived. @throws the error of {@link fail} */
  async whole(): Promise<void> {
    while (this.#outcome === 'open') await this.#changed.promise;
    if (typeof this.#outcome === 'object') throw this.#outcome.error;
  }

  /**
   * The whole tarball from its beginning, as it arrives. The caller must iterate it. It throws the error of
   * {@link fail}.
   * @returns undefined if the writer and all readers have finished already
   */
  read(): AsyncIterable<Uint8Array> | undefined {
    if (this.#users === 0) return undefined;
    this.#users += 1;
    return this.#pieces();
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    try {
      for (let position = 0; ; ) {
        if (position < this.#releasedBytes && this.#openRest !== undefined) {
          yield* await this.#openRest(position);
          return;
        }
        if (position < this.#releasedBytes) {
          const piece = await this.#readAt(position);
          position += piece.length;
          yield piece;
        } else if (typeof this.#outcome === 'object') throw this.#outcome.error;
        else if (this.#outcome === 'whole') return;
        else await this.#changed.promise;
      }
    } finally {
      await this.close();
    }
  }

  /**
   * Frees the buffer of a tarball that is whole, although it has readers.
   * @param openRest - from where they go on
   */
  async handOver(openRest: OpenRest): Promise<void> {
    this.#openRest = openRest;
    await this.#free();
  }

  /**
   * Call once when the writer has finished. The buffer is freed when the last reader has finished, too, if it was not handed
   * over.
   */
  async close(): Promise<void> {
    this.#users -= 1;
    if (this.#users === 0) await this.#free();
  }

  async #free(): Promise<void> {
    const [file, roomBytes] = [this.#file, this.#roomBytes];
    this.#memory = [];
    this.#file = undefined;
    this.#roomBytes = 0;
    // Waits for reads that are under way.
    await file?.close();
    this.#room?.give(roomBytes);
  }

  #takeRoom(bytes: number): void {
    this.#room?.take(bytes);
    this.#roomBytes += bytes;
  }

  #release(toBytes: number): void {
    this.#releasedBytes = toBytes;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #readAt(position: number): Promise<Uint8Array> {
    const length = Math.min(READ_BYTES, this.#releasedBytes - position);
    if (this.#file === undefined) return copyPart(this.#memory, position, length);
    const buffer = Buffer.allocUnsafeSlow(length);
    const { bytesRead } = await this.#file.read(buffer, 0, length, position);
    if (bytesRead === 0) throw new Error('the temporary file is shorter than what was written to it');
    return buffer.subarray(0, bytesRead);
  }

  async #moveToFile(): Promise<void> {
    this.#takeRoom(this.#sizeBytes);
    const path = join(tmpdir(), `prime-registry-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    try {
      // Unlinked at once, so that nothing is left of it after a crash. Where that is impossible, the system
      // cleans up.
      await unlink(path).catch(() => undefined);
      await writeAt(file, Buffer.concat(this.#memory), 0);
    } catch (error) {
      // Node.js ends a process that forgets an open file.
      await file.close();
      throw error;
    }
    this.#file = file;
    this.#memory = [];
  }
}

/** A copy: the tarball of many readers must not be copied whole for each of them. */
function copyPart(pieces: readonly Uint8Array[], position: number, length: number): Uint8Array {
  const part = Buffer.allocUnsafeSlow(length);
  let at = -position;
  for (const piece of pieces) {
    if (at < length && at + piece.length > 0)
      part.set(piece.subarray(Math.max(0, -at), length - at), Math.max(0, at));
    at += piece.length;
  }
  return part;
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
