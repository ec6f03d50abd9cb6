// The newest head of the log of another registry that this registry has seen. Every other head must be of the same log,
// which only grows. Processes share it by compare-and-swap; each keeps its own newest head in memory as well.
import {
  compareHeads,
  LogError,
  readUntrustedHead,
  type SignedHead,
  type TrustedHead,
  trustKeys,
} from '@prime-registry/client';
import { LruCache, OneByOne } from '@prime-registry/concurrency';
import type { OriginProofStore, UpstreamLog } from '@prime-registry/store';
import { encodeBase64 } from '@prime-registry/tlog';
import { LOG_CRYPTO } from './log-crypto.ts';

/** Reads the hashes between two sizes of the log. Rejects with the errors of the client. */
export type LogHashes = Parameters<typeof compareHeads>[0];

/** Whose signature a head has. */
export interface TrustedKeys {
  readonly vkeys: readonly string[];
  /** Whether they are trusted only because no others were seen. */
  readonly isFirstUse?: boolean;
}

/** Finds the keys that entries under a trusted head name. */
export type FindKeys = (trusted: TrustedHead) => Promise<readonly string[]>;

/** What it works with. */
export interface SeenLogDeps {
  readonly store: Pick<OriginProofStore, 'findUpstreamLog' | 'saveUpstreamLog'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A head that grows with every publish is not worth a commit each time. A crash forgets no more than this, in milliseconds. */
const SAVE_EVERY_MS = 10_000;
/** Heads that need no other look: those that arrive at the same time. */
const REMEMBERED = 64;
const MAX_ATTEMPTS = 5;
/** Keys of one log: a rotation each season makes as many in 25 years. */
const MOST_KEYS = 100;

/** The log of one registry, in one process. */
export class SeenLog {
  readonly #url: string;
  readonly #deps: SeenLogDeps;
  readonly #checked = new LruCache<true>({ maxSize: REMEMBERED });
  #newest: SignedHead | undefined;
  /** Who has signed it; undefined if it is as in the store. */
  #trust: TrustedKeys | undefined;
  /** As in the store. */
  #saved: UpstreamLog | undefined;
  #savedAtMs = 0;
  /** Heads are compared one after the other: usually all are the same, and cost one request together. */
  readonly #turns = new OneByOne();

  constructor(url: string, deps: SeenLogDeps) {
    this.#url = url;
    this.#deps = deps;
  }

