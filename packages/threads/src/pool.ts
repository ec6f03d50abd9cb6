// A pool of worker threads. Threads start when they are needed, and end when they have been idle.
import { ThreadPoolFullError } from './errors.ts';
import { PoolThread, type ThreadLimits } from './pool-thread.ts';
import type { Calls, OpenTask, TaskClassOf, TaskTable } from './task.ts';

export { ThreadEndedError, ThreadPoolClosedError, ThreadPoolFullError } from './errors.ts';

const IDLE_MS = 10_000;

export interface ThreadPoolOptions extends ThreadLimits {
  /** The module that a thread runs; it calls serveTasks with the table of the pool. */
  readonly script: URL;
  /** Maximum number of threads. */
  readonly maxThreads: number;
  /** Maximum number of open tasks. */
  readonly maxTasks: number;
}

/** Opens tasks in other threads. */
export class ThreadPool<Table extends TaskTable> {
  readonly #options: ThreadPoolOptions;
  readonly #threads = new Set<PoolThread>();
  readonly #idleTimer: NodeJS.Timeout;
  #lastTask = 0;
  #lastUseMs = 0;
  #isClosed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
    this.#idleTimer = setInterval(() => this.#endIdle(), IDLE_MS).unref();
  }

  /** The number of open tasks. */
  get openTasks(): number {
    return this.#threads.values().reduce((sum, { openTasks }) => sum + openTasks, 0);
  }

  /** The maximum number of threads. */
  get maxThreads(): number {
    return this.#options.maxThreads;
  }

  /** The number of threads. */
  get threads(): number {
    return this.#threads.size;
  }

  /**
   * Opens a task in the thread with the fewest.
   * @param input - for its constructor, copied by structured clone
   * @param key - for whom it works: keys have equal shares of a thread
   * @throws ThreadPoolFullError
   */
  open<Kind extends keyof Table & string>(
    kind: Kind,
    input: ConstructorParameters<TaskClassOf<Table, Kind>>[0],
    key: string,
  ): OpenTask<InstanceType<TaskClassOf<Table, Kind>>> {
    if (this.openTasks >= this.#options.maxTasks)
      throw new ThreadPoolFullError(`${this.#options.maxTasks} tasks are open`);
    this.#lastTask += 1;
    const task = this.#lastTask;
    const thread = this.#chooseThread();
    thread.open(task);
    let opening: { readonly kind: string; readonly input: unknown } | undefined = { kind, input };
    const call = (method: string, given: readonly unknown[], moved: ArrayBuffer[]): Promise<unknown> => {
      const message = { type: 'call', task, method, given, ...(opening && { open: opening }) } as const;
      opening = undefined;
      return thread.call(key, message, moved);
    };
    type Methods = Calls<InstanceType<TaskClassOf<Table, Kind>>>;
    return {
      call: ((method, ...given) => call(method, given, [])) as Methods,
      give: ((method, ...given) => call(method, given, listMemory(given))) as Methods,
      close: () => {
        this.#lastUseMs = performance.now();
        thread.close(task);
      },
    };
  }

  /** Opens a task for the duration of a work. */
  async use<Kind extends keyof Table & string, Result>(
    kind: Kind,
    input: ConstructorParameters<TaskClassOf<Table, Kind>>[0],
    key: string,
    work: (call: Calls<InstanceType<TaskClassOf<Table, Kind>>>) => Promise<Result>,
  ): Promise<Result> {
    const task = this.open(kind, input, key);
    try {
      return await work(task.call);
    } finally {
      task.close();
    }
  }

  /** Ends all threads; rejects all calls. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#idleTimer);
    await Promise.all(Array.from(this.#threads, (thread) => thread.terminate()));
  }

  #chooseThread(): PoolThread {
    if (this.#isClosed) throw new ThreadPoolFullError('the pool was closed');
    const usable = [...this.#threads].filter(({ hasEnded }) => !hasEnded);
    const [best] = usable.toSorted((a, b) => a.openTasks - b.openTasks);
    if (best !== undefined && (best.openTasks === 0 || usable.length >= this.#options.maxThreads))
      return best;
    const { script, maxHeapMib, maxCallMs } = this.#options;
    const thread = new PoolThread(script, { maxHeapMib, maxCallMs }, () => this.#threads.delete(thread));
    this.#threads.add(thread);
    return thread;
  }

  #endIdle(): void {
    if (this.openTasks > 0 || performance.now() - this.#lastUseMs < IDLE_MS) return;
    for (const thread of this.#threads) void thread.terminate();
  }
}

function listMemory(values: readonly unknown[]): ArrayBuffer[] {
  const buffers = values.map((value) => (value instanceof Uint8Array ? value.buffer : undefined));
  return buffers.filter((buffer) => buffer instanceof ArrayBuffer);
}
