// Ctrl-C asks a command to stop: it takes back what it began. Pressed again, it ends the process at once.
import { INTERRUPTED } from './exit-code.ts';

/** A signal that the first SIGINT or SIGTERM aborts; disposing of it gives the signals back. */
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
