// What commands print, line by line: as fast as it is taken, and no further when nobody takes it.
import { once } from 'node:events';

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

/** Writes a line of JSON; characters that would steer a terminal are escaped. */
export function printJson(value: unknown): Promise<void> {
  const json = JSON.stringify(value).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return printLine(json);
}

/** Text from strangers on one line, without what would steer a terminal or mislead a reader. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\uFEFF]/gu;

function watchOutput(): void {
  if (isWatched) return;
  isWatched = true;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    failure =
      error.code === 'EPIPE' ? new OutputClosedError('nobody reads the output', { cause: error }) : error;
  });
}
