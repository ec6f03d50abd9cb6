// A tarball on its way from another registry, for any number of readers at once: each reads at its own pace what has come so far. The
// last piece is held back until the digest is known to be right, so that nobody ever has all of a wrong tarball.
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** So much is kept in memory; what is larger goes to a temporary file. */
const MAX_MEMORY_BYTES = 256 * 1024;
const READ_BYTES = 64 * 1024;

/** What comes in on one side and is read on the other. */
export class TarballSpool {
  #memory: Uint8Array[] = [];
  #file: FileHandle | undefined;
  #sizeBytes = 0;
  #releasedBytes = 0;
  #outcome: 'open' | 'whole' | { readonly error: unknown } = 'open';
  #changed = Promise.withResolvers<void>();
  #users = 1;

  /** How much has come. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Takes a piece, and gives the one before to the readers. To be called by one writer, one piece after the other. */
  async write(piece: Uint8Array): Promise<void> {
    const before = this.#sizeBytes;
    if (this.#file === undefined && before + piece.length > MAX_MEMORY_BYTES) await this.#moveToFile();
    if (this.#file === undefined) this.#memory.push(Uint8Array.from(piece));
    else await writeAt(this.#file, piece, before);
    this.#sizeBytes += piece.length;
    // What is small is whole before any of it is read: when it is wrong, whoever asked can be told so.
    if (this.#sizeBytes > READ_BYTES) this.#release(before);
  }

  /** All has come, and is what it should be. */
  end(): void {
    this.#outcome = 'whole';
    this.#release(this.#sizeBytes);
  }

  /** It will never be whole: readers get the error. */
  fail(error: unknown): void {
    this.#outcome = { error };
    this.#release(this.#releasedBytes);
  }

  /** Resolves when there is something to read, or nothing will follow. @throws what it failed with, if nothing was read before */
  async begun(): Promise<void> {
    while (this.#releasedBytes === 0 && this.#outcome === 'open') await this.#changed.promise;
    if (this.#releasedBytes === 0 && typeof this.#outcome === 'object') throw this.#outcome.error;
  }

  /** Resolves when all has come. @throws what it failed with */
  async whole(): Promise<void> {
    while (this.#outcome === 'open') await this.#changed.promise;
    if (typeof this.#outcome === 'object') throw this.#outcome.error;
  }

  /**
   * All of it from the beginning, as it comes; to be iterated. It throws what the spool failed with.
   * @returns undefined when everybody has left already
   */
  read(): AsyncIterable<Uint8Array> | undefined {
    if (this.#users === 0) return undefined;
    this.#users += 1;
    return this.#pieces();
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    try {
      for (let position = 0; ; ) {
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

  /** The writer needs it no more; it is gone when the last reader has ended, too. To be called once. */
  async close(): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#memory = [];
    await this.#file?.close();
  }

  #release(toBytes: number): void {
    this.#releasedBytes = toBytes;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #readAt(position: number): Promise<Uint8Array> {
    const length = Math.min(READ_BYTES, this.#releasedBytes - position);
    if (this.#file === undefined) return Buffer.concat(this.#memory).subarray(position, position + length);
    const buffer = Buffer.allocUnsafeSlow(length);
    const { bytesRead } = await this.#file.read(buffer, 0, length, position);
    if (bytesRead === 0) throw new Error('the temporary file is shorter than what was written to it');
    return buffer.subarray(0, bytesRead);
  }

  async #moveToFile(): Promise<void> {
    const path = join(tmpdir(), `prime-registry-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    // Without a name at once, so that nothing is left of it whatever happens. Where that cannot be, the system tidies up.
    await unlink(path).catch(() => undefined);
    await writeAt(file, Buffer.concat(this.#memory), 0);
    this.#file = file;
    this.#memory = [];
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
