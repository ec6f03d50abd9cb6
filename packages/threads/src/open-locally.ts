// A task in the thread of its user, for work that is too small for another thread.
import type { AnyTask, Calls, OpenTask } from './task.ts';

/** Opens a task in this thread. It behaves like one in another thread, without limits and without copies. */
export function openLocally<Task extends object>(task: Task): OpenTask<Task> {
  const methods = task as AnyTask;
  const call = async (method: string, ...given: readonly unknown[]): Promise<unknown> =>
    methods[method]?.(...given);
  return {
    call: call as Calls<Task>,
    give: call as Calls<Task>,
    close: () => void methods.close?.(),
  };
}
