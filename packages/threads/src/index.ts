// The public interface of the package.

export { FairSemaphore } from './fair-semaphore.ts';
export { openLocally } from './open-locally.ts';
export {
  ThreadEndedError,
  ThreadPool,
  ThreadPoolClosedError,
  ThreadPoolFullError,
  type ThreadPoolOptions,
} from './pool.ts';
export { serveTasks } from './serve-tasks.ts';
export type { Calls, OpenTask, TaskClassOf, TaskTable } from './task.ts';
