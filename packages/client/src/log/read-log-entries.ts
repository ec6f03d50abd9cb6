// Reads the entries of a log, and proves that they are all that a signed head has.
import { mapConcurrently } from '@prime-registry/concurrency';
import {
  appendLeaves,
  decodeEntryBundle,
  decodeHashes,
  type Edge,
  EMPTY_EDGE,
  type Hash,
  leafHash,
  type ReadHashes,
  readEdge,
  rootOf,
  TILE_WIDTH,
  type TilePath,
  TlogError,
  tileWidth,
  verifyConsistency,
} from '@prime-registry/tlog';
import { isNotFound } from '../registry-request-error.ts';
import type { LogClient } from './log-client.ts';
import { LogError } from './log-error.ts';
import type { LogCrypto, SignedHead } from './signed-head.ts';

/** Bundles that are read at a time, with at most 256 entries each. */
const BUNDLES_AT_ONCE = 8;

/** Which entries to read. */
export interface EntryRange {
  readonly head: SignedHead;
  /** The index of the first entry. */
  readonly from: number;
  readonly signal?: AbortSignal;
}

/**
 * Reads the entries from an index to the end of a head, in order. They count only when this resolves: then they and the
 * tree before them have the root that was signed.
 * @throws LogError `malformed`, or `not-included` if they have another root
 * @throws RegistryRequestError
 */
export async function readLogEntries(
  client: Pick<LogClient, 'logTile'>,
  { head, from, signal }: EntryRange,
  { sha256 }: Pick<LogCrypto, 'sha256'>,
  onEntry: (entry: Uint8Array, index: number) => void,
): Promise<void> {
  const firstBundle = Math.floor(from / TILE_WIDTH);
  let edge = await readEdgeAt(client, firstBundle * TILE_WIDTH, { head, signal }, sha256);
  for (let position = firstBundle; position * TILE_WIDTH < head.size; position += BUNDLES_AT_ONCE) {
    for (const entries of await readBundles(client, position, { head, signal })) {
      const start = edge.size;
      edge = appendLeaves(
        sha256,
        edge,
        entries.map((entry) => leafHash(sha256, entry)),
      ).edge;
      for (const [offset, entry] of entries.entries()) {
        if (start + offset >= from) onEntry(entry, start + offset);
      }
    }
  }
  const read = { size: edge.size, root: rootOf(sha256, edge) };
  if (verifyConsistency(sha256, { from: read, to: head, proof: [] })) return;
  throw new LogError(
    'not-included',
    `the entries of the log do not have the root that was signed for ${head.size} entries`,
    {
      exhibits: [{ title: 'The signed head', text: head.note }],
    },
  );
}

type Reading = Pick<EntryRange, 'head'> & { readonly signal: AbortSignal | undefined };

/** The tree before an entry. The registry may lie: the root at the end tells. */
async function readEdgeAt(
  client: Pick<LogClient, 'logTile'>,
  size: number,
  { head, signal }: Reading,
  sha256: LogCrypto['sha256'],
): Promise<Edge> {
  if (size === 0) return EMPTY_EDGE;
  const read: ReadHashes = async (level, from, to) => {
    const hashes: Hash[] = [];
    for (let position = Math.floor(from / TILE_WIDTH); position * TILE_WIDTH < to; position += 1) {
      const width = tileWidth(level, position, head.size);
      const tile = await readTile(client, { level, position, width }, { head, signal });
      hashes.push(...decode(() => decodeHashes(tile), { what: 'a tile', width }));
    }
    const skipped = Math.floor(from / TILE_WIDTH) * TILE_WIDTH;
    return hashes.slice(from - skipped, to - skipped);
  };
  return readEdge(sha256, read, size);
}

/** Some bundles from a position on. */
async function readBundles(
  client: Pick<LogClient, 'logTile'>,
  first: number,
  { head, signal }: Reading,
): Promise<readonly (readonly Uint8Array[])[]> {
  const count = Math.min(BUNDLES_AT_ONCE, Math.ceil(head.size / TILE_WIDTH) - first);
  const positions = Array.from({ length: count }, (_, index) => first + index);
  return mapConcurrently(
    positions,
    { limit: BUNDLES_AT_ONCE, ...withSignal(signal) },
    async (position, end) => {
      const width = tileWidth('entries', position, head.size);
      const bytes = await readTile(client, { level: 'entries', position, width }, { head, signal: end });
      return decode(() => decodeEntryBundle(bytes), { what: 'a bundle of entries', width });
    },
  );
}

/** A tile of a signed tree. @throws LogError `shrunk` if the registry does not have it */
async function readTile(
  client: Pick<LogClient, 'logTile'>,
  tile: TilePath,
  { head, signal }: Reading,
): Promise<Uint8Array> {
  try {
    return await client.logTile(tile, withSignal(signal));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const message = `the log has lost entries: ${head.size} were signed, and the registry does not have them all`;
    throw new LogError('shrunk', message, {
      exhibits: [{ title: 'The signed head', text: head.note }],
      cause: error,
    });
  }
}

/** @throws LogError unless it has as many items as it must */
function decode<T>(
  read: () => readonly T[],
  { what, width }: { readonly what: string; readonly width: number },
): readonly T[] {
  const items = readOrExplain(read, what);
  if (items.length === width) return items;
  throw new LogError('malformed', `${what} of the log has ${items.length} items instead of ${width}`);
}

function readOrExplain<T>(read: () => readonly T[], what: string): readonly T[] {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TlogError)) throw error;
    throw new LogError('malformed', `${what} of the log is malformed: ${error.message}`, { cause: error });
  }
}

function withSignal(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
