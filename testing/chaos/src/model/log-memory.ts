// What a client remembers of the transparency log of a registry: every head and every receipt that it ever got. None of
// them may be contradicted later, except for what a restore has lost, under another name of the log.
import {
  findNoteProblem,
  hashLeaf,
  isConsistent,
  readCheckpoint,
  readProofFile,
  rootOfInclusion,
} from 'prime-conformance/log';
import type { Draft } from './draft.ts';
import { GrowingTree } from './growing-tree.ts';

/** A signed head of the log. */
export interface SeenHead {
  readonly size: number;
  readonly root: Buffer;
}

/** What a publish was answered with. */
export interface LogReceipt {
  readonly draft: Draft;
  readonly index: number;
  readonly entry: Buffer;
  /** The size of the log that the proof is for. */
  readonly size: number;
  readonly proof: string;
}

/** The name and the key of a log. */
export interface LogIdentity {
  readonly origin: string;
  readonly vkey: string;
}

/** What is remembered of the log under one name. */
interface NamedLog {
  readonly tree: GrowingTree;
  /** The roots of all heads that were seen, by size. */
  readonly heads: Map<number, Buffer>;
  readonly receipts: LogReceipt[];
}

/** What the first entry under another name says about the log before. */
export interface PreviousLog {
  readonly origin: string;
  /** The number of entries that both have. */
  readonly size: number;
}

export class LogMemory {
  /** All names that the log had, with their keys. */
  readonly #vkeys = new Map<string, string>();
  /** What each of them had: a restore can go back to any. */
  readonly #ended = new Map<string, NamedLog>();
  #current: LogIdentity | undefined;
  #log: NamedLog = { tree: new GrowingTree(), heads: new Map(), receipts: [] };
  /** The entries that a restored registry must still have; undefined unless its log is to be read again. */
  #keptSize: number | undefined;
  /** Receipts of a restored registry whose log was not read yet. */
  readonly #waiting: { readonly draft: Draft; readonly log: ReceiptLog }[] = [];

  /** Undefined until the log is known. */
  get current(): LogIdentity | undefined {
    return this.#current;
  }

  /** All entries that were read. */
  get tree(): GrowingTree {
    return this.#log.tree;
  }

  get receipts(): readonly LogReceipt[] {
    return this.#log.receipts;
  }

