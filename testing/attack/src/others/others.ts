// Starts the process of the well-behaved clients.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Figures } from './measurements.ts';
import type { ClientsOrder } from './others-process.ts';
import type { ClientsOptions } from './well-behaved-clients.ts';

const MAIN = fileURLToPath(new URL('./others-process.ts', import.meta.url));

export class Others {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(MAIN, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  }

  /** Lets the clients use a registry. */
  start(options: ClientsOptions): void {
    this.#order(options);
  }

  /** Starts to measure. */
  measure(): void {
    this.#order('measure');
  }

  /** Stops the clients. @returns what they noticed since `measure` */
  async stop(): Promise<Figures> {
    this.#order('stop');
    const [figures] = (await once(this.#child, 'message')) as [Figures];
    return figures;
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  #order(order: ClientsOrder): void {
    this.#child.send(order);
  }
}
