// Ctrl-C aborts a command, which then rolls back. A second Ctrl-C ends the process at once.
import { INTERRUPTED } from './exit-code.ts';

/** A signal that the first SIGINT or SIGTERM aborts; disposing of it removes the listeners. */
export function abortOnInterrupt(): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}
