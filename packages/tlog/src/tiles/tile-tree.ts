// A tile with the roots of all full subtrees inside of it, for proofs of many leaves.
import { HASH_BYTES, type Hash, nodeHash, type Sha256 } from '../tree/hash.ts';
import { encodeHashes } from './hash-list.ts';

export class TileTree {
  /** The hashes of each height inside the tile, one after the other. */
  readonly #rows: readonly Uint8Array[];

  /** @param hashes At least 1 and at most 256: those of the tile, from its start. */
  constructor(sha256: Sha256, hashes: readonly Hash[]) {
    const rows = [encodeHashes(hashes)];
    for (let row = rows[0]; row !== undefined && row.length >= 2 * HASH_BYTES; row = rows.at(-1)) {
      rows.push(joinRow(sha256, row));
    }
    this.#rows = rows;
  }

  /** What it takes in memory, in bytes. */
  get sizeBytes(): number {
    return this.#rows.reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * The root of 2^height hashes of the tile.
   * @param position Counted in subtrees of this size, from the start of the tile.
   * @returns Undefined if the tile does not have all of them.
   */
  rootAt(height: number, position: number): Hash | undefined {
    const root = this.#rows[height]?.subarray(position * HASH_BYTES, (position + 1) * HASH_BYTES);
    return root?.length === HASH_BYTES ? root : undefined;
  }
}

function joinRow(sha256: Sha256, row: Uint8Array): Uint8Array {
  const joined = new Uint8Array(Math.floor(row.length / (2 * HASH_BYTES)) * HASH_BYTES);
  for (let at = 0; at < joined.length; at += HASH_BYTES) {
    const left = row.subarray(2 * at, 2 * at + HASH_BYTES);
    joined.set(nodeHash(sha256, left, row.subarray(2 * at + HASH_BYTES, 2 * at + 2 * HASH_BYTES)), at);
  }
  return joined;
}
