// Prints lines with backpressure, and stops when the reader is gone.
import { once } from 'node:events';
import { formatJsonLine } from '@prime-registry/command-line';

/** The reader of a pipe is gone, as `head` after enough lines. */
export class OutputClosedError extends Error {
  override readonly name = 'OutputClosedError';
}

let failure: Error | undefined;
let isWatched = false;

/** Writes a line to standard output; resolves when the next one may be written. @throws OutputClosedError */
export async function printLine(line: string): Promise<void> {
  watchOutput();
  if (failure !== undefined) throw failure;
  if (process.stdout.write(`${line}\n`)) return;
  // The error listener keeps a failure for the next call.
  await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')]).catch(() => undefined);
  if (failure !== undefined) throw failure;
}

/** Writes a value as a line of JSON with control characters escaped. */
export function printJson(value: unknown): Promise<void> {
  return printLine(formatJsonLine(value));
}

function watchOutput(): void {
  if (isWatched) return;
  isWatched = true;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    failure =
      error.code === 'EPIPE' ? new OutputClosedError('the output is closed', { cause: error }) : error;
  });
}
