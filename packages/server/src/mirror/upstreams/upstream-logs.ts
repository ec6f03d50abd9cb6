// Whose signatures count for the logs of other registries: the keys in the settings, else those that were seen first.
import { LruCache } from '@prime-registry/concurrency';
import { continueKeys, type FindKeys, SeenLog, type SeenLogDeps } from './seen-log.ts';

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
    const learned = await this.of(url).findKeys();
    const configured = this.#deps.configured.get(url);
    return configured === undefined ? learned : continueKeys(configured, learned ?? []);
  }

  /**
   * Looks for keys that the log has announced since the newest of those that are trusted.
   * @returns the trusted keys from now on
   */
  async learnKeys(url: string, find: FindKeys): Promise<readonly string[]> {
    await this.of(url).learn((await this.findKeys(url)) ?? [], find);
    return (await this.findKeys(url)) ?? [];
  }

  /** Whether a registry is an upstream of this one, and not only behind one. */
  isUpstream(url: string): boolean {
    return this.#deps.upstreams.includes(url);
  }

  /** What was seen of one log. */
  of(url: string): SeenLog {
    const log = this.#logs.get(url) ?? new SeenLog(url, this.#deps);
    this.#logs.set(url, log);
    return log;
  }
}
