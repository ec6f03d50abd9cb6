// The cache of finished responses to hot reads. It is a class of its own because every hot read goes through
// it (decision 0023). An entry is valid only while the store has the change stamp from before the read, unless no
// commit can change it, or a read lease lasts; a hit sets a flag and moves nothing.

import type { ReadLeases } from './read-leases.ts';

/** An answer as it was sent, to be sent again. */
export interface FinishedResponse {
  readonly status: number;
  /** Names and values in turn, without the request id. */
  readonly headers: readonly string[];
  /** The headers of a 304 instead. */
  readonly headersOf304: readonly string[];
  /** Status line and headers as text, to be continued. */
  readonly head: string;
  readonly headOf304: string;
  readonly body: string | Uint8Array;
  /** How a text body is written: `latin1` is faster, and enough for ASCII. */
  readonly encoding: 'latin1' | 'utf8';
  /** Length of the body in bytes. */
  readonly bodyBytes: number;
  /** Where in the body, a text, the request id belongs; undefined for a body without one. */
  readonly requestIdAt: number | undefined;
  /** The entity tag, if it has one. */
  readonly etag: string | undefined;
  /** The target for the log, as a JSON text. */
  readonly quotedPath: string;
  /** The route that answered, for the metrics. */
  readonly route: string;
  /** The key that counts downloads of a tarball; undefined for other answers. */
  readonly downloadKey: string | undefined;
  /** Counts how often it is sent, next to the metrics of all answers. */
  readonly tally?: HitTally | undefined;
}

/** How often answers of a kind came from a cache. */
export interface HitTally {
  hits: number;
}

interface Entry {
  readonly response: FinishedResponse;
  /** Undefined for an answer that no commit changes. */
  readonly stamp: number | undefined;
  /** By performance.now(); undefined for an answer that only a commit ends. */
  readonly untilMs: number | undefined;
  /** Whether every change of it waits for read leases. */
  readonly isLeasable: boolean;
  /** Until when it is valid whatever the stamp, by performance.now(); 0 without a read lease. */
  leasedUntilMs: number;
  /** Whether it was used since it was last considered for eviction. */
  isUsed: boolean;
}

/** What an entry takes besides its body, in bytes. */
const ENTRY_BYTES = 2500;
/** Longest request target that is kept, in characters. */
const MAX_TARGET_LENGTH = 512;

/** Largest body that is kept, in bytes: to send a larger one costs more than to read it. */
export const MAX_KEPT_BODY_BYTES = 64 * 1024;

/** The same for a body that no commit changes: a full bundle of the log takes longer to read than to send. */
const MAX_UNCHANGING_BODY_BYTES = 256 * 1024;

/** How often a commit may be the reason to ask whether what no commit changes is still about the same log. */
const LOOK_EVERY_MS = 1000;

/** What limits the use of an entry, besides its stamp. */
export interface KeepOptions {
  /** By performance.now(), for an answer that can change without a commit. */
  readonly untilMs?: number | undefined;
  /** Whether every change of it waits for read leases. */
  readonly isLeasable?: boolean | undefined;
}

/** Answers by request target. */
export class ResponseCache {
  readonly #maxBytes: number;
  readonly #leases: Pick<ReadLeases, 'grant'> | undefined;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  /** The change stamp at which the log was the one that the unchanging answers are about. */
  #lookedAtStamp: number | undefined;
  /** By performance.now(). */
  #nextLookMs = 0;

  /** @param maxBytes - bounds the memory of all entries, which is estimated */
  constructor(maxBytes: number, leases?: Pick<ReadLeases, 'grant'>) {
    this.#maxBytes = maxBytes;
    this.#leases = leases;
  }

  /** The answer to a target, if it has a read lease. */
  findLeased(target: string): FinishedResponse | undefined {
    const entry = this.#entries.get(target);
    if (entry === undefined || entry.leasedUntilMs <= performance.now()) return undefined;
    entry.isUsed = true;
    return entry.response;
  }

  /**
   * The answer to a target, if it is still valid at this stamp; otherwise its entry is dropped. Of unchanging answers, one
   * is withheld after commits: whoever reads it again notices a log that was replaced.
   * @param lookedAtMs - the time before the look at the store that returned the stamp, by performance.now(): a read lease
   *   may begin with it
   */
  find(target: string, stamp: number, lookedAtMs?: number): FinishedResponse | undefined {
    const entry = this.#entries.get(target);
    if (entry === undefined) return undefined;
    if (entry.stamp === undefined && stamp !== this.#lookedAtStamp && this.#mayLook()) return undefined;
    const isOld = entry.stamp !== stamp && entry.stamp !== undefined;
    if (isOld || (entry.untilMs !== undefined && entry.untilMs <= performance.now())) {
      this.#drop(target, entry);
      return undefined;
    }
    entry.isUsed = true;
    if (entry.isLeasable && lookedAtMs !== undefined)
      entry.leasedUntilMs = this.#leases?.grant(stamp, lookedAtMs) ?? 0;
    return entry.response;
  }

  /**
   * Keeps an answer, and drops the previous one to this target.
   * @param stamp - the store's change stamp at the time of the read, or before it; undefined for an answer that no
   *   commit changes
   */
  keep(
    target: string,
    stamp: number | undefined,
    response: FinishedResponse,
    { untilMs, isLeasable = false }: KeepOptions = {},
  ): void {
    const known = this.#entries.get(target);
    if (known !== undefined) this.#drop(target, known);
    const maxBytes = stamp === undefined ? MAX_UNCHANGING_BODY_BYTES : MAX_KEPT_BODY_BYTES;
    if (target.length > MAX_TARGET_LENGTH || response.bodyBytes > maxBytes) return;
    // What can change without a commit waits for no lease.
    const isLeased = isLeasable && untilMs === undefined;
    const entry = { response, stamp, untilMs, isLeasable: isLeased, leasedUntilMs: 0, isUsed: false };
    this.#entries.set(target, entry);
    this.#bytes += sizeOf(response);
    while (this.#bytes > this.#maxBytes) this.#dropOne();
  }

  /** Notes that an unchanging answer was read after this stamp, and hence from the log of this stamp. */
  noteLook(stamp: number): void {
    this.#lookedAtStamp = stamp;
  }

  /** Drops the answers that no commit changes. */
  dropUnchanging(): void {
    for (const [target, entry] of this.#entries) if (entry.stamp === undefined) this.#drop(target, entry);
  }

  /** One request a second at most: the others need not wait for it, nor read the same again. */
  #mayLook(): boolean {
    const now = performance.now();
    if (now < this.#nextLookMs) return false;
    this.#nextLookMs = now + LOOK_EVERY_MS;
    return true;
  }

  /** Second chance (CLOCK): evicts the oldest entry that was not used since it was last considered. */
  #dropOne(): void {
    for (const [target, entry] of this.#entries) {
      if (!entry.isUsed) {
        this.#drop(target, entry);
        return;
      }
      entry.isUsed = false;
      this.#entries.delete(target);
      this.#entries.set(target, entry);
    }
  }

  #drop(target: string, { response }: Entry): void {
    this.#entries.delete(target);
    this.#bytes -= sizeOf(response);
  }
}

/** Estimates the memory of an entry, in bytes: a text that is not ASCII may take two bytes a character. */
function sizeOf({ body, encoding, bodyBytes }: FinishedResponse): number {
  const isWide = typeof body === 'string' && encoding === 'utf8';
  return ENTRY_BYTES + (isWide ? 2 * bodyBytes : bodyBytes);
}
