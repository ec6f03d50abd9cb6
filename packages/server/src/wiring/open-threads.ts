// The worker threads of a server. Reads have threads of their own: what an anonymous reader makes them do
// cannot end an upload.
import { ThreadPool } from '@prime-registry/threads';
import type { ServerSettings } from '../config/server-settings.ts';
import type { TaskPool } from '../tasks/task-table.ts';
import type { MemoryShares } from './memory-shares.ts';

/** The most work that hostile content was seen to cause takes some seconds. */
const MAX_CALL_MS = 60_000;

/** More than all pulls from one upstream open. */
const TASKS_OF_UPSTREAM = 100;

/** The threads of a server; they start when they are needed. */
export interface Threads {
  /** For the tarballs and manifests of uploads and upstreams. */
  readonly uploads: TaskPool;
  /** For pages, pictures and comparisons. */
  readonly reads: TaskPool;
}

export function openThreads(
  { threads, maxUploads, upstreams }: Pick<ServerSettings, 'threads' | 'maxUploads' | 'upstreams'>,
  shares: Pick<MemoryShares, 'threads' | 'threadHeapMib'>,
): Threads {
  const common = {
    script: new URL('../tasks/task-thread.ts', import.meta.url),
    maxThreads: threads === 'auto' ? shares.threads : threads,
    maxHeapMib: shares.threadHeapMib,
    maxCallMs: MAX_CALL_MS,
  };
  return {
    // An upload opens a task for its tarball and one for its manifest; so does a pull, which reads its tarball
    // twice.
    uploads: new ThreadPool({ ...common, maxTasks: 2 * maxUploads + TASKS_OF_UPSTREAM * upstreams.length }),
    reads: new ThreadPool({ ...common, maxTasks: common.maxThreads }),
  };
}
