// Disk space that tarballs leave to the database: on a full disk, the blob of a version could be in place
// when its row is refused, and tokens could not even be revoked.
import { statfs } from 'node:fs/promises';

/** Twice the size that the write-ahead log of the database reaches before a checkpoint. */
const RESERVE_BYTES = 8 * 2 ** 20;
/**
 * With this much free space, no check is needed for a while: it is more than all uploads of
 * {@link PLENTY_FOR_MS} can take.
 */
const PLENTY_BYTES = 2 ** 30;
const PLENTY_FOR_MS = 100;

/** Watches the free space of the disk that holds a folder. */
export class DiskReserve {
  readonly #folder: string;
  #plentyUntilMs = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws Error if less space is free than is reserved for the database */
  async require(): Promise<void> {
    if (performance.now() < this.#plentyUntilMs) return;
    const { bavail, bsize } = await statfs(this.#folder);
    const freeBytes = bavail * bsize;
    if (freeBytes < RESERVE_BYTES) {
      throw new Error(
        `the disk is full: ${freeBytes} bytes are free, ${RESERVE_BYTES} are reserved for the database`,
      );
    }
    if (freeBytes >= PLENTY_BYTES) this.#plentyUntilMs = performance.now() + PLENTY_FOR_MS;
  }
}
