// What the registry shows of its transparency log: checkpoints, tiles and proofs (C2SP tlog-tiles, tlog-checkpoint and
// tlog-proof). No part of a tree is served before its head is signed.
import { RegistryError } from '@prime-registry/protocol';
import type { LoggedEntry, LogName, LogStore, WitnessProgress, WitnessStore } from '@prime-registry/store';
import {
  addSignatures,
  encodeEntryBundle,
  encodeHashes,
  formatNote,
  formatProofFile,
  type Hash,
  parseNote,
  proveConsistency,
  proveInclusionFrom,
  readEdge,
  rootOf,
  type Sha256,
  TILE_WIDTH,
  type TilePath,
  tileWidth,
  verifyConsistency,
} from '@prime-registry/tlog';
import type { LogSigner } from '../signing/log-signer.ts';
import { isLogHalted } from './halted.ts';
import type { HeadGuard } from './head-guard.ts';
import type { SignedHead, SignedHeads } from './signed-heads.ts';
import { TileTrees } from './tile-trees.ts';

/** What the log is read with. */
export interface RegistryLogDeps {
  readonly store: Pick<LogStore, 'readLogHead' | 'listLogEntries' | 'readLogHashes' | 'listLogNames'> &
    Pick<WitnessStore, 'findCosignedHead' | 'listWitnesses'>;
  readonly heads: Pick<SignedHeads, 'newest' | 'noteOf'>;
  readonly guard: Pick<HeadGuard, 'findLastNote'>;
  readonly signer: LogSigner;
  readonly sha256: Sha256;
  /** The verifier keys of the witnesses that are asked to cosign; none by default. */
  readonly witnesses?: readonly string[];
}

export interface PlacedEntry {
  readonly index: number;
  readonly entry: Uint8Array;
}

/** That an entry is in a tree. */
export interface Proof {
  /** C2SP tlog-proof. */
  readonly text: string;
  /** Number of entries of the tree. */
  readonly size: number;
}

/** Proves entries of one tree. */
export interface Prover {
  /** Number of entries of the tree. */
  readonly size: number;
  /** @param placed - an entry of the tree @throws RegistryError `storage_unavailable` */
  prove(placed: PlacedEntry): Promise<Proof>;
}

/** A tile, or a bundle of entries. */
export interface ShownTile {
  readonly bytes: Uint8Array;
  /** Whether it never changes. That of a halted log may lack what was signed, or have something else in its place. */
  readonly isLasting: boolean;
}

/** What is known about a log besides its entries. */
export interface LogFacts {
  readonly origin: string;
  readonly vkeys: readonly string[];
  readonly size: number;
  /** Why it is halted, if it is. */
  readonly halted: string | undefined;
  readonly names: readonly LogName[];
  /** How far each witness is, as configured. */
  readonly witnesses: readonly WitnessFacts[];
}

