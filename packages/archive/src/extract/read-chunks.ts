// Reads a stream of bytes that somebody else made, and closes it whatever happens, also while it stalls.
import { Readable } from 'node:stream';

/** Bytes in pieces of any size: a stream, a response body, a generator, an array. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

type ChunkIterator = AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

/**
 * The chunks, until the signal is aborted: then it throws the signal's reason at once, even when no chunk arrives.
 * A source that is not read to its end is closed; one that stalls closes as soon as it can.
 */
export async function* readChunks(chunks: Chunks, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = open(chunks);
  let isWaiting = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      isWaiting = true;
      const step = await unlessAborted(iterator.next(), signal);
      isWaiting = false;
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    const closed = close(chunks, iterator);
    // A generator that waits for its own source takes no notice until that answers.
    if (!isWaiting) await closed;
  }
}

/** Closes a source of which nothing was read. */
export async function closeChunks(chunks: Chunks): Promise<void> {
  await close(chunks, open(chunks));
}

function open(chunks: Chunks): ChunkIterator {
  return Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
}

/** Never rejects: whatever made us stop is what the caller needs to know. */
async function close(chunks: Chunks, iterator: ChunkIterator): Promise<void> {
  try {
    // The iterator of a stream closes it only once it was begun, and only when it does not wait for data.
    if (chunks instanceof Readable) chunks.destroy();
    else await iterator.return?.();
  } catch {}
}

async function unlessAborted<T>(step: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return step;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  // The step itself may have aborted it, before anybody listened.
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([step, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
