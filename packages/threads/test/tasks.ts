// Tasks for the tests of this package.
import { getCompileCacheDir } from 'node:module';
import { getPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';

export class EchoTask {
  readonly #input: string;
  #calls = 0;

  constructor(input: string) {
    this.#input = input;
  }

  echo(text: string): string {
    this.#calls += 1;
    return `${this.#input} ${text} ${this.#calls}`;
  }

  /** The nice value of this thread. */
  priority(): number {
    return getPriority(0);
  }

  /** Where this thread keeps compiled code. */
  compileCache(): string | undefined {
    return getCompileCacheDir();
  }

  count(bytes: Uint8Array): number {
    return bytes.length;
  }

  async wait(ms: number): Promise<void> {
    await setTimeout(ms);
  }

  spin(): void {
    for (;;);
  }

  hoard(): number {
    const all: string[][] = [];
    for (;;) all.push(Array.from({ length: 10_000 }, (_, index) => `${index} ${all.length}`));
  }

  fail(): void {
    throw new Error('a bug');
  }
}

export const tasks = { echo: async () => EchoTask };
