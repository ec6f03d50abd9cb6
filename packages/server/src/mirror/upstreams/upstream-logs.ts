// Whose signatures count for the logs of other registries: the keys in the settings, else those that were seen first.
import type { SignedHead } from '@prime-registry/client';
import { LruCache } from '@prime-registry/concurrency';
import {
  continueKeys,
  type FindKeys,
  type LogHashes,
  SeenLog,
  type SeenLogDeps,
  type TrustedKeys,
} from './seen-log.ts';

/** What is known about logs, and where it is kept. */
export interface UpstreamLogsDeps extends SeenLogDeps {
  /** Base URLs of all configured upstreams. */
  readonly upstreams: readonly string[];
  /** Verifier keys by the base URL of the registry, as the operator has configured them. */
  readonly configured: ReadonlyMap<string, readonly string[]>;
}

/** An upstream can name any number of registries behind it. */
const MAX_LOGS = 1000;

/** The logs of other registries, in one process. */
export class UpstreamLogs {
  readonly #deps: UpstreamLogsDeps;
  readonly #logs = new LruCache<SeenLog>({ maxSize: MAX_LOGS });

  constructor(deps: UpstreamLogsDeps) {
    this.#deps = deps;
  }

  /** The keys that are trusted for a registry, and those that its log has announced since then; undefined if nothing says that it has a log. */
  async findKeys(url: string): Promise<readonly string[] | undefined> {
    const learned = await this.#of(url).findKeys();
    const configured = this.#deps.configured.get(url);
    return configured === undefined ? learned : continueKeys(configured, learned ?? []);
  }

  /**
   * Looks for keys that the log has announced since the newest of those that are trusted.
   * @returns the trusted keys from now on
   */
  async learnKeys(url: string, find: FindKeys): Promise<readonly string[]> {
    await this.#of(url).learn((await this.findKeys(url)) ?? [], find);
    return (await this.findKeys(url)) ?? [];
  }

  /** Whether a registry is an upstream of this one, and not only behind one. */
  isUpstream(url: string): boolean {
    return this.#deps.upstreams.includes(url);
  }

  /** How many entries a log had when it was seen last. */
  findSize(url: string): Promise<number | undefined> {
    return this.#of(url).findSize();
  }

  /** As `accept` of {@link SeenLog}. */
  accept(url: string, head: SignedHead, trust: TrustedKeys, hashes: LogHashes | undefined): Promise<void> {
    return this.#of(url).accept(head, trust, hashes);
  }

  /** Stores what is not stored yet of one log. */
  flush(url: string): Promise<void> {
    return this.#of(url).flush();
  }

  #of(url: string): SeenLog {
    const log = this.#logs.get(url) ?? new SeenLog(url, this.#deps);
    this.#logs.set(url, log);
    return log;
  }
}
