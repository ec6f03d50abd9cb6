// Reads the atoms of a tarball while it streams, in the same pass as its inspection. One file at a time is in
// memory, of at most 8 MiB.
import type { Inventory } from '../atom.ts';
import type { Sha256 } from '../hash/content-hash.ts';
import { InventoryBuilder } from './inventory-builder.ts';

export interface CollectorOptions {
  /** Whether there is memory for a further file; if not, the collector gives up. */
  readonly hasRoom?: () => boolean;
  /** By default with Web Cryptography; a synchronous one is faster. */
  readonly sha256?: Sha256;
}

/**
 * A sink for packages/archive that collects the files with atoms. It never throws: an unreadable atom does
 * not prevent a publish.
 */
export class InventoryCollector {
  readonly #hasRoom: () => boolean;
  #builder: InventoryBuilder | undefined;
  #file: { readonly path: string; readonly bytes: Uint8Array; filled: number } | undefined;
  #takenBytes = 0;

  constructor({ hasRoom = () => true, sha256 }: CollectorOptions = {}) {
    this.#hasRoom = hasRoom;
    this.#builder = new InventoryBuilder(sha256);
  }

  /** The size of all collected files so far. Memory use is a multiple of it. */
  get takenBytes(): number {
    return this.#takenBytes;
  }

  onFolder(): void {}

  onFile(path: string, sizeBytes: number): void {
    this.#file = undefined;
    this.#attempt((builder) => {
      if (!builder.wants(path, sizeBytes)) return;
      if (!this.#hasRoom()) return this.giveUp();
      this.#file = { path, bytes: new Uint8Array(sizeBytes), filled: 0 };
      this.#takenBytes += sizeBytes;
    });
  }

  onContent(bytes: Uint8Array): void {
    if (this.#file === undefined) return;
    this.#file.bytes.set(bytes, this.#file.filled);
    this.#file.filled += bytes.length;
  }

  onFileEnd(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) this.#attempt((builder) => builder.add(file.path, file.bytes));
  }

  /** Releases everything and ignores further files: {@link finish} returns undefined. */
  giveUp(): void {
    this.#builder = undefined;
    this.#file = undefined;
    this.#takenBytes = 0;
  }

  /**
   * The inventory of a valid tarball; undefined after {@link giveUp} or after a bug in the builder. Call it
   * once.
   */
  async finish(): Promise<Inventory | undefined> {
    try {
      return await this.#builder?.finish();
    } catch {
      return undefined;
    }
  }

  // The builder never throws. If it does because of a bug, the Prime is published without an inventory, which
  // can be added later; a refused publish could not be repaired.
  #attempt(work: (builder: InventoryBuilder) => void): void {
    try {
      if (this.#builder !== undefined) work(this.#builder);
    } catch {
      this.#builder = undefined;
    }
  }
}
