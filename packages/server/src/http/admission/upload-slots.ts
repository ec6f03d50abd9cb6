// Bounds the uploads that are under way: each takes memory, a file, and its part of the line and of the disk.
import { overloaded } from './overloaded.ts';

export class UploadSlots {
  readonly #most: number;
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Carries out an upload in a slot of its own. @throws RegistryError `overloaded` when there is none, before it begins */
  async use<T>(upload: () => Promise<T>): Promise<T> {
    if (this.#taken >= this.#most) throw overloaded('There are too many uploads at the moment.');
    this.#taken += 1;
    try {
      return await upload();
    } finally {
      this.#taken -= 1;
    }
  }
}
