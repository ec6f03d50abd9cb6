// Bounds the uploads in flight: each takes memory, a file, and a share of the bandwidth and the disk.
import { Semaphore } from '@prime-registry/concurrency';
import { overloaded } from './overloaded.ts';

export class UploadSlots {
  readonly #semaphore: Semaphore;

  constructor(maxUploads: number) {
    this.#semaphore = new Semaphore(maxUploads);
  }

  /** Runs an upload in a slot. @throws RegistryError `overloaded` before it begins, when no slot is free */
  async use<T>(upload: () => Promise<T>): Promise<T> {
    const release = this.#semaphore.tryAcquire();
    if (release === undefined) throw overloaded('There are too many uploads at the moment.');
    try {
      return await upload();
    } finally {
      release();
    }
  }
}
