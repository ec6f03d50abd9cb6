// Runs a load generator as its own process. It prints its result as one line of JSON.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How much longer than its work the program may take. */
const GRACE_MS = 150_000;
const MAX_OUTPUT_BYTES = 2 ** 20;

/** Options of a run. */
export interface RunLoadOptions {
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Runs a program. @returns the last line of its output, parsed @throws Error if it fails or hangs */
export async function runLoad(
  program: string,
  args: readonly string[],
  { seconds, signal }: RunLoadOptions,
): Promise<unknown> {
  const { stdout } = await promisify(execFile)(program, args, {
    signal,
    timeout: seconds * 1000 + GRACE_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}
