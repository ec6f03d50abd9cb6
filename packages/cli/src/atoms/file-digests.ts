// The digest of each file of a tarball, from the same pass as its inspection.
import { createHash, type Hash } from 'node:crypto';

/** A sink for packages/archive. Memory grows with the number of files, not with their sizes. */
export class FileDigests {
  /** SHA-256 by path, 64 lower-case hexadecimal digits. */
  readonly files = new Map<string, string>();
  #path = '';
  #hash: Hash | undefined;

  onFile(path: string): void {
    this.#path = path;
    this.#hash = createHash('sha256');
  }

  onContent(bytes: Uint8Array): void {
    this.#hash?.update(bytes);
  }

  onFileEnd(): void {
    if (this.#hash !== undefined) this.files.set(this.#path, this.#hash.digest('hex'));
    this.#hash = undefined;
  }
}

/** Paths whose files differ, or that only one side has; sorted. */
export function listChangedFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted();
}
