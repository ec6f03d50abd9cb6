// The first Ctrl-C stops a command at the next consistent point. The second ends the process at once.
import { constants } from 'node:os';

/** A command that was stopped; the message is for the operator. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  /** As in shells: 128 plus the number of the signal. */
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals, whatThen: string) {
    super(`stopped by ${signal}; ${whatThen}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Does work that SIGINT and SIGTERM stop.
 * @param whatThen - the state after a stop, and what to do; evaluated when it happens
 * @throws InterruptedError when it was stopped, and errors of the work
 */
export async function interruptibly<T>(
  whatThen: string | (() => string),
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    const error = new InterruptedError(signal, typeof whatThen === 'string' ? whatThen : whatThen());
    if (controller.signal.aborted) process.exit(error.exitCode);
    controller.abort(error);
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    return await work(controller.signal);
  } catch (error) {
    // Aborted streams throw errors of their own.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}
