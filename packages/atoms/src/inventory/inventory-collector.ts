// Reads the atoms of a tarball on the way, in the same pass in which it is inspected. One file is held at a time, of which the
// longest that is wanted has eight MiB.
import type { Inventory } from '../atom.ts';
import { InventoryBuilder } from './inventory-builder.ts';

/** A file that is being gathered. */
interface WantedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  filled: number;
}

/**
 * Takes the files of a tarball as a sink of packages/archive does, and gathers those with atoms. Nothing that is in them makes it
 * throw: no atom keeps a tarball from being published.
 */
export class InventoryCollector {
  #builder: InventoryBuilder | undefined = new InventoryBuilder();
  #file: WantedFile | undefined;
  #takenBytes = 0;

  /** Of all files that were taken so far: what is kept of them is a multiple of it. */
  get takenBytes(): number {
    return this.#takenBytes;
  }

  onFolder(): void {}

  onFile(path: string, sizeBytes: number): void {
    this.#file = undefined;
    this.#attempt((builder) => {
      if (!builder.wants(path, sizeBytes)) return;
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

  /** Lets go of everything, and reads nothing more: {@link finish} will have nothing. */
  giveUp(): void {
    this.#builder = undefined;
    this.#file = undefined;
    this.#takenBytes = 0;
  }

  /** What was read, to be asked once, of a tarball that was found good; undefined when it was given up, or a defect of ours kept it from being read. */
  async finish(): Promise<Inventory | undefined> {
    try {
      return await this.#builder?.finish();
    } catch {
      return undefined;
    }
  }

  // The builder throws for no input. Were it to, by a defect, the Prime is published without an inventory, which can be made
  // up for; refused, it could not.
  #attempt(work: (builder: InventoryBuilder) => void): void {
    try {
      if (this.#builder !== undefined) work(this.#builder);
    } catch {
      this.#builder = undefined;
    }
  }
}
