// Lends worker threads: one that is given back runs the tasks of the next registry of a test process. A thread takes some
// 0.1 s of processor time to start, because it loads all of its code.
import { EventEmitter } from 'node:events';
import type { Transferable, Worker } from 'node:worker_threads';
import type { CallMessage, CloseMessage } from '../../packages/threads/src/messages.ts';

/** Each user of a thread numbers its tasks from 1 on. */
const TASKS_OF_A_USER = 2 ** 32;
/** More of the same kind end when they are given back. */
const MAX_FREE = 4;
const EVENTS = ['message', 'error', 'exit'];

/** A thread that nobody uses, and how many used it. */
interface FreeThread {
  readonly worker: Worker;
  readonly users: number;
}

const free = new Map<string, FreeThread[]>();

/** What a pool of threads uses of a worker. Terminated in the middle of a call, it ends. */
export class LentThread extends EventEmitter {
  readonly #kind: string;
  readonly #worker: Worker;
  readonly #users: number;
  readonly #openTasks = new Set<number>();
  #runningCalls = 0;
  #isMine = true;

  /**
   * @param kind - of the script and its limits: one kind of thread can do the work of another
   * @param start - starts one, if none of the kind is free
   */
  constructor(kind: string, start: () => Worker) {
    super();
    const { worker, users } = free.get(kind)?.pop() ?? { worker: start(), users: 0 };
    this.#kind = kind;
    this.#worker = worker;
    this.#users = users;
    worker.on('message', (outcome) => {
      this.#runningCalls -= 1;
      this.emit('message', outcome);
    });
    for (const event of ['error', 'exit'] as const)
      worker.on(event, (reason) => {
        this.#isMine = false;
        this.emit(event, reason);
      });
  }

  ref(): void {
    if (this.#isMine) this.#worker.ref();
  }

  unref(): void {
    if (this.#isMine) this.#worker.unref();
  }

  postMessage(message: CallMessage | CloseMessage, moved: readonly Transferable[] = []): void {
    const numberOf = (task: number): number => this.#users * TASKS_OF_A_USER + task;
    if (message.type === 'close') {
      const tasks = message.tasks.map(numberOf);
      this.#worker.postMessage({ ...message, tasks });
      for (const task of tasks) this.#openTasks.delete(task);
      return;
    }
    const task = numberOf(message.task);
    this.#worker.postMessage({ ...message, task }, moved);
    this.#openTasks.add(task);
    this.#runningCalls += 1;
  }

  async terminate(): Promise<number> {
    const others = free.get(this.#kind) ?? [];
    if (!this.#isMine || this.#runningCalls > 0 || others.length >= MAX_FREE) return this.#worker.terminate();
    this.#isMine = false;
    this.#worker.postMessage({ type: 'close', tasks: [...this.#openTasks] } satisfies CloseMessage);
    for (const event of EVENTS) this.#worker.removeAllListeners(event);
    this.#worker.unref();
    free.set(this.#kind, [...others, { worker: this.#worker, users: this.#users + 1 }]);
    this.emit('exit', 1);
    return 1;
  }
}
