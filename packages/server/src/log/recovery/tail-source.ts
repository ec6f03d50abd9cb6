// Where the entries are that a database lacks: anyone who has the tiles of the log (C2SP tlog-tiles). What it says is
// believed only as far as signed heads prove it.
import type { TilePath } from '@prime-registry/tlog';

/** The largest bundle: 256 entries of at most 64 KiB, each after its length (C2SP tlog-tiles). */
export const MAX_BUNDLE_BYTES = 256 * (2 + 64 * 1024);

/** A copy of a log. */
export interface TailSource {
  /** Names it in messages. */
  readonly what: string;
  /** Its newest head, a signed note; undefined if it has none. @throws TailError */
  readCheckpoint(signal: AbortSignal): Promise<string | undefined>;
  /** A bundle of entries; undefined if it does not have it. @throws TailError */
  readBundle(bundle: TilePath, signal: AbortSignal): Promise<Uint8Array | undefined>;
}

/** A copy that somebody has to close. */
export interface OpenedTail extends TailSource {
  close(): Promise<void>;
}

/** A copy that cannot be used; the message says why, and what would be right. */
export class TailError extends Error {
  override readonly name = 'TailError';
}
