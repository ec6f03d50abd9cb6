// Keeps the configured number of workers running.
import type { ServerSettings } from '../../config/server-settings.ts';
import type { MetricReport } from '../../metrics/worker-register.ts';
import { CrashLoop } from './crash-loop.ts';
import type { Order } from './messages.ts';
import type { PrimaryLog } from './primary-log.ts';
import { WorkerProcess } from './worker-process.ts';

// How long a worker may take to end after the grace of its requests, before it is killed.
const END_TIMEOUT_MS = 5000;

/** The workers of a registry; replaces those that die. */
export class WorkerPool {
  /** Never resolves; rejects when a start fails, or in a crash loop. */
  readonly failure: Promise<never>;
  readonly #fail: (error: Error) => void;
  readonly #settings: ServerSettings;
  readonly #adminToken: string | undefined;
  readonly #log: PrimaryLog;
  /** By number; workers that died and await their replacement are missing. */
  readonly #workers = new Map<number, WorkerProcess>();
  readonly #replacements = new Set<NodeJS.Timeout>();
  readonly #crashLoop = new CrashLoop();
  readonly #started = Promise.withResolvers<number>();
  #hasStarted = false;
  #isStopping = false;
  /** The port, once the first worker listens. */
  #port: number | undefined;

  constructor(settings: ServerSettings, adminToken: string | undefined, log: PrimaryLog) {
    const { promise, reject } = Promise.withResolvers<never>();
    // Not an unhandled rejection when nothing awaits it any more.
    promise.catch(() => undefined);
    this.failure = promise;
    this.#fail = reject;
    this.#settings = settings;
    this.#adminToken = adminToken;
    this.#log = log;
  }

  /** Starts all workers. @returns the port, when all of them listen */
  start(): Promise<number> {
    for (let worker = 1; worker <= this.#settings.workers; worker += 1) this.#launch(worker);
    return Promise.race([this.#started.promise, this.failure]);
  }

  /** Stops all workers. In-flight requests are drained until the grace is over or `hurry` resolves. */
  async stop(hurry: Promise<unknown>): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#replacements) clearTimeout(timer);
    const workers = [...this.#workers.values()];
    const send = (order: Order) => {
      for (const worker of workers) worker.send(order);
    };
    send({ type: 'stop' });
    void hurry.then(() => send({ type: 'cut-off' }));
    const timer = setTimeout(() => {
      this.#log.error({}, 'workers did not end in time and are killed');
      for (const worker of workers) worker.kill();
    }, this.#settings.shutdownGraceMs + END_TIMEOUT_MS);
    await Promise.all(workers.map(({ ended }) => ended));
    clearTimeout(timer);
  }

  #launch(number: number): void {
    const settings = { ...this.#settings, port: this.#portToAskFor() };
    const start = { type: 'start', worker: number, settings, adminToken: this.#adminToken } as const;
    const worker: WorkerProcess = new WorkerProcess(start, {
      listening: (port) => this.#countIn(worker, port),
      served: () => this.#crashLoop.served(),
      collect: () => this.#collectReports(),
      ended: (error) => this.#countOut(worker, error),
    });
    this.#workers.set(number, worker);
  }

  #countIn(process: WorkerProcess, port: number): void {
    this.#port ??= port;
    if (port !== this.#port) {
      // The last worker with the shared port died before this one listened on it.
      process.kill();
      return;
    }
    const { worker, pid } = process;
    this.#log.info({ worker, pid }, 'a worker listens');
    if (this.#listening().length < this.#settings.workers) return;
    this.#hasStarted = true;
    this.#started.resolve(port);
  }

  #countOut(process: WorkerProcess, error: Error): void {
    const { worker, pid } = process;
    this.#workers.delete(worker);
    if (this.#isStopping) return;
    const pauseMs = this.#crashLoop.died(performance.now());
    if (!this.#hasStarted || pauseMs === undefined) {
      this.#fail(this.#hasStarted ? explainLoop(error) : error);
      return;
    }
    this.#log.error({ worker, pid, reason: error.message, pause_ms: pauseMs }, 'a worker died');
    const timer = setTimeout(() => {
      this.#replacements.delete(timer);
      this.#launch(worker);
    }, pauseMs);
    this.#replacements.add(timer);
  }

  async #collectReports(): Promise<MetricReport[]> {
    const reports = await Promise.all(this.#listening().map((worker) => worker.report()));
    return reports.filter((report) => report !== undefined);
  }

  /**
   * Workers that ask for port 0 share one port as long as one of them has it. After that it must be asked for
   * by number.
   */
  #portToAskFor(): number {
    return this.#listening()[0]?.askedPort ?? this.#port ?? this.#settings.port;
  }

  #listening(): WorkerProcess[] {
    return [...this.#workers.values()].filter(({ isListening }) => isListening);
  }
}

function explainLoop(last: Error): Error {
  return new Error(`workers die before they answer a request; the last one: ${last.message}`);
}
