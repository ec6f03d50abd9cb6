// Shared memory in which a thread publishes its current input, so that it can be read when the thread hangs.
import { MAX_INPUT_BYTES } from '../mutate.ts';

/** The memory, as threads share it. */
export type WindowMemory = SharedArrayBuffer;

const HEAD_BYTES = 8;

export class InputWindow {
  /** The number of inputs so far, and the length of the current one. */
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

  /** The current input. */
  get input(): Buffer {
    return Buffer.from(this.#input.slice(0, Atomics.load(this.#head, 1)));
  }
}
