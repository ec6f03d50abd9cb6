// The cache of finished responses to hot reads. A class of its own (decision 0023): every hot read goes through it. An entry
// is valid only while the store has the change stamp that it had before the read; a hit sets a flag and moves nothing.

/** An answer as it was sent, to be sent again. */
export interface FinishedResponse {
  readonly status: number;
  /** Names and values in turn, without the request's id. */
  readonly headers: readonly string[];
  /** The same for a 304 in its place. */
  readonly headersOf304: readonly string[];
  readonly body: string | Uint8Array;
  /** How a body of text is written: ASCII faster than the rest. */
  readonly encoding: 'latin1' | 'utf8';
  /** Length of the body in bytes. */
  readonly bodyBytes: number;
  /** Where in the body, which is text then, the request's id belongs; undefined where it does not. */
  readonly requestIdAt: number | undefined;
  /** The entity tag; undefined for what cannot be asked for by tag. */
  readonly etag: string | undefined;
  /** The route that made it, for the metrics. */
  readonly route: string;
  /** What a tarball is counted under when it is downloaded; undefined for everything else. */
  readonly downloadKey: string | undefined;
  /** Where each time that it is given is counted, beside the meters of all answers. */
  readonly tally?: HitTally | undefined;
}

/** How often answers of a kind were given from what was known. */
export interface HitTally {
  hits: number;
}

interface Entry {
  readonly response: FinishedResponse;
  readonly stamp: number;
  /** By performance.now(); undefined for one that is good as long as nothing is committed. */
  readonly untilMs: number | undefined;
  /** Whether it was used since it was last considered for dropping. */
  isUsed: boolean;
}

/** What an entry takes beside its body, in bytes. */
const ENTRY_BYTES = 2048;
/** Longest target that is kept, in characters. */
const MAX_TARGET_LENGTH = 512;

/** Largest body that is kept, in bytes: a larger one costs more to send than to read. */
export const MAX_KEPT_BODY_BYTES = 64 * 1024;

/** Answers by request target. */
export class ResponseCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** `maxBytes` bounds what is kept. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The answer to a target, if it was kept at this stamp; one of another stamp is dropped. */
  find(target: string, stamp: number): FinishedResponse | undefined {
    const entry = this.#entries.get(target);
    if (entry === undefined) return undefined;
    if (entry.stamp !== stamp || (entry.untilMs !== undefined && entry.untilMs <= performance.now())) {
      this.#drop(target, entry);
      return undefined;
    }
    entry.isUsed = true;
    return entry.response;
  }

  /**
   * Keeps an answer whose data was read while the store had this stamp, or after; the one before is gone in any case.
   * @param untilMs - by performance.now(), for an answer that others than the store have a say in
   */
  keep(target: string, stamp: number, response: FinishedResponse, untilMs?: number): void {
    const known = this.#entries.get(target);
    if (known !== undefined) this.#drop(target, known);
    if (target.length > MAX_TARGET_LENGTH || response.bodyBytes > MAX_KEPT_BODY_BYTES) return;
    this.#entries.set(target, { response, stamp, untilMs, isUsed: false });
    this.#bytes += sizeOf(response);
    while (this.#bytes > this.#maxBytes) this.#dropOne();
  }

  /** Second chance: evicts the oldest entry that was not used since it was last considered. */
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

/** Roughly what an entry takes in memory, in bytes: a text with one character beyond Latin takes two for each. */
function sizeOf({ body, encoding, bodyBytes }: FinishedResponse): number {
  const isWide = typeof body === 'string' && encoding === 'utf8';
  return ENTRY_BYTES + (isWide ? 2 * bodyBytes : bodyBytes);
}