export type WitnessFacts = Pick<WitnessProgress, 'vkey' | 'size' | 'cosignedAtMs'>;

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
    const [{ edge, halted }, names, witnesses] = await Promise.all([
      store.readLogHead(),
      store.listLogNames(),
      this.#listWitnesses(),
    ]);
    return { origin: signer.origin, vkeys: signer.vkeys, size: edge.size, halted, names, witnesses };
  }

  /** Whether witnesses are asked to cosign: then a note of one size can get more signatures. */
  get isWitnessed(): boolean {
    return (this.#deps.witnesses?.length ?? 0) > 0;
  }

  async #listWitnesses(): Promise<readonly WitnessFacts[]> {
    const { store, witnesses = [] } = this.#deps;
    if (!this.isWitnessed) return [];
    const known = await store.listWitnesses();
    return witnesses.map(
      (vkey) => known.find((each) => each.vkey === vkey) ?? { vkey, size: 0, cosignedAtMs: undefined },
    );
  }

  /** The newest head, and its note with the signatures of the log alone. @throws RegistryError as {@link checkpoint} */
  newestHead(): Promise<SignedHead> {
    return this.#deps.heads.newest();
  }

  /**
   * The newest signed head as a note, with the cosignatures that it has; of a halted log, the last one that was signed.
   * @param size - for the head that the log had at this size; at most the newest
   * @throws RegistryError `log_halted` if no such note is known; `storage_unavailable`
   */
  async checkpoint(size?: number): Promise<string> {
    try {
      const newest = await this.#deps.heads.newest();
      return await this.#noteAt(size ?? newest.head.edge.size, newest);
    } catch (error) {
      const last = isLogHalted(error) ? await this.#deps.guard.findLastNote() : undefined;
      if (last === undefined || size !== undefined) throw error;
      return last;
    }
  }

  /** The number of entries that readers may see. @throws RegistryError `storage_unavailable` */
  async size(): Promise<number> {
    return (await this.#findSize()).size;
  }

  async #findSize(): Promise<{ readonly size: number; readonly isSigned: boolean }> {
    try {
      return { size: (await this.#deps.heads.newest()).head.edge.size, isSigned: true };
    } catch (error) {
      if (!isLogHalted(error)) throw error;
      // Nothing more will be signed for it, but all of it can be read.
      return { size: (await this.#deps.store.readLogHead()).edge.size, isSigned: false };
    }
  }

  /**
   * A tile, or a bundle of entries; undefined if no signed tree has it. A tree has every smaller one in itself, so a
   * partial tile is served for as long as the log exists.
   */
  async findTile(tile: TilePath): Promise<ShownTile | undefined> {
    const { level, position, width } = tile;
    const { size, isSigned } = await this.#findSize();
    if (tileWidth(level, position, size) < width) return undefined;
    return { bytes: await this.#readTile(tile), isLasting: isSigned };
  }

  async #readTile({ level, position, width }: TilePath): Promise<Uint8Array> {
    const { store } = this.#deps;
    const from = position * TILE_WIDTH;
    if (level === 'entries') {
      const entries = await store.listLogEntries(from, width);
      // Caches would keep what is missing for ever.
      if (entries.length < width) throw damaged('entries');
      return encodeEntryBundle(entries);
    }
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
  async prove(placed: PlacedEntry, size?: number): Promise<Proof> {
    return (await this.proverAt(size)).prove(placed);
  }

  /** The same for several entries, whose proofs have the same checkpoint. */
  async proverAt(size?: number): Promise<Prover> {
    const newest = await this.#deps.heads.newest();
    const { head } = newest;
    const provenSize = size ?? head.edge.size;
    const checkpoint = await this.#noteAt(provenSize, newest);
    const reader = this.#tiles.readerOf(head);
    return {
      size: provenSize,
      prove: async ({ index, entry }) => {
        const { sha256 } = this.#deps;
        const hashes = await proveInclusionFrom(sha256, reader, index, provenSize, head.edge);
        return { text: formatProofFile({ extra: entry, index, hashes, checkpoint }), size: provenSize };
      },
    };
  }

  /** The proof of an entry that was appended just now, without reading. @throws RegistryError as above */
  async proveAppended({ index, entry, head, proof }: LoggedEntry): Promise<string> {
    const checkpoint = await this.#deps.heads.noteOf(head);
    return formatProofFile({ extra: entry, index, hashes: proof, checkpoint });
  }

  /** The note of the tree that the newest one was when it had this size, with its cosignatures. */
  async #noteAt(size: number, newest: SignedHead): Promise<string> {
    const [note, cosigned] = await Promise.all([
      this.#signAt(size, newest),
      this.isWitnessed ? this.#deps.store.findCosignedHead(size) : undefined,
    ]);
    if (cosigned === undefined) return note;
    const [signed, { text, signatures }] = [parseNote(note), parseNote(cosigned)];
    // Otherwise, the cosigned one is of an earlier name of the log.
    return text === signed.text ? formatNote(addSignatures(signed, signatures)) : note;
  }

  async #signAt(size: number, { head, note }: SignedHead): Promise<string> {
    if (size === head.edge.size) return note;
    const { store, signer, sha256 } = this.#deps;
    const [edge, proof] = await Promise.all([
      readEdge(sha256, store.readLogHashes, size),
      this.proveConsistency(size, head.edge.size),
    ]);
    const from = { size, root: rootOf(sha256, edge) };
    const to = { size: head.edge.size, root: rootOf(sha256, head.edge) };
    // Hashes that are damaged would otherwise be signed as a fork.
    if (!verifyConsistency(sha256, { from, to, proof })) throw damaged('hashes');
    // The guard has looked at the newest tree. Hashes of another database server may be of another tree.
    const { server, logId } = await store.readLogHead();
    if (server !== head.server || logId !== head.logId) {
      const detail = 'The database server has changed during the request; try again.';
      throw new RegistryError('storage_unavailable', { detail });
    }
    return signer.sign(size, from.root);
  }
}

function damaged(what: 'entries' | 'hashes'): RegistryError {
  return new RegistryError('storage_unavailable', {
    detail: `The ${what} of the log in the database are damaged: 'prime-registry verify' says where.`,
  });
}
