// The keys of one issuer. They are read again when they are old, and when a token names a key that is not among them: that
// is how an issuer changes its keys. While the issuer is away, the last good keys are used, also by other processes and
// after a restart.
import { SingleFlight } from '@prime-registry/concurrency';
import { type FindKey, type KeySet, parseKeySet } from '@prime-registry/identity';
import { quote, RegistryError } from '@prime-registry/protocol';
import type { ExchangeStore } from '@prime-registry/store';
import { type KeySource, KeysUnavailableError } from './issuer-source.ts';

/** Older keys are not used, whatever the issuer answers: one of them may have been withdrawn. */
export const MAX_STALE_MS = 24 * 3_600_000;
/** How much the clocks of processes may differ. Keys that were read later than that were read by a wrong clock. */
const MAX_SKEW_MS = 60_000;

export interface IssuerKeysDeps {
  readonly issuer: string;
  readonly source: KeySource;
  readonly store: Pick<ExchangeStore, 'findIssuerKeys' | 'saveIssuerKeys'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called after each read, and for a key that cannot be used. @param problem - undefined if there is none */
  readonly onRead: (issuer: string, problem: string | undefined) => void;
}

/** Keys, and when they were read. */
interface KnownKeys {
  readonly set: KeySet;
  readonly readAtMs: number;
}

export class IssuerKeys {
  readonly #deps: IssuerKeysDeps;
  readonly #reads = new SingleFlight<void>();
  #known: KnownKeys | undefined;
  #triedAtMs = Number.NEGATIVE_INFINITY;
  #problem: string | undefined;

  constructor(deps: IssuerKeysDeps) {
    this.#deps = deps;
  }

  /**
   * Finds a key by its `kid`.
   * @throws RegistryError `issuer_unavailable` if the issuer has to be asked and does not answer; an error of jose for a
   *   key that the issuer does not have
   */
  readonly find: FindKey = async (header) => {
    if (this.#isOld()) await this.#adopt();
    if (this.#isOld()) await this.#tryRead();
    const known = this.#getKnown();
    try {
      return await this.#findIn(known, header);
    } catch (error) {
      if (!isUnknownKey(error)) throw error;
      return await this.#findNew(header, known);
    }
  };

  async close(): Promise<void> {
    await this.#deps.source.close();
  }

  /** Finds a key that is not among the known ones: it may be new. */
  async #findNew(header: Parameters<FindKey>[0], known: KnownKeys): ReturnType<FindKey> {
    await this.#adopt();
    const mayBeNew = this.#known !== known || (await this.#tryRead());
    // Not a refusal: the job would not try again.
    if (!mayBeNew) throw this.#unavailable('the key of the token is not known yet');
    return this.#findIn(this.#getKnown(), header);
  }

  /** Finds a key. One that is not what it says cannot be used, and may be corrected by its issuer. */
  async #findIn({ set }: KnownKeys, header: Parameters<FindKey>[0]): ReturnType<FindKey> {
    try {
      return await set.find(header);
    } catch (error) {
      if (isUnknownKey(error)) throw error;
      this.#problem = `its key ${quote(header.kid)} cannot be used: ${(error as Error).message}`;
      this.#deps.onRead(this.#deps.issuer, this.#problem);
      throw this.#unavailable('the key of the token cannot be used');
    }
  }

  /** The known keys, unless they are too old. */
  #getKnown(): KnownKeys {
    const known = this.#known;
    if (known !== undefined && this.#ageOf(known.readAtMs) < MAX_STALE_MS) return known;
    throw this.#unavailable('its keys cannot be read');
  }

  /** Without the reason, which is for the operator: it may name what is inside the network. */
  #unavailable(what: string): RegistryError {
    const { issuer, now, source } = this.#deps;
    const waitS = Math.max(1, Math.ceil((this.#triedAtMs + source.pauseMs - now()) / 1000));
    return new RegistryError(
      'issuer_unavailable',
      {
        detail: `The issuer ${quote(issuer)} cannot be asked at the moment, and ${what}; try again in ${waitS} s.`,
        headers: { 'Retry-After': String(waitS) },
      },
      { cause: new Error(this.#problem ?? 'it was asked a moment ago') },
    );
  }

  #isOld(): boolean {
    return this.#ageOf(this.#known?.readAtMs) >= this.#deps.source.maxAgeMs;
  }

  /** How long ago keys were read; without end if they never were, or by a clock that was ahead. */
  #ageOf(readAtMs = Number.NEGATIVE_INFINITY): number {
    const ageMs = this.#deps.now() - readAtMs;
    return ageMs < -MAX_SKEW_MS ? Number.POSITIVE_INFINITY : ageMs;
  }

  /** Uses the keys that another process has read, or this one before its restart. */
  async #adopt(): Promise<void> {
    const { issuer, source, store } = this.#deps;
    if (!source.isShared) return;
    const stored = await store.findIssuerKeys(issuer);
    if (stored === undefined || this.#ageOf(stored.fetchedAtMs) >= this.#ageOf(this.#known?.readAtMs)) return;
    const set = parseKeySet(stored.keySet);
    if (set.ok) this.#known = { set: set.value, readAtMs: stored.fetchedAtMs };
  }

  /** Reads the keys, unless that was tried a moment ago. @returns whether they are new now */
  async #tryRead(): Promise<boolean> {
    const before = this.#known;
    const { now, source } = this.#deps;
    const sinceMs = now() - this.#triedAtMs;
    // A clock that was set back is no reason to wait.
    if (this.#reads.has('read') || sinceMs >= source.pauseMs || sinceMs < 0)
      await this.#reads.run('read', () => this.#read());
    return this.#known !== before;
  }

  async #read(): Promise<void> {
    const { issuer, source, store, now, onRead } = this.#deps;
    this.#triedAtMs = now();
    try {
      const set = await source.read();
      const readAtMs = now();
      this.#known = { set, readAtMs };
      this.#problem = undefined;
      if (source.isShared) await store.saveIssuerKeys({ issuer, keySet: set.text, fetchedAtMs: readAtMs });
    } catch (error) {
      if (!(error instanceof KeysUnavailableError)) throw error;
      this.#problem = error.message;
    }
    onRead(issuer, this.#problem);
  }
}

/** As jose says it: there is no such key, or more than one. */
function isUnknownKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_JWKS_');
}
