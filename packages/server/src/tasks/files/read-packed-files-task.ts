// Reads the files of a tarball that has a SKILL.md at its root, as many as a skill may have.
import { type ArchiveLimits, TarballInspector, type TarballSink } from '@prime-registry/archive';
import { PackedFileCollector, type PackedFiles } from '@prime-registry/knowledge';

/** Reads one tarball: {@link write} its bytes, then {@link finish}. */
export class ReadPackedFilesTask {
  readonly #collector = new CollectingSink();
  readonly #inspector: TarballInspector;

  constructor(limits: ArchiveLimits) {
    this.#inspector = new TarballInspector(limits, this.#collector);
  }

  write(chunk: Uint8Array): Promise<void> {
    return this.#inspector.write(chunk);
  }

  /** The files; undefined if there is no SKILL.md, or the bytes are no tarball. */
  async finish(): Promise<PackedFiles | undefined> {
    const { ok } = await this.#inspector.finish();
    return ok ? this.#collector.files.finish() : undefined;
  }

  /** Frees its memory; safe at any time. */
  close(): void {
    this.#inspector.discard();
  }
}

class CollectingSink implements TarballSink {
  readonly files = new PackedFileCollector();
  #path = '';
  #chunks: Uint8Array[] | undefined;

  onFolder(): void {}

  onFile(path: string, sizeBytes: number): void {
    this.#path = path;
    this.#chunks = this.files.wants(path, sizeBytes) ? [] : undefined;
  }

  onContent(bytes: Uint8Array): void {
    // A copy: a slice of a Buffer is none, and its memory is used again.
    this.#chunks?.push(new Uint8Array(bytes));
  }

  onFileEnd(): void {
    // A copy without the class: structured clone knows only plain arrays of bytes.
    if (this.#chunks !== undefined) this.files.add(this.#path, new Uint8Array(Buffer.concat(this.#chunks)));
    this.#chunks = undefined;
  }
}
