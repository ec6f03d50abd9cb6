// Hashes of full tiles in memory: they never change, and the versions that are asked for often are in few of them.
import { LruCache } from '@prime-registry/concurrency';
import type { LogHead, LogStore } from '@prime-registry/store';
import { type Hash, type ReadHashes, TILE_WIDTH, tileWidth } from '@prime-registry/tlog';

/** Tiles to remember: some 4 MiB, the hashes of 32,768 entries. */
const REMEMBERED = 128;

export class TileHashes {
  readonly #store: Pick<LogStore, 'readLogHashes'>;
  readonly #tiles = new LruCache<readonly Hash[]>({ maxSize: REMEMBERED });

  constructor(store: Pick<LogStore, 'readLogHashes'>) {
    this.#store = store;
  }

  /** Reads hashes of the tree with this head. Another database server may have another tree. */
  readerOf({ logId, server, edge }: LogHead): ReadHashes {
    return async (level, from, to) => {
      const position = Math.floor(from / TILE_WIDTH);
      if (tileWidth(level, position, edge.size) < TILE_WIDTH)
        return this.#store.readLogHashes(level, from, to);
      const first = position * TILE_WIDTH;
      const hashes = await this.#tiles.getOrLoad(`${logId} ${server} ${level}/${position}`, () =>
        this.#store.readLogHashes(level, first, first + TILE_WIDTH),
      );
      return hashes.slice(from - first, to - first);
    };
  }
}
