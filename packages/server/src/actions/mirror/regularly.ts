// Does something now and then for as long as a server runs. Several processes that do the same do it at different moments.

/** What is done, and when. */
export interface RegularWork {
  /** About how long after the start, and after the end of each time, in milliseconds: some less, some more. */
  readonly firstAfterMs: number;
  readonly everyMs: number;
  work(signal: AbortSignal): Promise<void>;
  /** Told why it has failed; the next time comes all the same. */
  onFailure(error: unknown): void;
}

/** Starts it. @returns what stops it: resolves when nothing of it is under way */
export function doRegularly({ firstAfterMs, everyMs, work, onFailure }: RegularWork): () => Promise<void> {
  const stopping = new AbortController();
  let running = Promise.resolve();
  let timer: NodeJS.Timeout;

  const runAfter = (waitMs: number): void => {
    timer = setTimeout(() => void run(), waitMs * (0.75 + Math.random() / 2)).unref();
  };
  const run = async (): Promise<void> => {
    running = work(stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) onFailure(error);
    });
    await running;
    if (!stopping.signal.aborted) runAfter(everyMs);
  };
  runAfter(firstAfterMs);

  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}
