// Reads the entries of a log, and proves that they are all that a signed head has.
import { mapInOrder } from '@prime-registry/concurrency';
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
import { withSignal } from '../registry-reader.ts';
import type { LogClient } from './log-client.ts';
import { LogError } from './log-error.ts';
import { createTileReader, readBundle, type TileReading } from './log-tiles.ts';
import type { LogCrypto, SignedHead } from './signed-head.ts';

/** Bundles that are on their way, with at most 256 entries each: some 90 KB, and 4 MiB if entries are as large as can be. */
const BUNDLES_AHEAD = 4;

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
  if (head.size - firstBundle * TILE_WIDTH > BUNDLES_AHEAD * TILE_WIDTH)
    await requireTiles(client, { head, signal }, sha256);
  let edge = await readEdgeAt(client, firstBundle * TILE_WIDTH, { head, signal }, sha256);
  for await (const entries of readBundles(client, firstBundle, { head, signal })) {
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
  const read = { size: edge.size, root: rootOf(sha256, edge) };
  if (verifyConsistency(sha256, { from: read, to: head, proof: [] })) return;
  throw otherRoot('entries', head);
}

/** Long logs are not read if some of their tiles tell already that the root is another one. @throws LogError `not-included` */
async function requireTiles(
  client: Pick<LogClient, 'logTile'>,
  reading: TileReading,
  sha256: LogCrypto['sha256'],
): Promise<void> {
  const { head } = reading;
  const edge = await readEdgeAt(client, head.size, reading, sha256);
  const said = { size: head.size, root: rootOf(sha256, edge) };
  if (!verifyConsistency(sha256, { from: said, to: head, proof: [] })) throw otherRoot('tiles', head);
}

function otherRoot(what: 'entries' | 'tiles', { size, note }: SignedHead): LogError {
  const message = `the ${what} of the log do not have the root that was signed for ${size} entries`;
  return new LogError('not-included', message, { exhibits: [{ title: 'The signed head', text: note }] });
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

/** The bundles from a position on: while one is judged, the next ones are on their way. */
function readBundles(
  client: Pick<LogClient, 'logTile'>,
  first: number,
  reading: TileReading,
): AsyncIterable<readonly Uint8Array[]> {
  const { head, signal } = reading;
  return mapInOrder(
    listPositions(first, head.size),
    { limit: BUNDLES_AHEAD, ...withSignal(signal) },
    (position, end) => readBundle(client, position, { head, signal: end }),
  );
}

function* listPositions(first: number, size: number): Iterable<number> {
  for (let position = first; position * TILE_WIDTH < size; position += 1) yield position;
}
