// The side of the thread: creates tasks and runs the calls of the pool.
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { CallMessage, CloseMessage, OutcomeMessage } from './messages.ts';
import type { AnyTask, TaskTable } from './task.ts';

/** Added to the nice value of the process: about a tenth of its weight (sched(7)). */
const NICER = 10;

/**
 * Serves tasks to the pool that started this thread. The thread calls the method `close` of a task, if it has one, at the end.
 * @param table - the same as the type of the pool
 */
export function serveTasks(table: TaskTable): void {
  const port = parentPort;
  if (port === null) throw new Error('tasks are served in a worker thread');
  yieldToServingThread();
  const tasks = new Map<number, AnyTask>();

  const open = async ({ task, open: opening }: CallMessage): Promise<AnyTask> => {
    const known = tasks.get(task);
    if (known !== undefined) return known;
    const TaskClass = await table[opening?.kind ?? '']?.();
    if (TaskClass === undefined) throw new Error(`there is no task ${opening?.kind}`);
    const opened = new TaskClass(opening?.input as never) as AnyTask;
    tasks.set(task, opened);
    return opened;
  };

  const run = async (message: CallMessage): Promise<OutcomeMessage> => {
    try {
      const task = await open(message);
      return { result: await task[message.method]?.(...message.given) };
    } catch (error) {
      const { message: text, stack } = error as Error;
      return { error: { message: text, stack } };
    }
  };

  const handle = async (message: CallMessage | CloseMessage): Promise<void> => {
    if (message.type === 'call') return port.postMessage(await run(message));
    for (const task of message.tasks) {
      tasks.get(task)?.close?.();
      tasks.delete(task);
    }
  };

  // In order: a task is closed after the call that opens it.
  let last = Promise.resolve();
  port.on('message', (message: CallMessage | CloseMessage) => {
    last = last.then(() => handle(message));
  });
}

/**
 * Lowers the priority of this thread, so that the thread that serves goes first when there are more threads than cores.
 * A thread has a priority of its own on Linux only (setpriority(2), "C library/kernel differences").
 */
function yieldToServingThread(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, Math.min(getPriority(0) + NICER, constants.priority.PRIORITY_LOW));
  } catch {
    // Without the permission all threads have the same priority.
  }
}
