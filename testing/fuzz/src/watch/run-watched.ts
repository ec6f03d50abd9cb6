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

/**
 * Fuzzes targets in a worker thread, one after another. A thread that has failed is replaced: to load the code of a thread takes
 * longer than a short run of a target.
 * @returns the report of each target, as soon as there is one
 */
export async function* runWatched(
  orders: readonly Omit<WorkerOrder, 'memory'>[],
): AsyncGenerator<TargetReport> {
  let thread: Worker | undefined;
  try {
    for (const order of orders) {
      thread ??= startThread();
      const { report, isUsable } = await watch(thread, order);
      if (!isUsable) {
        await thread.terminate();
        thread = undefined;
      }
      yield report;
    }
  } finally {
    await thread?.terminate();
  }
}

function startThread(): Worker {
  return new Worker(new URL('../fuzz-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
}

/** Lets the thread fuzz one target. @returns its report, and whether the thread can go on */
async function watch(
  thread: Worker,
  order: Omit<WorkerOrder, 'memory'>,
): Promise<{ report: TargetReport; isUsable: boolean }> {
  const memory = InputWindow.makeMemory();
  const window = new InputWindow(memory);
  const startMs = performance.now();
  const { promise, resolve } = Promise.withResolvers<{ report: TargetReport; isUsable: boolean }>();
  const fail = (what: string): void => {
    const failure: Failure = { target: order.target, what, input: window.input };
    const seconds = (performance.now() - startMs) / 1000;
    const report = { target: order.target, inputs: window.count, seconds, outcomes: 0, slowestMs: 0 };
    resolve({ report: { ...report, failures: [failure] }, isUsable: false });
  };
  let seen = { count: 0, atMs: startMs };
  const timer = setInterval(() => {
    if (window.count !== seen.count) seen = { count: window.count, atMs: performance.now() };
    else if (performance.now() - seen.atMs > HANG_MS) fail(`hangs`);
  }, LOOK_EVERY_MS);
  const listeners = {
    message: (report: TargetReport) =>
      resolve({ report: { ...report, failures: report.failures.map(toBuffer) }, isUsable: true }),
    error: (error: Error) => fail(`crashed the thread: ${error.name}: ${error.message}`),
    exit: (code: number) => fail(`ended the thread with exit code ${code}`),
  };
  for (const [event, listener] of Object.entries(listeners)) thread.on(event, listener);
  thread.postMessage({ ...order, memory } satisfies WorkerOrder);
  const watched = await promise;
  clearInterval(timer);
  for (const [event, listener] of Object.entries(listeners)) thread.off(event, listener);
  return watched;
}

/** Messages between threads turn buffers into byte arrays. */
function toBuffer(failure: Failure): Failure {
  return { ...failure, input: Buffer.from(failure.input) };
}
