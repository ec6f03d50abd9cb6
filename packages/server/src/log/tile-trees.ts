// Tiles in memory with the roots of all subtrees inside of them. A full tile never changes, and the upper levels of a
// log, which every proof needs, are few of them: among ten million entries 154, of 16 KB each.
import { LruCache } from '@prime-registry/concurrency';
import type { LogHead, LogStore } from '@prime-registry/store';
import {
  type ReadSubtrees,
  type Sha256,
  type Subtree,
  spanOf,
  TILE_WIDTH,
  TileTree,
  tileWidth,
} from '@prime-registry/tlog';

/** A thousand full tiles. */
const MAX_BYTES = 16 * 2 ** 20;

/** What tiles are read with. */
export interface TileTreesDeps {
  readonly store: Pick<LogStore, 'readLogHashes'>;
  readonly sha256: Sha256;
}

export class TileTrees {
  readonly #deps: TileTreesDeps;
  readonly #tiles = new LruCache<TileTree>({ maxSize: MAX_BYTES, sizeOf: ({ sizeBytes }) => sizeBytes });

  constructor(deps: TileTreesDeps) {
    this.#deps = deps;
  }

  /** Reads subtrees of the tree with this head. Another database server may have another tree. */
  readerOf(head: LogHead): ReadSubtrees {
    return async (subtrees) => {
      const tiles = new Map<string, TileTree>();
      await Promise.all(
        [...new Map(subtrees.map((subtree) => [keyOf(subtree), placeOf(subtree)]))].map(
          async ([key, { level, position }]) => {
            tiles.set(key, await this.#tile(head, level, position));
          },
        ),
      );
      return (subtree) => {
        const { inside, height } = placeOf(subtree);
        const root = tiles.get(keyOf(subtree))?.rootAt(height, inside);
        if (root !== undefined) return root;
        throw new Error(`the log lacks a subtree of height ${subtree.height} at ${subtree.position}`);
      };
    };
  }

  #tile({ logId, server, edge }: LogHead, level: number, position: number): Promise<TileTree> {
    const { store, sha256 } = this.#deps;
    const width = tileWidth(level, position, edge.size);
    const first = position * TILE_WIDTH;
    return this.#tiles.getOrLoad(
      `${logId} ${server} ${level}/${position} ${width}`,
      async () => new TileTree(sha256, await store.readLogHashes(level, first, first + width)),
    );
  }
}

/** Where a subtree is. */
interface Place {
  /** The tile. */
  readonly level: number;
  readonly position: number;
  /** Inside of the tile, as TileTree has it. */
  readonly height: number;
  readonly inside: number;
}

function placeOf(subtree: Subtree): Place {
  const { level, from, to } = spanOf(subtree);
  const position = Math.floor(from / TILE_WIDTH);
  const width = to - from;
  return { level, position, height: Math.log2(width), inside: (from - position * TILE_WIDTH) / width };
}

function keyOf(subtree: Subtree): string {
  const { level, position } = placeOf(subtree);
  return `${level}/${position}`;
}
