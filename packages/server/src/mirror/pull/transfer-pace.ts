// The pace that the tarball of an upstream must keep: one that sends a byte now and then must not hold anything up for ever.
import { RegistryError } from '@prime-registry/protocol';

/** Which pace, and whose. */
export interface TransferPace {
  /** The base URL of the upstream. */
  readonly url: string;
  /** On average, after {@link FREE_TIME_MS}. */
  readonly minBytesPerMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
}

/** Readers wait for a pull, and it holds a slot and a file. */
export const PULL_BYTES_PER_MS = 16;
/** A copy downloads up to eight tarballs at a time, which may share a slow line. */
export const COPY_BYTES_PER_MS = 2;

const FREE_TIME_MS = 60_000;

/** Passes the chunks on. @throws RegistryError `upstream_unavailable` if they arrive too slowly */
export async function* withPace(
  chunks: AsyncIterable<Uint8Array>,
  { url, minBytesPerMs, now = () => performance.now() }: TransferPace,
): AsyncGenerator<Uint8Array> {
  const startMs = now();
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    if (now() - startMs > FREE_TIME_MS + sizeBytes / minBytesPerMs) {
      const detail = `${url} sends less than ${minBytesPerMs} kB a second.`;
      throw new RegistryError('upstream_unavailable', { detail });
    }
    yield chunk;
  }
}
