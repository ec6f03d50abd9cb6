// One line that says how far a command is, on a terminal only: it is gone when the command is done.

const PAUSE_MS = 100;

/** A line on standard error that is written over. */
export interface ProgressLine {
  show(text: string): void;
  /** Takes the line away, before something else is printed. */
  clear(): void;
}

/** Makes a line; without a terminal it shows nothing. */
export function createProgressLine(stream: NodeJS.WriteStream = process.stderr): ProgressLine {
  let shownAtMs = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    show(text) {
      if (!stream.isTTY || performance.now() - shownAtMs < PAUSE_MS) return;
      shownAtMs = performance.now();
      isShown = true;
      stream.write(`\r\u001b[2K${text.slice(0, Math.max(20, stream.columns - 1))}`);
    },
    clear() {
      if (isShown) stream.write('\r\u001b[2K');
      isShown = false;
    },
  };
}
