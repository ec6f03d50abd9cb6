// Reads a stream of the caller, and always closes it, even while it stalls.
import { Readable } from 'node:stream';

/** Chunks of bytes of any size: a stream, a response body, a generator, an array. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

type ChunkIterator = AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

/**
 * The chunks, until the signal is aborted: then it throws the signal's reason immediately, even when no chunk
 * arrives. A source that is not read to its end is closed; a stalled one closes as soon as it can.
 */
export async function* readChunks(chunks: Chunks, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = open(chunks);
  let isWaiting = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const next = iterator.next();
      isWaiting = isPromise(next);
      // What is there already cannot stall: listening for an abort would take as long as reading a small file.
      const step = isPromise(next) ? await unlessAborted(next, signal) : next;
      isWaiting = false;
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    const closed = close(chunks, iterator);
    // A generator that waits for its own source reacts only when that source does.
    if (!isWaiting) await closed;
  }
}

export async function closeChunks(chunks: Chunks): Promise<void> {
  await close(chunks, open(chunks));
}

function open(chunks: Chunks): ChunkIterator {
  return Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
}

/** Never rejects: the caller needs the original reason. */
async function close(chunks: Chunks, iterator: ChunkIterator): Promise<void> {
  try {
    // The iterator of a stream closes it only if it was started and does not wait for data.
    if (chunks instanceof Readable) chunks.destroy();
    else await iterator.return?.();
  } catch {}
}

function isPromise<T extends object>(step: T | Promise<T>): step is Promise<T> {
  return 'then' in step;
}

async function unlessAborted<T>(step: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return step;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  // The step itself may have aborted the signal before the listener was added.
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([step, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