  get heads(): readonly SeenHead[] {
    return [...this.#log.heads].map(([size, root]) => ({ size, root }));
  }

  /** Whether heads can be compared: not between a restore and the next check. */
  get isKnown(): boolean {
    return this.#current !== undefined && this.#keptSize === undefined;
  }

  /** The size of the largest head: whatever was acknowledged is in it. */
  get largestSize(): number {
    return Math.max(0, ...this.#log.heads.keys());
  }

  /** A registry was restored that must have so many entries, and goes on under another name. */
  expectRestart(keptSize: number): void {
    this.#keptSize = keptSize;
  }

  /** The registry says what its log is called. @returns what is wrong with it, if anything */
  meet({ origin, vkey }: LogIdentity): string | undefined {
    const known = this.#vkeys.get(origin);
    if (known !== undefined && known !== vkey) return `the log ${origin} has the key ${vkey}, not ${known}`;
    if (this.#current?.origin === origin) {
      return this.#keptSize === undefined ? undefined : `the log is still called ${origin} after a restore`;
    }
    if (known !== undefined) return `the log is called ${origin} again`;
    if (this.#current !== undefined && this.#keptSize === undefined)
      return `the log is called ${origin}, and was ${this.#current.origin}`;
    this.#vkeys.set(origin, vkey);
    if (this.#current !== undefined) this.#ended.set(this.#current.origin, this.#log);
    this.#current = { origin, vkey };
    return undefined;
  }

  /**
   * A restored log has been read: it goes on where a backup of an earlier one ended.
   * @param previous - as its entry `begin` says
   * @returns what is wrong, if anything
   */
  goOn(tree: GrowingTree, { origin, size: sharedSize }: PreviousLog): string | undefined {
    const kept = this.#keptSize ?? 0;
    this.#keptSize = undefined;
    const before = this.#ended.get(origin);
    const heads = [...(before?.heads ?? [])].filter(([size]) => size <= sharedSize);
    const receipts = before?.receipts.filter(({ index }) => index < sharedSize) ?? [];
    this.#log = { tree, heads: new Map(heads), receipts };
    const waiting = this.#waiting.splice(0).map(({ draft, log }) => this.acknowledge(draft, log));
    if (before === undefined) return `the restored log says that it was called ${origin}`;
    if (sharedSize < kept)
      return `the restored log has ${sharedSize} entries, and ${kept} were there before the backup began`;
    const lost = heads.find(([size, root]) => tree.rootOf(size)?.equals(root) !== true);
    if (lost !== undefined)
      return `the restored log of ${sharedSize} entries does not contain the head of ${lost[0]} entries`;
    const known = before.tree.entries.slice(0, sharedSize);
    const changed = known.findIndex((entry, index) => tree.entries[index]?.equals(entry) !== true);
    if (changed >= 0) return `the entry #${changed} of the restored log is not what it was`;
    return waiting.find((problem) => problem !== undefined);
  }

  /** A signed note. @returns what is wrong with it, if anything */
  see(note: string): string | undefined {
    const head = readCheckpoint(note);
    if (head === undefined || this.#current === undefined) return `this is no head of a log: ${note}`;
    const { origin, vkey } = this.#current;
    if (head.origin !== origin) return `the head is of ${head.origin}, not of ${origin}`;
    const problem = findNoteProblem(note, vkey);
    if (problem !== undefined) return `the head of the log: ${problem}`;
    return this.#remember(head);
  }

  #remember({ size, root }: SeenHead): string | undefined {
    const { heads, tree } = this.#log;
    const seen = heads.get(size) ?? tree.rootOf(size);
    heads.set(size, root);
    return seen === undefined || seen.equals(root)
      ? undefined
      : `FORK: the log has two roots for ${size} entries, ${seen.toString('hex')} and ${root.toString('hex')}`;
  }

  /** The receipt of a publish. @returns what is wrong with it, if anything */
  acknowledge(draft: Draft, log: ReceiptLog): string | undefined {
    if (!this.isKnown) {
      this.#waiting.push({ draft, log });
      return undefined;
    }
    const { index, size, proof } = log;
    const problem = this.checkProof(proof, draft);
    const file = readProofFile(proof);
    if (problem !== undefined || file === undefined) return problem;
    if (file.index !== index || readCheckpoint(file.checkpoint)?.size !== size)
      return `its proof is of another entry than #${index}, or of another size than ${size}`;
    this.#log.receipts.push({ draft, index, entry: file.entry, size, proof });
    return undefined;
  }

  /** A proof of a version, at any time. @returns what is wrong with it, if anything */
  checkProof(proof: string, { name, version, sha256 }: Draft): string | undefined {
    const file = readProofFile(proof);
    const head = file && readCheckpoint(file.checkpoint);
    if (file === undefined || head === undefined) return `its proof cannot be read: ${proof}`;
    const { index, hashes, entry } = file;
    const root = rootOfInclusion({ index, size: head.size, leaf: hashLeaf(entry), hashes });
    if (root?.equals(head.root) !== true) return `its proof does not lead to the head: ${proof}`;
    const said = JSON.parse(entry.toString()) as Readonly<Record<string, unknown>>;
    const isRight =
      said.type === 'publish' && said.name === name && said.version === version && said.sha256 === sha256;
    return isRight ? this.see(file.checkpoint) : `its entry says something else: ${entry}`;
  }

  /** Whether a proof was signed under the name that the log has now. */
  isOfCurrent(proof: string): boolean {
    const file = readProofFile(proof);
    return file !== undefined && readCheckpoint(file.checkpoint)?.origin === this.#current?.origin;
  }

  /** The hashes between two heads. @returns what is wrong with them, if anything */
  compare(from: SeenHead, to: SeenHead, hashes: readonly Buffer[] | undefined): string | undefined {
    return hashes !== undefined && isConsistent(from, to, hashes)
      ? undefined
      : `FORK: the log of ${to.size} entries does not extend the one of ${from.size} entries`;
  }
}

/** What a receipt says about the log. */
export interface ReceiptLog {
  readonly index: number;
  readonly size: number;
  readonly proof: string;
}
