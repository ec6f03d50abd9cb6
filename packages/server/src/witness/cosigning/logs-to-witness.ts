// Which logs this registry is a witness of: those that its upstreams say are theirs. The keys that sign for a log are
// those that the upstream names at its address. A cosignature says nothing about keys: only that the log of this name
// has never been two.
import { quote } from '@prime-registry/protocol';
import type { WitnessedLog, WitnessStore } from '@prime-registry/store';
import { parseVerifierKey, TlogError } from '@prime-registry/tlog';
import { sha256 } from '../../signing/ed25519.ts';

/** What logs are found with. */
export interface LogsToWitnessDeps {
  readonly store: Pick<WitnessStore, 'findWitnessedLog' | 'keepWitnessedLog'>;
  readonly upstreams: readonly {
    readonly url: string;
    /** Undefined if it has no log. @throws if it does not answer */
    readonly describeLog: () => Promise<Pick<WitnessedLog, 'origin' | 'vkeys'> | undefined>;
  }[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called for an upstream that does not say which log is its, or names that of another one. */
  readonly onFailure: (url: string, error: unknown) => void;
}

/** Strangers can name any log: upstreams are asked no more often than this. */
const ASK_EVERY_MS = 60_000;
const MAX_KEYS = 16;

export class LogsToWitness {
  readonly #deps: LogsToWitnessDeps;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor(deps: LogsToWitnessDeps) {
    this.#deps = deps;
  }

  /**
   * The log with a name; undefined if no upstream has it.
   * @throws RegistryError `storage_unavailable`
   */
  async find(origin: string): Promise<WitnessedLog | undefined> {
    const { store } = this.#deps;
    const known = await this.#findConfigured(origin);
    if (known !== undefined) return known;
    await this.#askAll();
    return (await store.findWitnessedLog(origin)) && this.#findConfigured(origin);
  }

  /** The same, after the upstreams were asked again: the log may have other keys now. */
  async findAgain(origin: string): Promise<WitnessedLog | undefined> {
    await this.#askAll();
    return this.#findConfigured(origin);
  }

  /** A log of an upstream that was removed from the settings is not witnessed any more. */
  async #findConfigured(origin: string): Promise<WitnessedLog | undefined> {
    const log = await this.#deps.store.findWitnessedLog(origin);
    return this.#deps.upstreams.some(({ url }) => url === log?.url) ? log : undefined;
  }

  #askAll(): Promise<void> {
    const { upstreams, now } = this.#deps;
    if (this.#asking !== undefined) return this.#asking;
    // A clock that was put back must not keep new keys away.
    if (Math.abs(now() - this.#askedAtMs) < ASK_EVERY_MS) return Promise.resolve();
    this.#askedAtMs = now();
    this.#asking = Promise.all(upstreams.map((upstream) => this.#ask(upstream)))
      .then(() => undefined)
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  async #ask({ url, describeLog }: LogsToWitnessDeps['upstreams'][number]): Promise<void> {
    const { store, now, onFailure } = this.#deps;
    try {
      const described = await describeLog();
      if (described === undefined) return;
      const { origin } = described;
      const vkeys = described.vkeys.slice(0, MAX_KEYS).filter((vkey) => isKeyOf(origin, vkey));
      if (vkeys.length === 0) throw new Error(`it names no key of its log ${quote(origin)}`);
      const known = await store.findWitnessedLog(origin);
      if (known?.url === url && JSON.stringify(known.vkeys) === JSON.stringify(vkeys)) return;
      if (!(await store.keepWitnessedLog({ origin, url, vkeys }, now())))
        throw new Error(`it says that its log is ${quote(origin)}, which cannot be kept for it`);
    } catch (error) {
      onFailure(url, error);
    }
  }
}

/** Whether it is a verifier key with the name of the log. */
function isKeyOf(origin: string, vkey: string): boolean {
  try {
    return parseVerifierKey(sha256, vkey).name === origin;
  } catch (error) {
    if (error instanceof TlogError) return false;
    throw error;
  }
}
