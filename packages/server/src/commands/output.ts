// Prints lines with backpressure, and stops when the reader is gone.
import { once } from 'node:events';
import { formatJsonLine } from '@prime-registry/command-line';
import type { CommandHost, OutputStream } from './command-host.ts';

/** The reader of a pipe is gone, as `head` after enough lines. */
export class OutputClosedError extends Error {
  override readonly name = 'OutputClosedError';
}

/** The streams that lines were written to, and how each of them failed. */
const watched = new WeakMap<OutputStream, { failure?: Error }>();

/** Writes a line to standard output; resolves when the next one may be written. @throws OutputClosedError */
export async function printLine({ stdout }: CommandHost, line: string): Promise<void> {
  const state = watch(stdout);
  if (state.failure !== undefined) throw state.failure;
  if (stdout.write(`${line}\n`)) return;
  // The error listener keeps a failure for the next call.
  await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]).catch(() => undefined);
  if (state.failure !== undefined) throw state.failure;
}

/** Writes a value as a line of JSON with control characters escaped. */
export function printJson(host: CommandHost, value: unknown): Promise<void> {
  return printLine(host, formatJsonLine(value));
}

function watch(stdout: OutputStream): { failure?: Error } {
  const known = watched.get(stdout);
  if (known !== undefined) return known;
  const state: { failure?: Error } = {};
  watched.set(stdout, state);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    state.failure =
      error.code === 'EPIPE' ? new OutputClosedError('the output is closed', { cause: error }) : error;
  });
  return state;
}
