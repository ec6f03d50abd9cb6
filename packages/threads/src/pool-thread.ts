// One thread of a pool. It runs one call at a time; the others wait in a queue that is fair between keys.
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '@prime-registry/concurrency';
import { ThreadEndedError, ThreadPoolClosedError } from './errors.ts';
import type { CallMessage, CloseMessage, OutcomeMessage } from './messages.ts';

/** Limits of a thread. */
export interface ThreadLimits {
  /** The maximum size of its heap, in MiB. */
  readonly maxHeapMib: number;
  /** The maximum duration of a call, in milliseconds. */
  readonly maxCallMs: number;
}

interface Call extends PromiseWithResolvers<unknown> {
  readonly message: CallMessage;
  /** Memory that is moved to the thread. */
  readonly moved: ArrayBuffer[];
}

/** A closed task is forgotten with the next call, or after this time: to wake a thread costs as much as a short task. */
const CLOSE_AFTER_MS = 20;

export class PoolThread {
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  readonly #waiting = new FairQueue<Call>();
  readonly #openTasks = new Set<number>();
  #closedTasks: number[] = [];
  #running: Call | undefined;
  #timer: NodeJS.Timeout | undefined;
  #end: ThreadEndedError | undefined;

  /**
   * @param script - calls serveTasks
   * @param onEnd - called once, when no further task can be opened
   */
  constructor(script: URL, limits: ThreadLimits, onEnd: () => void) {
    this.#limits = limits;
    this.#worker = new Worker(script, {
      env: withCompileCache(process.env),
      resourceLimits: { maxOldGenerationSizeMb: limits.maxHeapMib },
    });
    this.#worker.unref();
    this.#worker.on('message', (outcome: OutcomeMessage) => this.#settle(outcome));
    this.#worker.on('error', (error) => {
      const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      const reason = isMemory ? `it took more than ${limits.maxHeapMib} MiB of memory` : String(error);
      this.#fail(reason, isMemory, error);
    });
    this.#worker.on('exit', (code) => {
      this.#fail(`the thread ended with the code ${code}`, false);
      onEnd();
    });
  }

  /** The number of open tasks. */
  get openTasks(): number {
    return this.#openTasks.size;
  }

  /** Whether no task can be opened any more. */
  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  open(task: number): void {
    this.#openTasks.add(task);
  }

  close(task: number): void {
    if (!this.#openTasks.delete(task) || this.#end !== undefined) return;
    const closed = new ThreadEndedError('the task was closed', false);
    for (const call of this.#waiting.takeWhere(({ message }) => message.task === task)) call.reject(closed);
    if (this.#closedTasks.length === 0) setTimeout(() => this.#forgetClosed(), CLOSE_AFTER_MS).unref();
    this.#closedTasks.push(task);
  }

  call(key: string, message: CallMessage, moved: ArrayBuffer[]): Promise<unknown> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    const call = { message, moved, ...Promise.withResolvers<unknown>() };
    this.#waiting.add(key, call);
    this.#runNext();
    return call.promise;
  }

  /** Ends the thread; rejects all calls. */
  async terminate(): Promise<void> {
    this.#endWith(new ThreadPoolClosedError());
    await this.#worker.terminate();
  }

  #runNext(): void {
    if (this.#running !== undefined) return;
    this.#running = this.#waiting.take();
    if (this.#running === undefined) {
      this.#worker.unref();
      return;
    }
    // The process stays alive until the call has ended.
    this.#worker.ref();
    const { maxCallMs } = this.#limits;
    this.#timer = setTimeout(() => {
      this.#fail(`it took longer than ${maxCallMs / 1000} s`, true);
      void this.#worker.terminate();
    }, maxCallMs);
    this.#forgetClosed();
    try {
      this.#worker.postMessage(this.#running.message, this.#running.moved);
    } catch (error) {
      // An argument cannot be copied.
      this.#settle({ error: { message: (error as Error).message, stack: (error as Error).stack } });
    }
  }

  #forgetClosed(): void {
    if (this.#closedTasks.length === 0 || this.#end !== undefined) return;
    this.#worker.postMessage({ type: 'close', tasks: this.#closedTasks } satisfies CloseMessage);
    this.#closedTasks = [];
  }

  #settle(outcome: OutcomeMessage): void {
    const call = this.#running;
    clearTimeout(this.#timer);
    this.#running = undefined;
    if ('error' in outcome) {
      const error = new Error(outcome.error.message);
      if (outcome.error.stack !== undefined) error.stack = outcome.error.stack;
      call?.reject(error);
    } else call?.resolve(outcome.result);
    this.#runNext();
  }

  #fail(reason: string, isLimit: boolean, cause?: unknown): void {
    this.#endWith(new ThreadEndedError(reason, isLimit, { cause }));
  }

  #endWith(end: ThreadEndedError): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    clearTimeout(this.#timer);
    this.#worker.unref();
    this.#running?.reject(this.#end);
    this.#running = undefined;
    for (const { reject } of this.#waiting.takeAll()) reject(this.#end);
  }
}

/** A thread uses the compile cache of its process only if a variable names the folder, which has one of each version of Node.js. */
function withCompileCache(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? environment : { ...environment, NODE_COMPILE_CACHE: dirname(folder) };
}
