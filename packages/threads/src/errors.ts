// The errors of a pool.

/** A thread ended before the end of a call: the call took too long or too much memory, or had a fatal bug. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
  /** Whether the call exceeded a limit, which the message names; otherwise the message is of an inner error. */
  readonly isLimit: boolean;

  constructor(message: string, isLimit: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isLimit = isLimit;
  }
}

/** The pool was closed during a call. */
export class ThreadPoolClosedError extends ThreadEndedError {
  constructor() {
    super('the pool was closed', false);
  }
}

/** Too many tasks are open. */
export class ThreadPoolFullError extends Error {
  override readonly name = 'ThreadPoolFullError';
}
