// Reads the entries of a copy from some index on, bundle by bundle.
import type { LogStore } from '@prime-registry/store';
import {
  appendLeaves,
  decodeEntryBundle,
  type Edge,
  leafHash,
  type Sha256,
  TILE_WIDTH,
  TlogError,
  tileWidth,
} from '@prime-registry/tlog';
import { TailError, type TailSource } from './tail-source.ts';

/** What is read, and with what. */
export interface TailReading {
  readonly store: Pick<LogStore, 'listLogEntries'>;
  readonly sha256: Sha256;
  readonly source: TailSource;
  /** Number of entries to read up to. */
  readonly size: number;
  /** Number of entries of the copy; undefined if it does not say. */
  readonly sourceSize: number | undefined;
  readonly signal: AbortSignal;
}

/** The new entries of a bundle. */
export interface TailPart {
  readonly entries: readonly Uint8Array[];
  /** The tree before them. */
  readonly before: Edge;
}

/**
 * Reads what comes after a tree. The first bundle may begin with entries that the database has: they must be the same.
 * @throws TailError if the copy lacks entries, or has other ones than the database
 */
export async function* readTail(reading: TailReading, start: Edge): AsyncGenerator<TailPart> {
  const { sha256, size, signal } = reading;
  let before = start;
  while (before.size < size) {
    signal.throwIfAborted();
    const position = Math.floor(before.size / TILE_WIDTH);
    const first = position * TILE_WIDTH;
    const bundle = (await readBundle(reading, position)).slice(0, size - first);
    await requireSame(reading, first, bundle.slice(0, before.size - first));
    const entries = bundle.slice(before.size - first);
    yield { entries, before };
    before = appendLeaves(
      sha256,
      before,
      entries.map((entry) => leafHash(sha256, entry)),
    ).edge;
  }
}

async function readBundle(reading: TailReading, position: number): Promise<readonly Uint8Array[]> {
  const { source, size, sourceSize = size, signal } = reading;
  // Of partial bundles, a copy has those of its own size.
  const width = tileWidth('entries', position, sourceSize);
  const needed = tileWidth('entries', position, size);
  const read = (each: number) => source.readBundle({ level: 'entries', position, width: each }, signal);
  // A copy without a head does not say how wide its last bundle is, and this may be a full one.
  const bytes = (await read(width)) ?? (width < TILE_WIDTH ? await read(TILE_WIDTH) : undefined);
  if (bytes === undefined)
    throw new TailError(
      `${source.what} lacks the entries from ${position * TILE_WIDTH} to ${position * TILE_WIDTH + needed - 1}`,
    );
  const entries = decode(bytes, source.what);
  if (entries.length >= needed) return entries;
  throw new TailError(
    `${source.what} is too short: its bundle ${position} has ${entries.length} entries, and ${needed} were signed`,
  );
}

function decode(bytes: Uint8Array, what: string): readonly Uint8Array[] {
  try {
    return decodeEntryBundle(bytes);
  } catch (error) {
    if (!(error instanceof TlogError)) throw error;
    throw new TailError(`${what} has a malformed bundle: ${error.message}`);
  }
}

async function requireSame(
  { store, source }: TailReading,
  first: number,
  theirs: readonly Uint8Array[],
): Promise<void> {
  const own = await store.listLogEntries(first, theirs.length);
  const index = theirs.findIndex((entry, at) => Buffer.compare(entry, own[at] ?? new Uint8Array()) !== 0);
  if (index === -1) return;
  throw new TailError(
    `${source.what} has another entry #${first + index} than the database: it is a copy of another log, or the database ` +
      "went on after it went back. Entries of its own cannot be taken back; only 'prime-registry log restart' continues them",
  );
}
