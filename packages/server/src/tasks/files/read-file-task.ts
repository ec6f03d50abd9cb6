// Reads one file of a tarball, up to a size.
import { TarballInspector, type TarballSink } from '@prime-registry/archive';
import { WIDEST_LIMITS } from '../publish/tarball-reading.ts';

export interface WantedFile {
  readonly path: string;
  /** Of a larger file, only its size is read. */
  readonly maxBytes: number;
}

export interface ReadFile {
  readonly sizeBytes: number;
  /** Undefined if it is larger than asked for. */
  readonly bytes: Uint8Array | undefined;
}

/** Reads one tarball: {@link write} its bytes until the file is found, then {@link finish}. */
export class ReadFileTask {
  readonly #sink: FindingSink;
  readonly #inspector: TarballInspector;

  constructor({ path, maxBytes }: WantedFile) {
    this.#sink = new FindingSink(path, maxBytes);
    this.#inspector = new TarballInspector(WIDEST_LIMITS, this.#sink);
  }

  /** @returns whether the rest does not matter */
  async write(chunk: Uint8Array): Promise<boolean> {
    await this.#inspector.write(chunk);
    return this.#sink.found !== undefined || this.#inspector.hasProblem;
  }

  /** The file; undefined if there is none with that path. The tarball was checked when it was published. */
  async finish(): Promise<ReadFile | undefined> {
    if (this.#sink.found === undefined) await this.#inspector.finish();
    return this.#sink.found;
  }

  /** Frees its memory; safe at any time. */
  close(): void {
    this.#inspector.discard();
  }
}

class FindingSink implements TarballSink {
  readonly #path: string;
  readonly #maxBytes: number;
  #sizeBytes = 0;
  #chunks: Uint8Array[] | undefined;
  found: ReadFile | undefined;

  constructor(path: string, maxBytes: number) {
    this.#path = path;
    this.#maxBytes = maxBytes;
  }

  onFolder(): void {}

  onFile(path: string, sizeBytes: number): void {
    this.#chunks = undefined;
    if (path !== this.#path) return;
    this.#sizeBytes = sizeBytes;
    if (sizeBytes <= this.#maxBytes) this.#chunks = [];
    else this.found = { sizeBytes, bytes: undefined };
  }

  onContent(bytes: Uint8Array): void {
    this.#chunks?.push(new Uint8Array(bytes));
  }

  onFileEnd(): void {
    if (this.#chunks === undefined) return;
    // A copy without the class: structured clone knows only plain arrays of bytes.
    this.found = { sizeBytes: this.#sizeBytes, bytes: new Uint8Array(Buffer.concat(this.#chunks)) };
    this.#chunks = undefined;
  }
}
