// Remembers when tokens were last used, to the hour: enough to find those that nobody uses any more, and too seldom to be
// felt. No request waits for it, and none fails with it.
import type { TokenRecord, TokenStore } from '@prime-registry/store';

/** How much later than what is stored a use has to be to be stored. */
export const USE_PRECISION_MS = 3_600_000;
/** How long uses are gathered, to be stored in one transaction. */
const GATHER_MS = 1000;

/** What remembering works with. */
export interface TokenUseDeps {
  readonly store: TokenStore;
  readonly now: () => number;
  /** Told why uses could not be stored. */
  readonly onFailure: (error: unknown) => void;
}

export class TokenUse {
  readonly #deps: TokenUseDeps;
  #pending = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: TokenUseDeps) {
    this.#deps = deps;
  }

  /** Notes that a good token was shown. */
  note({ id, lastUsedAtMs = 0 }: Pick<TokenRecord, 'id' | 'lastUsedAtMs'>): void {
    const nowMs = this.#deps.now();
    if (nowMs - lastUsedAtMs < USE_PRECISION_MS) return;
    this.#pending.set(id, nowMs);
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }

  /** Stores what was noted. Never fails. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = [...this.#pending].map(([id, usedAtMs]) => ({ id, usedAtMs }));
    this.#pending = new Map();
    if (uses.length === 0) return;
    try {
      await this.#deps.store.noteTokenUses(uses);
    } catch (error) {
      this.#deps.onFailure(error);
    }
  }
}
