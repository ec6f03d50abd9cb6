// The progress of a long operation, as a bar on a terminal.
import { type StatusLine, toPrintable } from '@prime-registry/command-line';

/** Progress of a long operation. */
export interface Progress {
  /** Shows `done` of the total; beyond the total the bar stays full. */
  update(done: number, text?: string): void;
  /** Removes it. */
  end(): void;
}

/** Shows nothing. */
export const NO_PROGRESS: Progress = { update() {}, end() {} };

const BAR_LENGTH = 24;

/** A progress bar with a text behind it. */
export class ProgressBar implements Progress {
  readonly #line: StatusLine;
  readonly #title: string;
  readonly #total: number;

  constructor(line: StatusLine, title: string, total: number) {
    this.#line = line;
    this.#title = title;
    this.#total = total;
  }

  update(done: number, text = ''): void {
    const part = Math.min(done / this.#total, 1);
    const bar = '='.repeat(Math.round(part * BAR_LENGTH)).padEnd(BAR_LENGTH);
    const percent = `${Math.floor(part * 100)}`.padStart(3);
    this.#line.show(`${this.#title} [${bar}] ${percent} % ${toPrintable(text)}`);
  }

  end(): void {
    this.#line.clear();
  }
}
