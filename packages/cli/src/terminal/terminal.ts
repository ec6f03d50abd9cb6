// Where a command meets people: notes and progress on standard error, questions when somebody is there to answer.
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { toPrintable } from './printable.ts';

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
  #progress: ProgressLine | undefined;

  constructor(streams: Streams, { isVerbose = false, isJson = false } = {}) {
    this.streams = streams;
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
    this.#progress?.clear();
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
    this.#progress = new ProgressLine(stderr, title, total);
    return this.#progress;
  }
}

/** Least time between two drawings, in milliseconds: terminals are slow. */
const DRAW_INTERVAL_MS = 50;
const BAR_LENGTH = 24;
const CLEAR_LINE = '\r\u001b[2K';

/** One line that is drawn over itself. */
class ProgressLine implements Progress {
  readonly #stream: OutputStream;
  readonly #title: string;
  readonly #total: number;
  #drawnAtMs = 0;

  constructor(stream: OutputStream, title: string, total: number) {
    this.#stream = stream;
    this.#title = title;
    this.#total = total;
  }

  update(done: number, text = ''): void {
    const nowMs = performance.now();
    if (nowMs - this.#drawnAtMs < DRAW_INTERVAL_MS) return;
    this.#drawnAtMs = nowMs;
    const part = Math.min(done / this.#total, 1);
    const filled = Math.round(part * BAR_LENGTH);
    const bar = '='.repeat(filled).padEnd(BAR_LENGTH);
    const percent = `${Math.floor(part * 100)}`.padStart(3);
    const line = `${this.#title} [${bar}] ${percent} % ${toPrintable(text)}`;
    // A line that wraps could not be drawn over. Terminals that do not know their width say that it is 0.
    this.#stream.write(`${CLEAR_LINE}${line.slice(0, (this.#stream.columns || 80) - 1)}`);
  }

  /** Makes room for a line of text; the next update draws it anew. */
  clear(): void {
    if (this.#drawnAtMs > 0) this.#stream.write(CLEAR_LINE);
    this.#drawnAtMs = 0;
  }

  end(): void {
    this.clear();
  }
}
