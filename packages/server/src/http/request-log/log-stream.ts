// The destination of log lines.

/** Takes log lines, each with its line break. */
export interface LogStream {
  /** Writes a line, after all lines before it. */
  write(line: string): void;
  /** Takes the line of a request, of ASCII characters, which may be written a moment later; default {@link write}. */
  writeSoon?(line: string): void;
}
