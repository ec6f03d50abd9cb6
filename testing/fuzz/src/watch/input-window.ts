// A piece of shared memory in which a thread shows what it is at: it can be read when the thread cannot answer any more.
import { MAX_INPUT_BYTES } from '../mutate.ts';

/** The memory, as it is handed from thread to thread. */
export type WindowMemory = SharedArrayBuffer;

const HEAD_BYTES = 8;

export class InputWindow {
  /** How many inputs were shown, and the length of the latest. */
  readonly #head: Int32Array;
  readonly #input: Uint8Array;

  constructor(memory: WindowMemory) {
    this.#head = new Int32Array(memory, 0, 2);
    this.#input = new Uint8Array(memory, HEAD_BYTES);
  }

  static makeMemory(): WindowMemory {
    return new SharedArrayBuffer(HEAD_BYTES + MAX_INPUT_BYTES);
  }

  show(input: Uint8Array): void {
    this.#input.set(input);
    Atomics.store(this.#head, 1, input.length);
    Atomics.add(this.#head, 0, 1);
  }

  get count(): number {
    return Atomics.load(this.#head, 0);
  }

  /** The latest input. */
  get input(): Buffer {
    return Buffer.from(this.#input.slice(0, Atomics.load(this.#head, 1)));
  }
}
