// The errors of a pool.

/** A thread ended before the end of a call: the call took too long or too much memory, or had a fatal bug. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}

/** Too many tasks are open. */
export class ThreadPoolFullError extends Error {
  override readonly name = 'ThreadPoolFullError';
}
