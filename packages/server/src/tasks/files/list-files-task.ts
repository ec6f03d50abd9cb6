// Lists the files of a tarball, and reads the licence at its root and its small pictures.
import { TarballInspector, type TarballSink } from '@prime-registry/archive';
import { WIDEST_LIMITS } from '../publish/tarball-reading.ts';
import { decodeText } from './decode-text.ts';
import { PictureCollector } from './picture-collector.ts';
import type { Picture } from './sniff-picture.ts';

export interface PackedFile {
  /** Relative to the root of the Prime, with `/` between folders. */
  readonly path: string;
  readonly sizeBytes: number;
  /** What it is, if it is a picture that pages show. */
  readonly picture?: Picture;
}

/** The files of a tarball. */
export interface FileList {
  /** By path, at most 5,000. */
  readonly files: readonly PackedFile[];
  /** The number of all. */
  readonly count: number;
  /** The size of all, unpacked. */
  readonly sizeBytes: number;
  /** The licence at its root; undefined if there is none, or none of at most 64 KiB. */
  readonly licence: { readonly path: string; readonly text: string } | undefined;
}

/** Files that are listed, and the length of all their paths, in characters. */
const [MAX_LISTED, MAX_PATHS_LENGTH] = [5000, 500_000];
/** The largest licence that is shown, in bytes. */
const MAX_LICENCE_BYTES = 64 * 1024;
const LICENCE = /^(?:(?:un)?licen[cs]e|copying)(?:[.-][a-z0-9.-]{1,20})?$/i;

/** A list, and what was read in the same pass. */
export interface ReadFileList extends FileList {
  /** The first small pictures: the reader of the list mostly asks for them next. */
  readonly pictures: readonly { readonly path: string; readonly bytes: Uint8Array }[];
}

/** Reads one tarball: {@link write} its bytes, then {@link finish}. */
export class ListFilesTask {
  readonly #sink = new ListingSink();
  readonly #inspector = new TarballInspector(WIDEST_LIMITS, this.#sink);

  write(chunk: Uint8Array): Promise<void> {
    return this.#inspector.write(chunk);
  }

  /** The list; undefined if the bytes are no tarball. */
  async finish(): Promise<ReadFileList | undefined> {
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
  readonly #pictures = new PictureCollector();
  readonly #kept: { readonly path: string; readonly bytes: Uint8Array }[] = [];

  onFolder(): void {}

  onFile(path: string, sizeBytes: number): void {
    this.#count += 1;
    this.#bytes += sizeBytes;
    this.#pathsLength += path.length;
    if (this.#files.length < MAX_LISTED && this.#pathsLength <= MAX_PATHS_LENGTH) {
      this.#files.push({ path, sizeBytes });
      this.#pictures.begin(sizeBytes);
    }
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
    this.#pictures.add(bytes);
  }

  onFileEnd(): void {
    this.#isLicence = false;
    const picture = this.#pictures.end();
    const file = this.#files.at(-1);
    if (picture === undefined || file === undefined) return;
    this.#files.splice(-1, 1, { ...file, picture: picture.found });
    if (picture.bytes !== undefined) this.#kept.push({ path: file.path, bytes: picture.bytes });
  }

  finish(): ReadFileList {
    const text = this.#licencePath === undefined ? undefined : decodeText(Buffer.concat(this.#licence));
    return {
      pictures: this.#kept,
      files: this.#files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      count: this.#count,
      sizeBytes: this.#bytes,
      licence:
        this.#licencePath === undefined || text === undefined ? undefined : { path: this.#licencePath, text },
    };
  }
}
