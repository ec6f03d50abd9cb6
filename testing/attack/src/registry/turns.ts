// Reads what record-turns.ts has recorded.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The module that records turns, for `--import`. */
export const RECORDER = fileURLToPath(new URL('./record-turns.ts', import.meta.url));

/** A span of time, in milliseconds since 1970. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Turns of the event loop: when they ended, and their processor time in milliseconds. */
export class Turns {
  readonly #turns: readonly (readonly [endMs: number, cpuMs: number])[];

  constructor(file: string) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    // The last line may be incomplete: the registry is killed.
    const lines = text.split('\n').slice(0, -1);
    this.#turns = lines.map((line) => {
      const [endMs = 0, cpuMs = 0] = line.split(' ').map(Number);
      return [endMs, cpuMs] as const;
    });
  }

  /** The processor time of the longest turn that ended in the span; 0 if all were shorter than 5 ms. */
  longestMs({ fromMs, toMs }: Span): number {
    const within = this.#turns.filter(([endMs]) => endMs >= fromMs && endMs <= toMs);
    return within.reduce((longest, [, cpuMs]) => Math.max(longest, cpuMs), 0);
  }
}
