// Output whose reader has gone.
import type { Streams } from './terminal/terminal.ts';

/** A reader that closes the pipe early, such as `head`, is not an error: the remaining output is dropped. */
export function endQuietlyWithReaders({ stdout, stderr }: Pick<Streams, 'stdout' | 'stderr'>): void {
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
