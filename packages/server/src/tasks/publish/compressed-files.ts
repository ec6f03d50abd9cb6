// Unpacks the compressed files of a tarball, within limits, so that tokens in them are found.

import type { Unpacker } from './unpacker.ts';
import { findUnpacker, mayBeCompressed, SIGNATURE_BYTES } from './unpackers.ts';

/** Most bytes to which all compressed files of a tarball are unpacked: some tenths of a second. */
const MAX_UNPACKED_BYTES = 64 * 2 ** 20;
/** Most bytes that wait. What the tarball packs as tightly as this is no compressed data. */
const MAX_QUEUED_BYTES = 4 * 2 ** 20;

/** Gets what is unpacked. */
export interface NestedSink {
  /** @param path - of the compressed file */
  onNested(bytes: Uint8Array, path: string): void;
  /** What follows does not continue what was before. */
  onNestedEnd(): void;
}

/** Takes the files of a tarball one after another, as they are inspected; {@link run} unpacks them. */
export class CompressedFiles {
  readonly #sink: NestedSink;
  #bytesLeft: number;
  #path = '';
  /** The first bytes of the file; undefined when they were judged. */
  #begin: Buffer | undefined;
  #unpacker: Unpacker | undefined;
  readonly #open = new Set<Unpacker>();
  #queue: (() => Promise<void>)[] = [];
  #queuedBytes = 0;

  /** @param maxBytes - a limit below the usual one */
  constructor(sink: NestedSink, maxBytes: number) {
    this.#sink = sink;
    this.#bytesLeft = Math.min(maxBytes, MAX_UNPACKED_BYTES);
  }

  /** Whether the limit of bytes has left something out. */
  get isCut(): boolean {
    return this.#bytesLeft < 0;
  }

  onFile(path: string): void {
    this.#path = path;
    this.#begin = this.isCut ? undefined : Buffer.alloc(0);
  }

  onContent(bytes: Uint8Array): void {
    if (this.#begin === undefined) {
      this.#enqueue(bytes);
      return;
    }
    if (this.#begin.length === 0 && !mayBeCompressed(bytes)) {
      this.#begin = undefined;
      return;
    }
    const begin = this.#begin.length === 0 ? bytes : Buffer.concat([this.#begin, bytes]);
    this.#begin = begin.length < SIGNATURE_BYTES ? Buffer.from(begin) : undefined;
    if (this.#begin !== undefined) return;
    this.#unpacker = this.#findUnpacker(begin.subarray(0, SIGNATURE_BYTES));
    this.#enqueue(begin);
  }

  onFileEnd(): void {
    const unpacker = this.#unpacker;
    if (unpacker === undefined) return;
    this.#queue.push(async () => {
      await unpacker.close();
      this.#open.delete(unpacker);
    });
    this.#unpacker = undefined;
  }

  /** Unpacks what was taken so far. */
  async run(): Promise<void> {
    if (this.#queue.length === 0) return;
    for (const step of this.#queue.splice(0)) await step();
    this.#queuedBytes = 0;
  }

  /** Frees memory; safe at any time. */
  discard(): void {
    this.#queue = [];
    for (const unpacker of this.#open) unpacker.discard();
  }

  #findUnpacker(begin: Uint8Array): Unpacker | undefined {
    const path = this.#path;
    const unpacker = findUnpacker(begin, {
      onBytes: (bytes) => {
        this.#bytesLeft -= bytes.length;
        if (!this.isCut) this.#sink.onNested(bytes, path);
        return !this.isCut;
      },
      onMemberEnd: () => this.#sink.onNestedEnd(),
    });
    if (unpacker !== undefined) this.#open.add(unpacker);
    return unpacker;
  }

  #enqueue(bytes: Uint8Array): void {
    const unpacker = this.#unpacker;
    if (unpacker === undefined) return;
    this.#queuedBytes += bytes.length;
    if (this.#queuedBytes > MAX_QUEUED_BYTES) {
      this.onFileEnd();
      return;
    }
    const copy = Buffer.from(bytes);
    this.#queue.push(() => unpacker.write(copy));
  }
}
