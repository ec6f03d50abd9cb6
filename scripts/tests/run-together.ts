// Runs several test files in one process, one after the other, each as a test named after its file.
import { test } from 'node:test';
import { recordTimes } from './record-times.ts';
import { dropEndedTests } from './test-context.ts';

/** Ends a test file that hangs; none comes near it, even when the machine has other work. */
const TIMEOUT_MS = 1_500_000;
const ROOT = new URL('../../', import.meta.url);

/**
 * Runs the files in order. The hooks of a file apply to its own tests, and its `after` hooks run before the next
 * file is loaded. If the process exits before all files have ended, its exit code is a failure.
 * @param files paths from the root of the repository
 */
export function runTogether(files: readonly string[]): void {
  const unfinished = new Set(files);
  const timesFile = process.env.TEST_TIMES;
  const noteTime = timesFile === undefined ? () => undefined : recordTimes(timesFile);
  for (const file of files) {
    const run = test(file, { timeout: TIMEOUT_MS }, async () => {
      await import(new URL(file, ROOT).href);
    });
    void run.finally(() => {
      unfinished.delete(file);
      noteTime(file);
      dropEndedTests();
    });
  }
  process.on('exit', () => {
    if (unfinished.size === 0) return;
    process.exitCode = 1;
    process.stderr.write(`The process ended before these test files did:\n${[...unfinished].join('\n')}\n`);
  });
}
