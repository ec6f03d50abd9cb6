// Proves that the entries of a copy are those that were signed, before anything is written.
import { isKnownEntry, LogEntryError, parseLogEntry } from '@prime-registry/protocol';
import {
  appendLeaves,
  type Checkpoint,
  type Edge,
  leafHash,
  rootOf,
  type Sha256,
} from '@prime-registry/tlog';
import { readTail, type TailReading } from './read-tail.ts';
import { TailError } from './tail-source.ts';

/**
 * Reads the tail once.
 * @param heads - by ascending size, above the size of `start`; the last one is that of the reading
 * @returns the tree after each part, so that another reading can be compared with this one
 * @throws TailError if it does not lead to each of the signed heads
 */
export async function examineTail(
  reading: TailReading,
  start: Edge,
  heads: readonly Checkpoint[],
): Promise<readonly Edge[]> {
  const { sha256, source } = reading;
  const edges: Edge[] = [];
  for await (const { entries, before } of readTail(reading, start)) {
    for (const [offset, entry] of entries.entries()) requireEntry(entry, before.size + offset, source.what);
    const leaves = entries.map((entry) => leafHash(sha256, entry));
    const end = before.size + leaves.length;
    for (const head of heads.filter(({ size }) => size > before.size && size <= end)) {
      const tree = appendLeaves(sha256, before, leaves.slice(0, head.size - before.size)).edge;
      requireRoot(sha256, tree, head, source.what);
    }
    edges.push(appendLeaves(sha256, before, leaves).edge);
  }
  return edges;
}

function requireRoot(sha256: Sha256, tree: Edge, { size, root }: Checkpoint, what: string): void {
  if (Buffer.compare(rootOf(sha256, tree), root) === 0) return;
  throw new TailError(
    `the entries of ${what} are not those that were signed: with them, the first ${size} entries have another root. ` +
      'Nothing was changed',
  );
}

/** What was signed makes sense, so this is for a program that is older than the entries. */
function requireEntry(bytes: Uint8Array, index: number, what: string): void {
  try {
    const entry = parseLogEntry(bytes);
    if (!isKnownEntry(entry) || entry.type !== 'begin' || index === 0) return;
  } catch (error) {
    if (!(error instanceof LogEntryError)) throw error;
    throw new TailError(`the entry #${index} of ${what} cannot be read: ${error.message}`);
  }
  throw new TailError(
    `the log was restarted with the entry #${index} of ${what}: it can be recovered up to a head with the name that the ` +
      'database knows, not beyond',
  );
}
