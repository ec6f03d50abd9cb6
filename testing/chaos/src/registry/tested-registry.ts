// The interface of a registry under test: one process, several workers or several replicas.
import type { Agent } from 'node:http';

export interface TestedRegistry {
  /** Processes of one command, 1 for one without workers. */
  readonly workers: number;
  /** The commands that serve: one, unless there are replicas. */
  readonly replicas: readonly TestedRegistry[];
  readonly baseUrl: string;
  readonly agent: Agent;
  readonly isUp: boolean;
  /** How often it was started. */
  readonly life: number;
  /** The error of its clock, in milliseconds. */
  readonly clockOffsetMs: number;
  /** Whether it could not remove uploads for some time. Its next start removes the rest. */
  mayLitter: boolean;
  /** Its whole log of this life. */
  readonly log: string;
  /** How often a worker has started to listen in this life. */
  readonly workerStarts: number;
  /** Its log since the last call. */
  takeLog(): string;
  /** Starts it. @throws Error with its output if it does not start */
  start(): Promise<void>;
  /** Sends it the signal. @returns the exit code, null if the signal killed it */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** The current worker processes, if there are workers. */
  listWorkers(): number[];
  /** Sets the error of its clock. */
  setClock(offsetMs: number): void;
}
