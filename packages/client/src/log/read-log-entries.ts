// Reads the entries of a log, and proves that they are all that a signed head has.
import { mapConcurrently } from '@prime-registry/concurrency';
import {
  appendLeaves,
  type Edge,
  EMPTY_EDGE,
  leafHash,
  readEdge,
  rootOf,
  TILE_WIDTH,
  verifyConsistency,
} from '@prime-registry/tlog';
import type { LogClient } from './log-client.ts';
import { LogError } from './log-error.ts';
import { createTileReader, readBundle, type TileReading, withSignal } from './log-tiles.ts';
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

/** The tree before an entry. The registry may lie: the root at the end tells. */
async function readEdgeAt(
  client: Pick<LogClient, 'logTile'>,
  size: number,
  reading: TileReading,
  sha256: LogCrypto['sha256'],
): Promise<Edge> {
  return size === 0 ? EMPTY_EDGE : readEdge(sha256, createTileReader(client, reading), size);
}

/** Some bundles from a position on. */
async function readBundles(
  client: Pick<LogClient, 'logTile'>,
  first: number,
  { head, signal }: TileReading,
): Promise<readonly (readonly Uint8Array[])[]> {
  const count = Math.min(BUNDLES_AT_ONCE, Math.ceil(head.size / TILE_WIDTH) - first);
  const positions = Array.from({ length: count }, (_, index) => first + index);
  const options = { limit: BUNDLES_AT_ONCE, ...withSignal(signal) };
  return mapConcurrently(positions, options, (position, end) =>
    readBundle(client, position, { head, signal: end }),
  );
}
