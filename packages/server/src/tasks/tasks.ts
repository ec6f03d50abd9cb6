// Runs tasks: small ones in this thread, others in worker threads.
import { LruCache } from '@prime-registry/concurrency';
import { RegistryError } from '@prime-registry/protocol';
import {
  type Calls,
  FairSemaphore,
  openLocally,
  type TaskClassOf,
  ThreadEndedError,
} from '@prime-registry/threads';
import { refuseEnded } from './ended-tasks.ts';
import { type TaskPool, taskTable } from './task-table.ts';

type Table = typeof taskTable;
type InputOf<Kind extends keyof Table> = ConstructorParameters<TaskClassOf<Table, Kind>>[0];
type TaskOf<Kind extends keyof Table> = InstanceType<TaskClassOf<Table, Kind>>;

/** Tasks that wait for a thread at the same time. */
const MAX_WAITING = 200;
/** How long a task that was ended is not tried again. */
const REFUSED_MS = 60_000;

export interface TaskUse {
  /** What it reads. After it was given up, it is refused for a minute. */
  readonly subject: string;
  /** For whom: the address of a client, or the id of a token. Each has an equal share of a thread. */
  readonly key: string;
  /** Whether even the worst content takes only some milliseconds: a thread would take as long. */
  readonly isSmall: boolean;
}

export class Tasks {
  readonly #pool: TaskPool;
  readonly #turns: FairSemaphore;
  readonly #refused: LruCache<RegistryError>;

  constructor(pool: TaskPool, now: () => number) {
    this.#pool = pool;
    // One for each thread: a task that waits does not yet hold what it reads.
    this.#turns = new FairSemaphore(pool.maxThreads, MAX_WAITING);
    this.#refused = new LruCache({ maxSize: 1000, ttlMs: REFUSED_MS, now });
  }

  /**
   * Runs a work with a task.
   * @throws RegistryError `overloaded` if too many tasks are open, or the task took too much time or memory
   */
  async use<Kind extends keyof Table, Result>(
    kind: Kind,
    input: InputOf<Kind>,
    { subject, key, isSmall }: TaskUse,
    work: (call: Calls<TaskOf<Kind>>) => Promise<Result>,
  ): Promise<Result> {
    if (isSmall) {
      const Task = (await taskTable[kind]()) as new (given: InputOf<Kind>) => TaskOf<Kind>;
      return work(openLocally(new Task(input)).call);
    }
    const refusal = this.#refused.get(`${kind} ${subject}`);
    if (refusal !== undefined) throw refusal;
    try {
      return await refuseEnded(this.#turns.use(key, () => this.#pool.use(kind, input, key, work)));
    } catch (error) {
      const isGivenUp = error instanceof RegistryError && error.cause instanceof ThreadEndedError;
      if (isGivenUp) this.#refused.set(`${kind} ${subject}`, error);
      throw error;
    }
  }
}
