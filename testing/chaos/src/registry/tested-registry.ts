// What the harness asks of the registry that it tests, be it one process, several workers or several replicas.
import type { Agent } from 'node:http';

export interface TestedRegistry {
  /** Processes that serve behind one command, 1 for one without workers. */
  readonly workers: number;
  /** The commands that serve: one, unless there are replicas. */
  readonly replicas: readonly TestedRegistry[];
  readonly baseUrl: string;
  readonly agent: Agent;
  readonly isUp: boolean;
  /** How often it was started. */
  readonly life: number;
  /** How wrong its clock is, in milliseconds. */
  readonly clockOffsetMs: number;
  /** Whether it could not remove uploads for some time: what is left then goes at its next start. */
  mayLitter: boolean;
  /** Everything it has logged in this life. */
  readonly log: string;
  /** How often a worker has begun to listen in this life. */
  readonly workerStarts: number;
  /** What it has logged since this was asked last. */
  takeLog(): string;
  /** Starts it. @throws Error when it does not start, with what it said */
  start(): Promise<void>;
  /** Ends it with the signal. @returns the exit code; null when the signal killed it */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** The processes that serve now, when there are workers. */
  listWorkers(): number[];
  /** Makes its clock wrong by so much, from now on. */
  setClock(offsetMs: number): void;
}
