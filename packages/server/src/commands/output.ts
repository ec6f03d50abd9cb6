// What commands print, line by line: as fast as it is taken, and no further when nobody takes it.
import { once } from 'node:events';
import { formatJsonLine } from '@prime-registry/command-line';

/** The other side of a pipe has gone, as `head` does when it has seen enough. */
export class OutputClosedError extends Error {
  override readonly name = 'OutputClosedError';
}

let failure: Error | undefined;
let isWatched = false;

/** Writes a line to standard output; resolves when the next may come. @throws OutputClosedError */
export async function printLine(line: string): Promise<void> {
  watchOutput();
  if (failure !== undefined) throw failure;
  if (process.stdout.write(`${line}\n`)) return;
  // A failure is seen by the listener, and told to whoever prints next.
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
      error.code === 'EPIPE' ? new OutputClosedError('nobody reads the output', { cause: error }) : error;
  });
}
