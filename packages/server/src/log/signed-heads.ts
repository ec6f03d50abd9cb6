// The heads of the log with their signatures. Each head is signed once, and shared by all concurrent
// users: the readers of one state of the store, and the publishes of one transaction.
import { LruCache } from '@prime-registry/concurrency';
import type { LogHead, LogStore } from '@prime-registry/store';
import type { HeadGuard } from './head-guard.ts';

/** A head and its signed note. */
export interface SignedHead {
  readonly head: LogHead;
  /** The checkpoint (C2SP tlog-checkpoint). */
  readonly note: string;
}

/** What heads are signed with. */
export interface SignedHeadsDeps {
  readonly store: Pick<LogStore, 'readLogHead'>;
  readonly guard: Pick<HeadGuard, 'signHead'>;
  /** A number that every commit of any process changes. */
  readonly changeStamp: () => number | Promise<number>;
  /** Called when the log has another name than before, or another database server has it: answers may differ. */
  readonly onOtherLog: () => void;
}

/** Notes to remember: those of the last groups of publishes, and the newest. */
const REMEMBERED = 64;

export class SignedHeads {
  readonly #deps: SignedHeadsDeps;
  readonly #notes = new LruCache<string>({ maxSize: REMEMBERED });
  #newest: { readonly stamp: number; readonly signed: Promise<SignedHead> } | undefined;
  /** The log and the database server of the last head. */
  #log: string | undefined;

  constructor(deps: SignedHeadsDeps) {
    this.#deps = deps;
  }

  /**
   * The newest head. It contains every commit that was made before the call: the stamp is read before the head, so a
   * head that was kept is still the newest as long as the stamp is the same.
   * @throws RegistryError `log_halted`, `storage_unavailable`
   */
  async newest(): Promise<SignedHead> {
    const stamp = await this.#deps.changeStamp();
    if (this.#newest?.stamp === stamp) return this.#newest.signed;
    const newest = { stamp, signed: this.#read() };
    this.#newest = newest;
    newest.signed.catch(() => {
      if (this.#newest === newest) this.#newest = undefined;
    });
    return newest.signed;
  }

  /** The note of a head. @throws RegistryError `log_halted`, `storage_unavailable` */
  noteOf(head: LogHead): Promise<string> {
    this.#noticeLog(head);
    return this.#notes.getOrLoad(keyOf(head), () => this.#deps.guard.signHead(head));
  }

  async #read(): Promise<SignedHead> {
    const head = await this.#deps.store.readLogHead();
    return { head, note: await this.noteOf(head) };
  }

  #noticeLog({ logId, server }: LogHead): void {
    const log = `${logId} ${server}`;
    if (this.#log !== undefined && this.#log !== log) this.#deps.onOtherLog();
    this.#log = log;
  }
}

/** The same for heads of the same tree only; with another database server, the guard has to look again. */
function keyOf({ logId, edge, server, halted }: LogHead): string {
  const roots = Buffer.concat(edge.hashes).toString('base64');
  return `${logId} ${server} ${edge.size} ${roots} ${halted ?? ''}`;
}
