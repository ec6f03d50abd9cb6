// Bounds the uploads in flight: each takes memory, a file, and a share of the bandwidth and the disk.
import { Semaphore } from '@prime-registry/concurrency';
import { overloaded } from './overloaded.ts';

export class UploadSlots extends Semaphore {
  /** Runs an upload in a slot. @throws RegistryError `overloaded` before it begins, when no slot is free */
  async use<T>(upload: () => Promise<T>): Promise<T> {
    const release = this.tryAcquire();
    if (release === undefined) throw overloaded('There are too many uploads at the moment.');
    try {
      return await upload();
    } finally {
      release();
    }
  }
}
