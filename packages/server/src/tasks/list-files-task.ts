// Lists the files of a tarball, and reads the licence at its root.
import { type ArchiveLimits, TarballInspector, type TarballSink } from '@prime-registry/archive';
import { decodeText } from './decode-text.ts';
import type { FileList, PackedFile } from './file-list.ts';

/** Files that are listed, and the length of all their paths, in characters. */
const [MAX_LISTED, MAX_PATHS_LENGTH] = [5000, 500_000];
/** The largest licence that is shown, in bytes. */
const MAX_LICENCE_BYTES = 64 * 1024;
const LICENCE = /^(?:(?:un)?licen[cs]e|copying)(?:[.-][a-z0-9.-]{1,20})?$/i;

/** Reads one tarball: {@link write} its bytes, then {@link finish}. */
export class ListFilesTask {
  readonly #sink = new ListingSink();
  readonly #inspector: TarballInspector;

  constructor(limits: ArchiveLimits) {
    this.#inspector = new TarballInspector(limits, this.#sink);
  }

  write(chunk: Uint8Array): Promise<void> {
    return this.#inspector.write(chunk);
  }

  /** The list; undefined if the bytes are no tarball. */
  async finish(): Promise<FileList | undefined> {
    const { ok } = await this.#inspector.finish();
    return ok ? this.#sink.finish() : undefined;
  }

  /** Frees its memory; safe at any time. */
  close(): void {
    this.#inspector.discard();
  }
}

class ListingSink implements TarballSink {
  readonly #files: PackedFile[] = [];
  #pathsLength = 0;
  #count = 0;
  #bytes = 0;
  #licencePath: string | undefined;
  #licence: Uint8Array[] = [];
  #isLicence = false;

  onFolder(): void {}

  onFile(path: string, sizeBytes: number): void {
    this.#count += 1;
    this.#bytes += sizeBytes;
    this.#pathsLength += path.length;
    if (this.#files.length < MAX_LISTED && this.#pathsLength <= MAX_PATHS_LENGTH)
      this.#files.push({ path, sizeBytes });
    // The first in the order of names: LICENSE before LICENSE-MIT.
    this.#isLicence =
      LICENCE.test(path) &&
      sizeBytes <= MAX_LICENCE_BYTES &&
      (this.#licencePath === undefined || path < this.#licencePath);
    if (!this.#isLicence) return;
    this.#licencePath = path;
    this.#licence = [];
  }

  onContent(bytes: Uint8Array): void {
    if (this.#isLicence) this.#licence.push(new Uint8Array(bytes));
  }

  onFileEnd(): void {
    this.#isLicence = false;
  }

  finish(): FileList {
    const text = this.#licencePath === undefined ? undefined : decodeText(Buffer.concat(this.#licence));
    return {
      files: this.#files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      count: this.#count,
      sizeBytes: this.#bytes,
      licence:
        this.#licencePath === undefined || text === undefined ? undefined : { path: this.#licencePath, text },
    };
  }
}
