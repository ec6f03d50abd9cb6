// Room that tarballs leave to the database: on a full disk a version's blob could be in place already when its row is
// refused, and tokens could not even be revoked.
import { statfs } from 'node:fs/promises';

/** Twice what the log of the database grows to before it is worked in. */
const RESERVE_BYTES = 8 * 2 ** 20;
/** So much is free for some time: more than all uploads of {@link PLENTY_FOR_MS} could take. */
const PLENTY_BYTES = 2 ** 30;
const PLENTY_FOR_MS = 100;

/** Watches the disk that a folder is on. */
export class DiskReserve {
  readonly #folder: string;
  #plentyUntilMs = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws Error when there is less free than is kept for the database */
  async require(): Promise<void> {
    if (performance.now() < this.#plentyUntilMs) return;
    const { bavail, bsize } = await statfs(this.#folder);
    const freeBytes = bavail * bsize;
    if (freeBytes < RESERVE_BYTES) {
      throw new Error(
        `the disk is full: ${freeBytes} bytes are free, ${RESERVE_BYTES} are kept for the database`,
      );
    }
    if (freeBytes >= PLENTY_BYTES) this.#plentyUntilMs = performance.now() + PLENTY_FOR_MS;
  }
}
