// Computes the digests of the files of a tarball during streaming.
import { createHash, type Hash } from 'node:crypto';
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
  #hash: Hash = createHash('sha256');

  constructor(next?: TarballSink) {
    this.#next = next;
  }

  onFolder(path: string): void {
    this.#next?.onFolder(path);
  }

  onFile(path: string, sizeBytes: number): void {
    this.#path = path;
    this.#sizeBytes = sizeBytes;
    this.#hash = createHash('sha256');
    this.#next?.onFile(path, sizeBytes);
  }

  onContent(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#next?.onContent(bytes);
  }

  onFileEnd(): void {
    this.files.push({ path: this.#path, sizeBytes: this.#sizeBytes, sha256: this.#hash.digest('hex') });
    this.#next?.onFileEnd();
  }
}
