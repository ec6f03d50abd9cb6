// Reads the skill that a tarball is, if it has a SKILL.md at its root.
import { TarballInspector, type TarballSink } from '@prime-registry/archive';
import {
  findOwnSkill,
  type OwnSkill,
  PackedFileCollector,
  type PackedFiles,
} from '@prime-registry/knowledge';
import { WIDEST_LIMITS } from '../publish/tarball-reading.ts';

/** Reads one tarball: {@link write} its bytes, then {@link finish}. */
export class ReadOwnSkillTask {
  readonly #maxTextBytes: number;
  readonly #collector = new CollectingSink();
  readonly #inspector = new TarballInspector(WIDEST_LIMITS, this.#collector);

  /** @param maxTextBytes - the most bytes of texts to look into */
  constructor(maxTextBytes: number) {
    this.#maxTextBytes = maxTextBytes;
  }

  write(chunk: Uint8Array): Promise<void> {
    return this.#inspector.write(chunk);
  }

  /** The skill; undefined if there is no SKILL.md, or the bytes are no tarball; `long` if its texts are too long. */
  async finish(): Promise<OwnSkill | 'long' | undefined> {
    const { ok } = await this.#inspector.finish();
    const packed = ok ? this.#collector.files.finish() : undefined;
    if (packed === undefined) return undefined;
    return textBytes(packed) > this.#maxTextBytes ? 'long' : findOwnSkill(packed);
  }

  /** Frees its memory; safe at any time. */
  close(): void {
    this.#inspector.discard();
  }
}

/** The size of the files that findOwnSkill looks into. */
function textBytes({ files }: PackedFiles): number {
  return files.reduce((sum, { path, bytes }) => sum + (path.endsWith('.md') ? bytes.length : 0), 0);
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
