// Runs the checks of the database that `verify` makes, in a process that an interruption ends.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ScaleDatabase } from './engines/engine.ts';

const PROGRAM = join(import.meta.dirname, 'find-defects-program.ts');
const MAX_OUTPUT_BYTES = 2 ** 24;

/** What the checks found. */
export interface FoundDefects {
  /** The time of the checks. */
  readonly seconds: number;
  readonly defects: readonly string[];
}

/** Runs them. @throws the reason of the signal, and Error if they fail */
export async function findDefects(
  { dataFolder, environment }: Pick<ScaleDatabase, 'dataFolder' | 'environment'>,
  signal: AbortSignal,
): Promise<FoundDefects> {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  try {
    const running = promisify(execFile)(process.execPath, [PROGRAM, dataFolder], {
      env: { ...process.env, PRIME_REGISTRY_DATABASE: '', ...environment },
      signal,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_OUTPUT_BYTES,
    });
    running.child.once('close', () => resolve());
    return JSON.parse((await running).stdout) as FoundDefects;
  } catch (error) {
    // The files of the database are removed next.
    await ended;
    signal.throwIfAborted();
    throw error;
  }
}
