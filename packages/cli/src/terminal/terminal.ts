// Where a command meets people: notes and progress on standard error, questions when somebody is there to answer.

import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { StatusLine, toPrintable } from '@prime-registry/command-line';

/** The styles that are used. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The streams of a process. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/** What is shown while something takes its time. */
export interface Progress {
  /** `done` of the total; beyond the total it stays full. */
  update(done: number, text?: string): void;
  /** Takes it away. */
  end(): void;
}

const NO_PROGRESS: Progress = { update() {}, end() {} };

/** The terminal of a command. */
export class Terminal {
  readonly streams: Streams;
  readonly isVerbose: boolean;
  /** Whether a program reads the results. */
  readonly isJson: boolean;
  readonly #status: StatusLine;

  constructor(streams: Streams, { isVerbose = false, isJson = false } = {}) {
    this.streams = streams;
    this.#status = new StatusLine(streams.stderr);
    this.isVerbose = isVerbose;
    this.isJson = isJson;
  }

  /** Whether somebody can be asked: both the questions and the answers are on a terminal. */
  get isInteractive(): boolean {
    return this.streams.stdin.isTTY === true && this.streams.stderr.isTTY === true && !this.isJson;
  }

  /** Text in a style, for standard output; plain where that is no terminal, or NO_COLOR is set. */
  paint(style: Style, text: string): string {
    return styleText(style, text, { stream: this.streams.stdout as NodeJS.WriteStream });
  }

  /** A line for people on standard error. */
  note(text: string): void {
    this.#status.clear();
    this.streams.stderr.write(`${text}\n`);
  }

  /** A warning on standard error. */
  warn(text: string): void {
    this.note(`${this.paintNote('yellow', 'warning:')} ${text}`);
  }

  /** A line for who wants to know everything. */
  detail(text: string): void {
    if (this.isVerbose) this.note(this.paintNote('dim', text));
  }

  /** Text in a style, for standard error. */
  paintNote(style: Style, text: string): string {
    return styleText(style, text, { stream: this.streams.stderr as NodeJS.WriteStream });
  }

  /** Begins to show progress, on standard error and only on a terminal. */
  progress(title: string, total: number): Progress {
    const { stderr } = this.streams;
    if (stderr.isTTY !== true || this.isVerbose || total <= 0) return NO_PROGRESS;
    return new ProgressBar(this.#status, title, total);
  }
}

const BAR_LENGTH = 24;

/** A progress bar with a text behind it. */
class ProgressBar implements Progress {
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
