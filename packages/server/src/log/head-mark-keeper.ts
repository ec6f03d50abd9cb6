// Keeps the mark of the log up to date, at intervals: a signature neither waits for it nor fails because of it.
import { setTimeout as delay } from 'node:timers/promises';
import type { MarkStore } from '@prime-registry/blobs';
import { isLogHalted } from './halted.ts';
import { formatHeadMark, HEAD_MARK, parseHeadMark, type SignedHead } from './head-mark.ts';

/** How long signed heads are gathered. A process that is killed has not marked the last ones. */
export const GATHER_MS = 1000;
const RETRY_MS = 10_000;
/** How long a shutdown waits. */
const CLOSE_MS = 3000;

export interface HeadMarkKeeperDeps {
  readonly marks: MarkStore;
  /** Compares a mark of another process with the log. @throws RegistryError `log_halted` if they contradict each other */
  readonly compare: (mark: SignedHead) => Promise<void>;
  /** Called when the mark could not be read or written; it is tried again later. */
  readonly onFailure: (error: unknown) => void;
}

export class HeadMarkKeeper {
  readonly #deps: HeadMarkKeeperDeps;
  /** The largest signed head that may not be in the mark. */
  #pending: SignedHead | undefined;
  /** A text of the mark that does not contradict the log. */
  #agreed: string | undefined;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: HeadMarkKeeperDeps) {
    this.#deps = deps;
  }

  /** Marks a head soon, unless another process has marked a larger one. */
  note(head: SignedHead): void {
    if (this.#pending !== undefined && isBehind(head, this.#pending)) return;
    this.#pending = head;
    this.#schedule(GATHER_MS);
  }

  /** The mark; undefined if there is none. @throws RegistryError `storage_unavailable`, or DamagedHeadMarkError */
  async read(): Promise<SignedHead | undefined> {
    const text = await this.#deps.marks.readMark(HEAD_MARK);
    return text === undefined ? undefined : parseHeadMark(text);
  }

  /** Marks the last head; does not wait long for storage that is away. */
  async close(): Promise<void> {
    await Promise.race([this.#flush(), delay(CLOSE_MS, undefined, { ref: false })]);
    clearTimeout(this.#timer);
    this.#isClosed = true;
  }

  #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#running
      .then(() => this.#update())
      .catch((error) => {
        if (isLogHalted(error)) return;
        this.#schedule(RETRY_MS);
        this.#deps.onFailure(error);
      });
    return this.#running;
  }

  #schedule(inMs: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.#flush(), inMs).unref();
  }

  async #update(): Promise<void> {
    const head = this.#pending;
    if (head === undefined) return;
    const text = await this.#deps.marks.readMark(HEAD_MARK);
    const mark = text === undefined ? undefined : parseHeadMark(text);
    if (mark !== undefined && text !== this.#agreed) await this.#agree(mark, text);
    if (mark !== undefined && isBehind(head, mark)) {
      if (this.#pending === head) this.#pending = undefined;
      return;
    }
    const next = formatHeadMark(head);
    await this.#deps.marks.writeMark(HEAD_MARK, next);
    this.#agreed = next;
    // A process that read the mark before may have written a smaller head after this one: it is read again.
    this.#schedule(GATHER_MS);
  }

  /** A database that is away must not keep a signed head out of the mark. */
  async #agree(mark: SignedHead, text: string | undefined): Promise<void> {
    try {
      await this.#deps.compare(mark);
      this.#agreed = text;
    } catch (error) {
      if (isLogHalted(error)) throw error;
    }
  }
}

/** Whether a head of the same log is not larger than the other one, or of an earlier name of that log. */
function isBehind({ logId, checkpoint }: SignedHead, other: SignedHead): boolean {
  if (logId === other.logId) return checkpoint.size <= other.checkpoint.size;
  // Processes that go on with different names would else replace each other's marks for ever.
  return other.earlierIds.includes(logId);
}
