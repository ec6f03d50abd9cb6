// The only way to a signature: signs heads that extend everything that was signed before, and halts the log if there is
// one that does not. A signature that leaves the process twice for different trees can never be taken back.
import { setTimeout as delay } from 'node:timers/promises';
import type { MarkStore } from '@prime-registry/blobs';
import { OneByOne } from '@prime-registry/concurrency';
import { RegistryError } from '@prime-registry/protocol';
import type { LogHead, LogStore } from '@prime-registry/store';
import { type Edge, rootOf, type Sha256 } from '@prime-registry/tlog';
import { VERIFIERS } from '../signing/verifiers.ts';
import type { CurrentSigner } from './current-signer.ts';
import { beginsWith, findContradiction } from './find-contradiction.ts';
import { isLogHalted, logHalted, refuseIfHalted } from './halted.ts';
import { type SignedHead, signedHeadOf } from './head-mark.ts';
import { GATHER_MS, HeadMarkKeeper } from './head-mark-keeper.ts';
import { isOwnHead } from './own-head.ts';

/** How long a start waits for storage. */
const START_MS = 3000;
/** Other processes have marked what they signed with the help of the database server before. */
const SETTLE_MS = 2 * GATHER_MS;
const MAX_ATTEMPTS = 5;

export interface HeadGuardDeps {
  readonly store: Pick<LogStore, 'readLogHead' | 'readLogHashes' | 'listLogNames' | 'haltLog'>;
  readonly marks: MarkStore;
  readonly signer: CurrentSigner;
  readonly sha256: Sha256;
  /** Called when this process halts the log. */
  readonly onHalt: (reason: string) => void;
  /** Called when something could not be compared or marked; it is tried again later. */
  readonly onFailure: (error: unknown) => void;
}

export class HeadGuard {
  readonly #deps: HeadGuardDeps;
  readonly #keeper: HeadMarkKeeper;
  /** A head in the database that extends everything that was signed. */
  #known: LogHead | undefined;
  /** The largest head that this process signed. */
  #signed: SignedHead | undefined;
  readonly #comparisons = new OneByOne();

  constructor(deps: HeadGuardDeps) {
    this.#deps = deps;
    const { marks, onFailure } = deps;
    this.#keeper = new HeadMarkKeeper({ marks, onFailure, compare: (mark) => this.#compareMark(mark) });
  }

  /** Compares the database with what was signed. Never rejects: what fails is tried again with the next signature. */
  async start(): Promise<void> {
    const compare = async (): Promise<void> => {
      const head = await this.#deps.store.readLogHead();
      if (head.halted === undefined) await this.#comparisons.use(() => this.#compare(head));
    };
    const failure = compare().catch((error) => {
      if (!isLogHalted(error)) this.#deps.onFailure(error);
    });
    await Promise.race([failure, delay(START_MS, undefined, { ref: false })]);
  }

