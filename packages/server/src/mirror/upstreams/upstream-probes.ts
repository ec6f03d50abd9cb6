// Learns which upstreams explain their errors before anybody asks for a name that one of them lacks: the
// first 404 of an unknown upstream may come from a proxy in front of it.
import type { KnownUpstreams } from './known-upstreams.ts';
import type { Upstream } from './upstream.ts';

/** A name that no registry has, so that the answer is cheap. */
export const PROBE = '@prime-registry/is-there-anybody';

/** What probing works with. */
export interface UpstreamProbesDeps {
  readonly upstreams: readonly Upstream[];
  readonly known: Pick<KnownUpstreams, 'isKnown'>;
}

/** The approximate time between rounds. A round asks only upstreams that are still unknown. */
const EVERY_MS = 600_000;

/** The probes of one process. */
export class UpstreamProbes {
  readonly #deps: UpstreamProbesDeps;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #running = Promise.resolve();

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

  /** @returns whether the upstream is known; false if that failed, and is tried again */
  async #learn(upstream: Upstream): Promise<boolean> {
    const { known } = this.#deps;
    try {
      if (await known.isKnown(upstream.url)) return true;
      await upstream.fetchList(PROBE, undefined);
      return await known.isKnown(upstream.url);
    } catch {
      return false;
    }
  }
}
