// Runs a benchmark and removes all its processes and files, also on failure or interruption.
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleClone } from '../scripts/clone-bundle/bundle-clone.ts';

/** The context of a benchmark. */
export interface Benchmark {
  /** A temporary folder. */
  readonly folder: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Runs deferred functions at the end, last first. */
  readonly cleanUp: AsyncDisposableStack;
}

/** Runs the work, then removes its folder and runs what it deferred, whatever happens. */
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
    // After an edit, the commands would start from their sources, unlike those that users have.
    await bundleClone();
    await work({ folder, signal: interruption.signal, cleanUp });
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
  }
}
