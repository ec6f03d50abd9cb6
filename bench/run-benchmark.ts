// What every benchmark here leaves behind is nothing: no process and no file, whether it ends, fails or is interrupted.
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a benchmark works with. */
export interface Benchmark {
  /** Its own temporary folder. */
  readonly folder: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Runs what is deferred to it at the end, last first. */
  readonly cleanUp: AsyncDisposableStack;
}

/** Runs the work; removes its folder and undoes what it deferred, whatever happens. */
export async function runBenchmark(work: (benchmark: Benchmark) => Promise<void>): Promise<void> {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      process.exitCode = 128 + constants.signals[name];
      console.error('Interrupted; cleaning up.');
      interruption.abort();
    });
  }
  try {
    await using cleanUp = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'prime-bench-'));
    cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
    await work({ folder, signal: interruption.signal, cleanUp });
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
  }
}
