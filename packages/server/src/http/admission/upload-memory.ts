// Accounts the memory of an upload: chunks on their way, the manifest, which is kept whole, and the beginning of
// the tarball, which is inspected at once and which a bucket keeps until a part is full.
import type { Release } from '@prime-registry/concurrency';
import { MAX_MANIFEST_BYTES } from '@prime-registry/protocol';
import { HELD_BYTES } from '../../tasks/publish/tarball-reader.ts';
import type { PieceListener } from '../requests/multipart/chunk-reader.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { overloaded } from './overloaded.ts';

/** Chunks that are read, hashed, inspected and written at the same time. */
const CHUNK_BYTES = 128 * 1024;
const STEP_BYTES = 64 * 1024;

export class UploadMemory {
  readonly #budget: MemoryBudget;
  readonly #key: string;
  /** What is kept of a part, by its name. */
  readonly #keptBytes: Map<string, number>;
  readonly #releases: Release[] = [];

  /**
   * @param key - the client; see clientKey
   * @param uploadBufferBytes - what the blob store keeps of a tarball, at most
   * @throws RegistryError `overloaded`
   */
  constructor(budget: MemoryBudget, key: string, uploadBufferBytes: number) {
    this.#budget = budget;
    this.#key = key;
    this.#keptBytes = new Map([
      // The chunks, and all of them together.
      ['manifest', 2 * MAX_MANIFEST_BYTES],
      ['tarball', HELD_BYTES + uploadBufferBytes],
    ]);
    this.#take(CHUNK_BYTES);
  }

  /** Accounts a part of the form. The listener throws RegistryError `overloaded` if there is no memory. */
  startPart(name: string): PieceListener {
    const keptBytes = this.#keptBytes.get(name) ?? 0;
    // Another part of the same name is not kept.
    this.#keptBytes.delete(name);
    let neededBytes = 0;
    let takenBytes = 0;
    return (sizeBytes) => {
      neededBytes = Math.min(neededBytes + 2 * sizeBytes, keptBytes);
      const missingBytes = neededBytes - takenBytes;
      if (missingBytes > 0) takenBytes += this.#take(Math.ceil(missingBytes / STEP_BYTES) * STEP_BYTES);
    };
  }

  /** Returns everything, when the upload has ended. */
  release(): void {
    for (const release of this.#releases.splice(0)) release();
  }

  #take(bytes: number): number {
    const release = this.#budget.take(this.#key, bytes);
    if (release === undefined) throw overloaded('Too many uploads are being read at the moment.');
    this.#releases.push(release);
    return bytes;
  }
}
