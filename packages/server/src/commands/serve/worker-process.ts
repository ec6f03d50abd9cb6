// One worker as the primary sees it, from its fork to its end.
import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { SettingError } from '../../config/setting.ts';
import type { MetricReport } from '../../metrics/worker-register.ts';
import type { Notice, Of, Order } from './messages.ts';

const WORKER_MAIN = fileURLToPath(new URL('./worker-main.ts', import.meta.url));

// A worker that does not answer for so long is at a standstill, and a scraper waits for the others.
const REPORT_TIMEOUT_MS = 2000;

/** What the primary does about a worker. */
export interface WorkerHandlers {
  listening(port: number): void;
  /** It answers requests. */
  served(): void;
  /** It was asked for metrics. */
  collect(): Promise<MetricReport[]>;
  /** @param error - why; a SettingError when a setting is at fault */
  ended(error: Error): void;
}

/** A worker. It runs from the beginning, and {@link WorkerProcess.ended} tells when it does no more. */
export class WorkerProcess {
  readonly worker: number;
  /** What it was told to listen on. */
  readonly askedPort: number;
  /** Whether it takes connections. */
  isListening = false;
  /** Resolves when it is gone, and everything that it said was heard. */
  readonly ended: Promise<unknown>;
  readonly #process: Worker;
  #failure: Error | undefined;
  #awaitingReport: ((report: MetricReport | undefined) => void)[] = [];

  /** Starts it. */
  constructor(start: Of<Order, 'start'>, handlers: WorkerHandlers) {
    this.worker = start.worker;
    this.askedPort = start.settings.port;
    this.#process = fork();
    // A start that is refused by the system. What cannot be sent any more is no matter: that it ends is told all the same.
    this.#process.on('error', (error) => {
      if (this.pid === undefined) this.#failure ??= error;
    });
    this.#process.on('message', (notice: Notice) => this.#hear(notice, handlers));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    // Not `exit`, which may come before the last of what it said.
    this.#process.process.once('close', (code, signal) => {
      this.isListening = false;
      this.#takeReport(undefined);
      const manner = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
      handlers.ended(this.#failure ?? new Error(`worker ${this.worker} ${manner}`));
      resolve();
    });
    this.send(start);
  }

  get pid(): number | undefined {
    return this.#process.process.pid;
  }

  send(order: Order): void {
    if (this.#process.isConnected()) this.#process.send(order);
  }

  /** Ends it at once. */
  kill(): void {
    this.#process.process.kill('SIGKILL');
  }

  /** Its metrics; undefined when it does not answer. */
  report(): Promise<MetricReport | undefined> {
    return new Promise((resolve) => {
      this.#awaitingReport.push(resolve);
      this.send({ type: 'report' });
      setTimeout(() => {
        this.#awaitingReport = this.#awaitingReport.filter((waiting) => waiting !== resolve);
        resolve(undefined);
      }, REPORT_TIMEOUT_MS).unref();
    });
  }

  #hear(notice: Notice, handlers: WorkerHandlers): void {
    if (notice.type === 'report') this.#takeReport(notice.report);
    if (notice.type === 'failed') {
      this.#failure = notice.isSetting ? new SettingError(notice.message) : new Error(notice.message);
    }
    if (notice.type === 'listening') {
      this.isListening = true;
      handlers.listening(notice.port);
    }
    if (notice.type === 'served') handlers.served();
    if (notice.type === 'collect') {
      void handlers.collect().then((reports) => this.send({ type: 'reports', reports }));
    }
  }

  #takeReport(report: MetricReport | undefined): void {
    for (const resolve of this.#awaitingReport) resolve(report);
    this.#awaitingReport = [];
  }
}

/** A process without our variables: it is told all it needs, and an environment can be read from outside. */
function fork(): Worker {
  // The system hands out connections. To have the primary do it takes twice the time for each new one, and leaves a client
  // without an answer for ever when its worker is killed at that moment.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: WORKER_MAIN, args: [] });
  const ours = Object.keys(process.env).filter((name) => name.startsWith('PRIME_REGISTRY_'));
  return cluster.fork(Object.fromEntries(ours.map((name) => [name, undefined])));
}
