// Tries each upstream when the registry starts, so that a wrong setting shows before a reader meets it; and learns
// which upstreams explain their errors: the first 404 of an unknown one may come from a proxy in front of it.
import { RegistryError } from '@prime-registry/protocol';
import type { KnownUpstreams } from './known-upstreams.ts';
import type { Upstream } from './upstream.ts';
import { explainToOperator } from './upstream-failure.ts';

/** A name that no registry has, so that the answer is cheap. */
export const PROBE = '@prime-registry/is-there-anybody';

export interface UpstreamProbesDeps {
  readonly upstreams: readonly Upstream[];
  readonly known: Pick<KnownUpstreams, 'isKnown'>;
  /** Called when an upstream cannot be asked, with the reason for the operator; again only if the reason changes. */
  readonly onFailure: (url: string, reason: string) => void;
  /** Called when an upstream answers after a failure. */
  readonly onRecovery: (url: string) => void;
}

/** The approximate time between rounds. After the first, a round asks only upstreams that are unknown or failed. */
const EVERY_MS = 600_000;

export class UpstreamProbes {
  readonly #deps: UpstreamProbesDeps;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #running = Promise.resolve();
  readonly #tried = new Set<string>();
  /** The reasons of upstreams that failed the last time. */
  readonly #failures = new Map<string, string>();

  constructor(deps: UpstreamProbesDeps) {
    this.#deps = deps;
  }

  /** Starts the first round at once. Call it once. */
  start(): void {
    this.#running = this.#run();
  }

  /** Starts no further round; resolves when none is running. Close the upstreams before. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { upstreams } = this.#deps;
    const probed = await Promise.all(upstreams.map((upstream) => this.#learn(upstream)));
    if (this.#isStopped || probed.every((isKnown) => isKnown)) return;
    // With jitter, so that several processes do not ask at the same time.
    const waitMs = EVERY_MS * (0.75 + Math.random() / 2);
    this.#timer = setTimeout(() => this.start(), waitMs).unref();
  }

  /** @returns whether the upstream is known and answers; false if that failed, and is tried again */
  async #learn(upstream: Upstream): Promise<boolean> {
    const { known } = this.#deps;
    const { url } = upstream;
    try {
      const isNew = !this.#tried.has(url);
      if (!isNew && !this.#failures.has(url) && (await known.isKnown(url))) return true;
      await upstream.fetchList(PROBE, undefined);
      this.#tried.add(url);
      if (this.#failures.delete(url)) this.#deps.onRecovery(url);
      return await known.isKnown(url);
    } catch (error) {
      if (error instanceof RegistryError && error.code.startsWith('upstream_')) this.#noteFailure(url, error);
      return false;
    }
  }

  #noteFailure(url: string, error: RegistryError): void {
    if (this.#isStopped) return;
    const reason = explainToOperator(error);
    if (this.#failures.get(url) === reason) return;
    this.#failures.set(url, reason);
    this.#deps.onFailure(url, reason);
  }
}
