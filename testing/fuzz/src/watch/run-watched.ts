// Watches a fuzzing thread. An input that never ends, crashes the thread or exhausts its memory is reported
// like any other failure.
import { Worker } from 'node:worker_threads';
import type { Failure, TargetReport } from '../fuzz-target.ts';
import type { WorkerOrder } from '../fuzz-worker.ts';
import { InputWindow } from './input-window.ts';

/** Heap limit of the thread: much more than any input needs. */
const MAX_HEAP_MB = 512;
/** An input that takes longer counts as hanging, also on a very busy machine. */
const HANG_MS = 120_000;
const LOOK_EVERY_MS = 1000;

/** Fuzzes one target in a worker thread. */
export async function runWatched(order: Omit<WorkerOrder, 'memory'>): Promise<TargetReport> {
  const memory = InputWindow.makeMemory();
  const window = new InputWindow(memory);
  const startMs = performance.now();
  const worker = new Worker(new URL('../fuzz-worker.ts', import.meta.url), {
    workerData: { ...order, memory } satisfies WorkerOrder,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const { promise, resolve } = Promise.withResolvers<TargetReport>();
  const fail = (what: string): void => {
    const failure: Failure = { target: order.target, what, input: window.input };
    const seconds = (performance.now() - startMs) / 1000;
    resolve({
      target: order.target,
      inputs: window.count,
      seconds,
      outcomes: 0,
      slowestMs: 0,
      failures: [failure],
    });
  };
  let seen = { count: 0, atMs: startMs };
  const timer = setInterval(() => {
    if (window.count !== seen.count) seen = { count: window.count, atMs: performance.now() };
    else if (seen.count > 0 && performance.now() - seen.atMs > HANG_MS) fail(`hangs`);
  }, LOOK_EVERY_MS);
  worker.on('message', (report: TargetReport) =>
    resolve({ ...report, failures: report.failures.map(toBuffer) }),
  );
  worker.on('error', (error: Error) => fail(`crashed the thread: ${error.name}: ${error.message}`));
  worker.on('exit', (code) => fail(`ended the thread with exit code ${code}`));
  const report = await promise;
  clearInterval(timer);
  await worker.terminate();
  return report;
}

/** Messages between threads turn buffers into byte arrays. */
function toBuffer(failure: Failure): Failure {
  return { ...failure, input: Buffer.from(failure.input) };
}
