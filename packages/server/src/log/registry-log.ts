// What the registry shows of its transparency log: checkpoints, tiles and proofs (C2SP tlog-tiles, tlog-checkpoint and
// tlog-proof). Nothing of a tree is shown before its head is signed.
import { RegistryError } from '@prime-registry/protocol';
import type { LoggedEntry, LogName, LogStore } from '@prime-registry/store';
import {
  encodeEntryBundle,
  encodeHashes,
  formatProofFile,
  type Hash,
  proveConsistency,
  proveInclusionFrom,
  readEdge,
  rootOf,
  type Sha256,
  TILE_WIDTH,
  type TilePath,
  tileWidth,
} from '@prime-registry/tlog';
import type { LogSigner } from '../signing/log-signer.ts';
import type { HeadGuard } from './head-guard.ts';
import type { SignedHead, SignedHeads } from './signed-heads.ts';
import { TileTrees } from './tile-trees.ts';

/** What the log is read with. */
export interface RegistryLogDeps {
  readonly store: Pick<LogStore, 'readLogHead' | 'listLogEntries' | 'readLogHashes' | 'listLogNames'>;
  readonly heads: Pick<SignedHeads, 'newest' | 'noteOf'>;
  readonly guard: Pick<HeadGuard, 'findLastNote'>;
  readonly signer: LogSigner;
  readonly sha256: Sha256;
}

/** An entry and its place. */
export interface PlacedEntry {
  readonly index: number;
  readonly entry: Uint8Array;
}

/** What is known of a log besides its entries. */
export interface LogFacts {
  readonly origin: string;
  readonly vkeys: readonly string[];
  readonly size: number;
  /** Why it is halted, if it is. */
  readonly halted: string | undefined;
  readonly names: readonly LogName[];
}

export class RegistryLog {
  readonly #deps: RegistryLogDeps;
  readonly #tiles: TileTrees;

  constructor(deps: RegistryLogDeps) {
    this.#deps = deps;
    this.#tiles = new TileTrees(deps);
  }

  get origin(): string {
    return this.#deps.signer.origin;
  }

  /** Its name, keys, size and history. */
  async describe(): Promise<LogFacts> {
    const { store, signer } = this.#deps;
    const [{ edge, halted }, names] = await Promise.all([store.readLogHead(), store.listLogNames()]);
    return { origin: signer.origin, vkeys: signer.vkeys, size: edge.size, halted, names };
  }

  /**
   * The newest signed head as a note; of a halted log, the last one that was signed.
   * @throws RegistryError `log_halted` if no such note is known; `storage_unavailable`
   */
  async checkpoint(): Promise<string> {
    try {
      return (await this.#deps.heads.newest()).note;
    } catch (error) {
      const last = isHalt(error) ? await this.#deps.guard.findLastNote() : undefined;
      if (last === undefined) throw error;
      return last;
    }
  }

  /** The number of entries that readers may see. @throws RegistryError `storage_unavailable` */
  async size(): Promise<number> {
    try {
      return (await this.#deps.heads.newest()).head.edge.size;
    } catch (error) {
      if (!isHalt(error)) throw error;
      // Nothing more will be signed for it, but all of it can be read.
      return (await this.#deps.store.readLogHead()).edge.size;
    }
  }

  /**
   * A tile, or a bundle of entries; undefined if no signed tree has it. A tree has every smaller one in itself, so a
   * partial tile is served for as long as the log exists.
   */
  async findTile({ level, position, width }: TilePath): Promise<Uint8Array | undefined> {
    const { store } = this.#deps;
    if (tileWidth(level, position, await this.size()) < width) return undefined;
    const from = position * TILE_WIDTH;
    if (level === 'entries') return encodeEntryBundle(await store.listLogEntries(from, width));
    return encodeHashes(await store.readLogHashes(level, from, from + width));
  }

  /** The hashes that show that the tree of `to` entries extends that of `from`. @param to - at most the size */
  async proveConsistency(from: number, to: number): Promise<readonly Hash[]> {
    const { store, sha256 } = this.#deps;
    return proveConsistency(sha256, store.readLogHashes, from, to);
  }

  /**
   * The proof that an entry is in the newest tree, or in an older one that has it.
   * @param size - of the older tree; at most that of the newest
   * @throws RegistryError `log_halted`, `storage_unavailable`
   */
  async prove({ index, entry }: PlacedEntry, size?: number): Promise<string> {
    const newest = await this.#deps.heads.newest();
    const { head } = newest;
    const provenSize = size ?? head.edge.size;
    const [hashes, checkpoint] = await Promise.all([
      proveInclusionFrom(this.#deps.sha256, this.#tiles.readerOf(head), index, provenSize, head.edge),
      this.#noteAt(provenSize, newest),
    ]);
    return formatProofFile({ extra: entry, index, hashes, checkpoint });
  }

  /** The proof of an entry that was appended just now, without reading. @throws RegistryError as above */
  async proveAppended({ index, entry, head, proof }: LoggedEntry): Promise<string> {
    const checkpoint = await this.#deps.heads.noteOf(head);
    return formatProofFile({ extra: entry, index, hashes: proof, checkpoint });
  }

  /** The note of the tree that the newest one was when it had this size. */
  async #noteAt(size: number, { head, note }: SignedHead): Promise<string> {
    if (size === head.edge.size) return note;
    const { store, signer, sha256 } = this.#deps;
    const edge = await readEdge(sha256, store.readLogHashes, size);
    // The guard has looked at the newest tree. Hashes of another database server may be of another tree.
    const { server, logId } = await store.readLogHead();
    if (server !== head.server || logId !== head.logId) {
      const detail = 'The database server has changed during the request; try again.';
      throw new RegistryError('storage_unavailable', { detail });
    }
    return signer.sign(size, rootOf(sha256, edge));
  }
}

/** Whether nothing can be signed because the log is halted. */
function isHalt(error: unknown): boolean {
  return error instanceof RegistryError && error.code === 'log_halted';
}
