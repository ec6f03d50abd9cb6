// The worker threads of a server.
import { availableParallelism, totalmem } from 'node:os';
import { ThreadPool } from '@prime-registry/threads';
import type { ServerSettings } from '../config/server-settings.ts';
import type { TaskPool } from '../tasks/task-table.ts';

/** The most work that hostile content was seen to cause takes some seconds. */
const MAX_TASK_MS = 60_000;
/** Uploads are bounded by their own setting; this is for everything else. */
const MAX_READS = 200;
const MIB = 2 ** 20;

/** Opens the threads; they start when they are needed. */
export function openThreads({
  threads,
  maxUploads,
}: Pick<ServerSettings, 'threads' | 'maxUploads'>): TaskPool {
  return new ThreadPool({
    script: new URL('../tasks/task-thread.ts', import.meta.url),
    maxThreads: threads === 'auto' ? Math.min(Math.max(availableParallelism(), 2), 4) : threads,
    maxTasks: maxUploads + MAX_READS,
    maxHeapMib: heapOf(memoryBytes()),
    maxCallMs: MAX_TASK_MS,
  });
}

/** The memory of the container, or of the machine. */
function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? limit : totalmem();
}

/** A quarter of the memory for one thread: two of them are rarely at their limits at the same time. */
function heapOf(bytes: number): number {
  return Math.round(Math.min(Math.max(bytes / 4 / MIB, 128), 1024));
}
