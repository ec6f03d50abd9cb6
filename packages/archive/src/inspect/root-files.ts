// Keeps the two files of a Prime that a registry shows, `pack.yaml` and the README, during streaming.
import { MANIFEST_PATH, MAX_MANIFEST_BYTES } from '../paths/manifest-path.ts';

/** Number of bytes kept of each file: a whole manifest, and the beginning of a README. */
const MAX_KEPT_BYTES = MAX_MANIFEST_BYTES;
/** Names of a README in lower case, preferred first. */
const README_NAMES = ['readme.md', 'readme.markdown', 'readme', 'readme.txt'];

/** The beginning of a file, filled as its contents arrive. */
export class KeptFile {
  readonly bytes: Buffer;
  #filled = 0;
  /** Whether the file is longer than what is kept. */
  readonly isCut: boolean;

  constructor(sizeBytes: number) {
    this.bytes = Buffer.alloc(Math.min(sizeBytes, MAX_KEPT_BYTES));
    this.isCut = sizeBytes > MAX_KEPT_BYTES;
  }

  append(bytes: Uint8Array): void {
    const part = bytes.subarray(0, this.bytes.length - this.#filled);
    this.bytes.set(part, this.#filled);
    this.#filled += part.length;
  }
}

export class RootFiles {
  #manifest: KeptFile | undefined;
  #readme: KeptFile | undefined;
  #readmeRank = README_NAMES.length;
  readmePath: string | undefined;

  /** The buffer for the contents of the file, if it is to be kept. */
  findPlaceFor(path: string, sizeBytes: number): KeptFile | undefined {
    if (path === MANIFEST_PATH) {
      this.#manifest = new KeptFile(sizeBytes);
      return this.#manifest;
    }
    const rank = README_NAMES.indexOf(path.toLowerCase());
    if (rank === -1 || rank >= this.#readmeRank) return undefined;
    this.#readmeRank = rank;
    this.readmePath = path;
    this.#readme = new KeptFile(sizeBytes);
    return this.#readme;
  }

  get manifest(): Uint8Array | undefined {
    return this.#manifest?.bytes;
  }

  get readme(): string | undefined {
    if (this.#readme === undefined) return undefined;
    // Streaming mode drops a character that the cut splits.
    return new TextDecoder().decode(this.#readme.bytes, { stream: this.#readme.isCut });
  }
}