  /** The keys that were trusted first, and since then; undefined if no log was seen. */
  async findKeys(): Promise<readonly string[] | undefined> {
    return (await this.#load())?.vkeys;
  }

  /** The number of entries of the newest head; undefined if none was seen. */
  async findSize(): Promise<number | undefined> {
    await this.#load();
    return this.#newest?.size;
  }

  /**
   * Accepts a head that a trusted key has signed, and remembers it if it is newer.
   * @param trust - whose signature it is
   * @param hashes - undefined if nobody can be asked: then only heads of one size are compared, and none but the first is kept
   * @throws LogError `fork`, `shrunk`; `untrusted-key` if another process has just met another key; RegistryRequestError
   */
  async accept(head: SignedHead, trust: TrustedKeys, hashes: LogHashes | undefined): Promise<void> {
    const key = [head.origin, head.size, encodeBase64(head.root), ...trust.vkeys].join(' ');
    if (this.#checked.get(key) === true) return;
    await this.#turns.use(() => this.#accept(head, trust, hashes));
    this.#checked.set(key, true);
  }

  /**
   * Looks for further keys to trust, under the newest head that any process has seen, and remembers them.
   * @param vkeys - what is trusted by now
   * @param find - asks the registry for keys that entries under a trusted head name
   */
  async learn(vkeys: readonly string[], find: FindKeys): Promise<void> {
    await this.#turns.use(() => this.#learn(vkeys, find));
  }

  async #learn(vkeys: readonly string[], find: FindKeys): Promise<void> {
    this.#saved = undefined;
    const stored = await this.#load();
    if (stored === undefined) return;
    const known = continueKeys(vkeys, stored.vkeys);
    const head = findLargest([stored.note, this.#newest?.note], known);
    if (head === undefined) return;
    const found = await find({ head, vkeys: known });
    const room = Math.max(0, MOST_KEYS - known.length);
    const announced = found.filter((vkey) => !known.includes(vkey)).slice(0, room);
    if (announced.length === 0) return;
    this.#newest = head;
    this.#trust = { vkeys: [...known, ...announced] };
    await this.#save();
  }

  /** Stores the newest head, if it is not stored yet. */
  async flush(): Promise<void> {
    await this.#turns.use(() => this.#save());
  }

  async #accept(shown: SignedHead, trust: TrustedKeys, hashes: LogHashes | undefined): Promise<void> {
    requireFirst(await this.#load(), trust, shown);
    const seen = this.#newest;
    // A log with another name is another log. The operator has said so: otherwise its keys would not be trusted.
    const isFirst = seen === undefined || seen.origin !== shown.origin;
    if (!isFirst) {
      if (hashes === undefined && seen.size !== shown.size) return;
      const age = await compareHeads(hashes ?? NOBODY, { seen, shown }, LOG_CRYPTO);
      if (age !== 'newer') return;
    }
    this.#newest = shown;
    this.#trust = trust;
    // A clock that was put back must not keep heads out of the store.
    if (!isFirst && Math.abs(this.#deps.now() - this.#savedAtMs) < SAVE_EVERY_MS) return;
    try {
      await this.#save(hashes);
    } catch (error) {
      // A key that is not stored is not trusted: it would be another one after the next start.
      this.#newest = seen;
      throw error;
    }
  }

  async #load(): Promise<UpstreamLog | undefined> {
    if (this.#saved !== undefined) return this.#saved;
    this.#saved = await this.#deps.store.findUpstreamLog(this.#url);
    this.#newest ??= this.#saved && readUntrustedHead(this.#saved.note);
    return this.#saved;
  }

  async #save(hashes?: LogHashes): Promise<void> {
    const { store, now } = this.#deps;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const newest = this.#newest;
      const trust = this.#trust;
      if (newest === undefined || trust === undefined) return;
      // Another process may have learned more.
      const vkeys = continueKeys(trust.vkeys, this.#saved?.vkeys ?? []);
      if (newest.note === this.#saved?.note && vkeys.length === this.#saved.vkeys.length) return;
      const log = { url: this.#url, vkeys, note: newest.note };
      if (await store.saveUpstreamLog(log, this.#saved, now())) {
        this.#saved = log;
        this.#savedAtMs = now();
        return;
      }
      this.#saved = undefined;
      await this.#meet(newest, trust, hashes);
    }
  }

  /** Another process has stored another head: both must be of one log. */
  async #meet(newest: SignedHead, trust: TrustedKeys, hashes: LogHashes | undefined): Promise<void> {
    const stored = await this.#load();
    requireFirst(stored, trust, newest);
    const seen = stored && readUntrustedHead(stored.note);
    if (seen === undefined || seen.origin !== newest.origin) return;
    if (hashes === undefined && seen.size !== newest.size) {
      this.#newest = seen;
      return;
    }
    const age = await compareHeads(hashes ?? NOBODY, { seen, shown: newest }, LOG_CRYPTO);
    if (age !== 'newer') this.#newest = seen;
  }
}

/** The largest head that one of the keys has signed: what was seen before may be of a key that is not trusted any more. */
function findLargest(
  notes: readonly (string | undefined)[],
  vkeys: readonly string[],
): SignedHead | undefined {
  const read = trustKeys(vkeys, LOG_CRYPTO);
  const heads = notes.flatMap((note) => {
    try {
      return note === undefined ? [] : [read(note)];
    } catch (error) {
      if (error instanceof LogError) return [];
      throw error;
    }
  });
  return heads.toSorted((a, b) => b.size - a.size)[0];
}

/** Trusted keys, and those that have been learned after them: a key that is no longer configured does not come back. */
export function continueKeys(vkeys: readonly string[], learned: readonly string[]): readonly string[] {
  const last = learned.findLastIndex((vkey) => vkeys.includes(vkey));
  return last === -1 ? vkeys : [...vkeys, ...learned.slice(last + 1)];
}

/** Nobody else may have seen another key first. @throws LogError `untrusted-key` */
function requireFirst(
  saved: UpstreamLog | undefined,
  { vkeys, isFirstUse = false }: TrustedKeys,
  { note }: SignedHead,
): void {
  if (!isFirstUse || saved === undefined || saved.vkeys.some((vkey) => vkeys.includes(vkey))) return;
  const message = `the head is not signed by the key that was seen first, ${saved.vkeys.join(' or ')}`;
  throw new LogError('untrusted-key', message, { exhibits: [{ title: 'The head', text: note }] });
}

/** Heads of the same size are compared without hashes. */
const NOBODY: LogHashes = {
  logConsistency: () => Promise.reject(new Error('nobody can be asked for these hashes')),
};
