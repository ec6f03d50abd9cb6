// One worker as the primary sees it, from its fork to its end.
import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { SettingError } from '../../config/setting.ts';
import type { MetricReport } from '../../metrics/worker-register.ts';
import type { Notice, Of, Order } from './messages.ts';

// It starts a worker process as such.
const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

// A worker that does not answer for this long hangs; the scraper gets the metrics of the others.
const REPORT_TIMEOUT_MS = 2000;

/** Callbacks for the events of a worker. */
export interface WorkerHandlers {
  listening(port: number): void;
  /** It has answered requests. */
  served(): void;
  /** It was scraped for metrics. */
  collect(): Promise<MetricReport[]>;
  /** @param error - why; a SettingError for a wrong setting */
  ended(error: Error): void;
}

/** A worker. It runs from construction until {@link WorkerProcess.ended} resolves. */
export class WorkerProcess {
  readonly worker: number;
  /** The port in its start order. */
  readonly askedPort: number;
  /** Whether it accepts connections. */
  isListening = false;
  /** Resolves when the process is gone and all its messages were handled. */
  readonly ended: Promise<unknown>;
  readonly #process: Worker;
  #failure: Error | undefined;
  #awaitingReport: ((report: MetricReport | undefined) => void)[] = [];

  /** Starts the process. */
  constructor(start: Of<Order, 'start'>, handlers: WorkerHandlers) {
    this.worker = start.worker;
    this.askedPort = start.settings.port;
    this.#process = fork();
    // The system refused to start it. A failed send needs no handling: the end of the process is reported
    // anyway.
    this.#process.on('error', (error) => {
      if (this.pid === undefined) this.#failure ??= error;
    });
    this.#process.on('message', (notice: Notice) => this.#hear(notice, handlers));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    // Not `exit`, which may come before its last messages.
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

  /** Kills it. */
  kill(): void {
    this.#process.process.kill('SIGKILL');
  }

  /** Its metrics; undefined if it does not answer. */
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

/**
 * A worker gets no variables of ours: its start order has everything, and an environment can be read from
 * outside.
 */
function fork(): Worker {
  // The operating system distributes connections. Through the primary, each new connection takes twice the
  // time, and a client waits for ever if its worker is killed at that moment.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: MAIN, args: [] });
  const ours = Object.keys(process.env).filter((name) => name.startsWith('PRIME_REGISTRY_'));
  return cluster.fork(Object.fromEntries(ours.map((name) => [name, undefined])));
}
