// Remembers which upstreams explain their errors with problem+json and a code. From such an upstream no other
// 404 counts: something in front of it has answered.
import type { MirrorStore } from '@prime-registry/store';

export interface KnownUpstreamsDeps {
  readonly store: Pick<MirrorStore, 'isKnownUpstream' | 'noteKnownUpstream'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called if it could not be stored; the next such error is stored again. */
  readonly onFailure: (error: unknown) => void;
}

/** The upstreams that one process knows. The store is shared by all processes. */
export class KnownUpstreams {
  readonly #deps: KnownUpstreamsDeps;
  readonly #known = new Set<string>();
  readonly #saving = new Map<string, Promise<void>>();

  constructor(deps: KnownUpstreamsDeps) {
    this.#deps = deps;
  }

  /** Whether this process knows the upstream already. @param url - its base URL */
  has(url: string): boolean {
    return this.#known.has(url);
  }

  /** Remembers an upstream that has explained an error. */
  add(url: string): void {
    if (this.#known.has(url)) return;
    this.#known.add(url);
    const { store, now, onFailure } = this.#deps;
    const saving = store.noteKnownUpstream(url, now()).catch((error: unknown) => {
      this.#known.delete(url);
      onFailure(error);
    });
    this.#saving.set(
      url,
      saving.finally(() => this.#saving.delete(url)),
    );
  }

  /** Resolves when it is stored what {@link add} was called with. */
  async saved(url: string): Promise<void> {
    await this.#saving.get(url);
  }

  /**
   * Whether any process knows the upstream. Ask before an unexplained 404 is believed.
   * @throws RegistryError `storage_unavailable`
   */
  async isKnown(url: string): Promise<boolean> {
    if (this.#known.has(url)) return true;
    if (!(await this.#deps.store.isKnownUpstream(url))) return false;
    this.#known.add(url);
    return true;
  }
}
