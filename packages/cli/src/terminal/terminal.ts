// The output of a command for people: notes, warnings and progress on standard error.
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { cutToWidth, StatusLine } from '@prime-registry/command-line';
import type { Annotation } from '../ci/annotation.ts';
import { type CiEnvironment, NO_CI } from '../ci/ci-environment.ts';
import { guardLog } from '../ci/guard-log.ts';
import { NO_PROGRESS, type Progress, ProgressBar } from './progress-bar.ts';
import { Waiting } from './waiting.ts';

/** Text styles. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The streams of a process. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/** Most annotations of each severity that are kept. */
const MAX_ANNOTATIONS = 1000;

/** The terminal of a command. */
export class Terminal {
  readonly streams: Streams;
  readonly isVerbose: boolean;
  /** Whether a program reads the result. */
  readonly isJson: boolean;
  readonly ci: CiEnvironment;
  readonly #annotations: Annotation[] = [];
  readonly #annotationCounts = { error: 0, warning: 0 };
  readonly #status: StatusLine;
  #waiting: Waiting | undefined;
  /** Whether standard output has no styles, once that is known. */
  #isPlain: boolean | undefined;

  constructor(streams: Streams, { isVerbose = false, isJson = false, ci = NO_CI } = {}) {
    this.streams = streams;
    this.#status = new StatusLine(streams.stderr);
    this.isVerbose = isVerbose;
    this.isJson = isJson;
    this.ci = ci;
  }

  /** Whether questions can be asked: standard input and standard error are terminals, and not those of CI. */
  get isInteractive(): boolean {
    return this.streams.stdin.isTTY === true && this.#showsProgress && !this.isJson;
  }

  get #showsProgress(): boolean {
    return this.streams.stderr.isTTY === true && !this.ci.isCi;
  }

  /**
   * Notes a problem for the forge; the caller also shows it to people. The first thousand of each severity are
   * kept: the warnings of one Prime must not hide the errors of the next one.
   */
  annotate(annotation: Annotation): void {
    this.#annotationCounts[annotation.severity] += 1;
    if (this.#annotationCounts[annotation.severity] <= MAX_ANNOTATIONS) this.#annotations.push(annotation);
  }

  /** What was noted so far. */
  get annotations(): readonly Annotation[] {
    return this.#annotations;
  }

  /** Text in a style, for standard output; plain if that is not a terminal or NO_COLOR is set. */
  paint(style: Style, text: string): string {
    const options = { stream: this.streams.stdout as NodeJS.WriteStream };
    // The answer is the same for all texts, and a table asks hundreds of times.
    this.#isPlain ??= styleText(style, 'x', options) === 'x';
    return this.#isPlain ? text : styleText(style, text, options);
  }

  /** Lines for standard output, cut to its width. Piped output has none: it is for programs, which need all of it. */
  fit(lines: readonly string[]): readonly string[] {
    const { columns } = this.streams.stdout;
    return columns ? lines.map((line) => cutToWidth(line, columns)) : lines;
  }

  /** A line on standard error. */
  note(text: string): void {
    this.#status.clear();
    this.streams.stderr.write(`${this.ci.isCi ? guardLog(text) : text}\n`);
  }

  /** A warning on standard error. */
  warn(text: string): void {
    this.note(`${this.paintNote('yellow', 'warning:')} ${text}`);
  }

  /** A line on standard error with `--verbose`. */
  detail(text: string): void {
    if (this.isVerbose) this.note(this.paintNote('dim', text));
  }

  /** Text in a style, for standard error. */
  paintNote(style: Style, text: string): string {
    return styleText(style, text, { stream: this.streams.stderr as NodeJS.WriteStream });
  }

  /**
   * Begins to wait for something, which a terminal shows after a second. With `--verbose` there is a line for each
   * request instead. @param subject - printable @returns a function that ends the wait
   */
  waitFor(subject: string): () => void {
    if (!this.#showsProgress || this.isVerbose) return () => undefined;
    this.#waiting ??= new Waiting(this.#status);
    return this.#waiting.begin(subject);
  }

  /** Starts a progress bar on standard error, if that is a terminal. */
  progress(title: string, total: number): Progress {
    if (!this.#showsProgress || this.isVerbose || total <= 0) return NO_PROGRESS;
    return new ProgressBar(this.#status, title, total);
  }
}
