// The side of the thread: creates tasks and runs the calls of the pool.
import { parentPort } from 'node:worker_threads';
import type { CallMessage, CloseMessage, OutcomeMessage } from './messages.ts';
import type { TaskClasses } from './task.ts';

type Methods = Record<string, (...given: readonly unknown[]) => unknown>;

/**
 * Serves tasks to the pool that started this thread. A task with a method `close` is told when it is closed.
 * @param classes - the classes by name; the pool must have been given the same
 */
export function serveTasks(classes: TaskClasses): void {
  const port = parentPort;
  if (port === null) throw new Error('tasks are served in a worker thread');
  const tasks = new Map<number, Methods>();

  const open = ({ task, open: opening }: CallMessage): Methods => {
    const known = tasks.get(task);
    if (known !== undefined) return known;
    const TaskClass = classes[opening?.kind ?? ''];
    if (TaskClass === undefined) throw new Error(`there is no task ${opening?.kind}`);
    const opened = new TaskClass(opening?.input as never) as Methods;
    tasks.set(task, opened);
    return opened;
  };

  const run = async (message: CallMessage): Promise<OutcomeMessage> => {
    try {
      return { result: await open(message)[message.method]?.(...message.given) };
    } catch (error) {
      const { message: text, stack } = error as Error;
      return { error: { message: text, stack } };
    }
  };

  port.on('message', (message: CallMessage | CloseMessage) => {
    if (message.type === 'call') void run(message).then((outcome) => port.postMessage(outcome));
    else {
      tasks.get(message.task)?.['close']?.();
      tasks.delete(message.task);
    }
  });
}