  /**
   * Signs a head after it made sure that it extends every head that was signed before, by this process or another.
   * @returns the signed note
   * @throws RegistryError `log_halted` if it does not, or the log is halted; `storage_unavailable`
   */
  async signHead(head: LogHead): Promise<string> {
    refuseIfHalted(head);
    if (!this.#extendsKnown(head)) await this.#comparisons.use(() => this.#compare(head));
    const { edge, logId } = head;
    const { signer, sha256 } = this.#deps;
    const { origin } = signer;
    const root = rootOf(sha256, edge);
    const note = signer.sign(edge.size, root);
    if (this.#known === undefined || edge.size > this.#known.edge.size) this.#known = head;
    const signed = this.#signed;
    if (signed?.logId !== logId || signed.checkpoint.size < edge.size) {
      const checkpoint = { origin, size: edge.size, root };
      this.#signed = { logId, earlierIds: signer.earlierIds, note, checkpoint };
      this.#keeper.note(this.#signed);
    }
    return note;
  }

  /** The newest note that is known to be signed; for a halted log. Undefined if nothing was signed. */
  async findLastNote(): Promise<string | undefined> {
    const own = this.#signed;
    const mark = await this.#keeper.read();
    const isOlder =
      own !== undefined && mark?.logId === own.logId && mark.checkpoint.size < own.checkpoint.size;
    return isOlder ? own.note : (mark ?? own)?.note;
  }

  /**
   * Compares a head that somebody else shows with the database. If a key of the log has signed it, and the database does
   * not extend it, the log halts. Whatever nobody but this registry can have signed is evidence, and nothing else.
   * @returns whether the log halts because of it
   * @throws RegistryError `storage_unavailable`
   */
  async examine(note: string): Promise<boolean> {
    const { store, signer } = this.#deps;
    const current = await store.readLogHead();
    if (current.halted !== undefined) return false;
    await signer.follow(current.logId);
    if (!isOwnHead(note, signer, VERIFIERS)) return false;
    const { logId } = current;
    const shown = signedHeadOf({ logId, earlierIds: signer.earlierIds, note });
    const reason = await findContradiction(this.#deps, current, shown);
    // Otherwise, some of it was read from another server.
    if (reason === undefined || (await store.readLogHead()).server !== current.server) return false;
    return this.#halt(reason).catch((error: unknown) => {
      if (isLogHalted(error)) return true;
      throw error;
    });
  }

  /** Marks the last head. */
  close(): Promise<void> {
    return this.#keeper.close();
  }

  /** A tree only grows as long as the database server is the same, which refuses anything else. */
  #extendsKnown({ logId, server, edge }: LogHead): boolean {
    const known = this.#known;
    if (known === undefined || known.logId !== logId || known.server !== server) return false;
    return edge.size > known.edge.size || (edge.size === known.edge.size && isSame(edge, known.edge));
  }

  /**
   * Makes sure that the database extends everything that was signed, and has this head.
   * @throws RegistryError `log_halted` or `storage_unavailable`
   */
  async #compare(head: LogHead): Promise<void> {
    if (this.#extendsKnown(head)) return;
    const { store, signer } = this.#deps;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      if (this.#known !== undefined && (await store.readLogHead()).server !== this.#known.server)
        await delay(SETTLE_MS, undefined, { ref: false });
      const mark = await this.#keeper.read();
      const current = await store.readLogHead();
      refuseIfHalted(current);
      await signer.follow(current.logId);
      const reason = await this.#findReason(current, [this.#signed, mark]);
      const shown = { size: head.edge.size, root: rootOf(this.#deps.sha256, head.edge) };
      const isThere = head.logId === current.logId && (await beginsWith(this.#deps, current.edge, shown));
      // Otherwise, some of it was read from another server.
      if ((await store.readLogHead()).server !== current.server) continue;
      if (reason !== undefined) await this.#halt(reason);
      if (!isThere) break;
      this.#known = current;
      return;
    }
    throw new RegistryError('storage_unavailable', {
      detail: 'The database server was replaced in the meantime, and may lack the last changes. Try again.',
    });
  }

  async #findReason(
    current: LogHead,
    signed: readonly (SignedHead | undefined)[],
  ): Promise<string | undefined> {
    for (const each of signed) {
      const reason = each && (await findContradiction(this.#deps, current, each));
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  async #compareMark(mark: SignedHead): Promise<void> {
    const current = await this.#deps.store.readLogHead();
    refuseIfHalted(current);
    const reason = await findContradiction(this.#deps, current, mark);
    if (reason !== undefined) await this.#halt(reason);
  }

  /** @throws RegistryError `log_halted` always */
  async #halt(reason: string): Promise<never> {
    await this.#deps.store.haltLog(reason);
    this.#deps.onHalt(reason);
    throw logHalted(reason);
  }
}

function isSame(a: Edge, b: Edge): boolean {
  return a.hashes.every((hash, index) => Buffer.compare(hash, b.hashes[index] ?? new Uint8Array()) === 0);
}
