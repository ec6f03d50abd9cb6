// Computes the digests of the files of a tarball during streaming.
import { createHash, hash as digestOf, type Hash } from 'node:crypto';
import type { TarballSink } from '../inspect/tarball-sink.ts';
import type { FileDigest } from './file-digest.ts';

/**
 * Collects {@link files} in the order of the archive, and forwards everything to another sink, if there is
 * one.
 */
export class FileDigester implements TarballSink {
  readonly files: FileDigest[] = [];
  readonly #next: TarballSink | undefined;
  #path = '';
  #sizeBytes = 0;
  /** Of a file that comes in several pieces. */
  #hash: Hash | undefined;
  /** Of a file that has come in one piece, which takes half of the time. */
  #digest = '';

  constructor(next?: TarballSink) {
    this.#next = next;
  }

  onFolder(path: string): void {
    this.#next?.onFolder(path);
  }

  onFile(path: string, sizeBytes: number): void {
    this.#path = path;
    this.#sizeBytes = sizeBytes;
    this.#hash = undefined;
    this.#digest = '';
    this.#next?.onFile(path, sizeBytes);
  }

  onContent(bytes: Uint8Array): void {
    if (bytes.length === this.#sizeBytes) {
      this.#hash = undefined;
      this.#digest = digestOf('sha256', bytes);
    } else {
      this.#hash ??= createHash('sha256');
      this.#hash.update(bytes);
    }
    this.#next?.onContent(bytes);
  }

  onFileEnd(): void {
    // An empty file has no content.
    const sha256 = this.#hash?.digest('hex') ?? (this.#digest || digestOf('sha256', ''));
    this.files.push({ path: this.#path, sizeBytes: this.#sizeBytes, sha256 });
    this.#next?.onFileEnd();
  }
}
