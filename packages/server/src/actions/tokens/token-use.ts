// Records when tokens were last used, to the hour: enough to find unused tokens, and rare enough to cost
// nothing. No request waits for it or fails because of it.
import type { TokenRecord, TokenStore } from '@prime-registry/store';

/** A use is stored only if it is this much later than the stored one. */
export const USE_PRECISION_MS = 3_600_000;
/** How long uses are gathered for one transaction. */
const GATHER_MS = 1000;

export interface TokenUseDeps {
  readonly store: TokenStore;
  readonly now: () => number;
  /** Called when uses could not be stored. */
  readonly onFailure: (error: unknown) => void;
}

export class TokenUse {
  readonly #deps: TokenUseDeps;
  #pending = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: TokenUseDeps) {
    this.#deps = deps;
  }

  /** Notes that a valid token was used. */
  note({ id, lastUsedAtMs = 0 }: Pick<TokenRecord, 'id' | 'lastUsedAtMs'>): void {
    const nowMs = this.#deps.now();
    if (nowMs - lastUsedAtMs < USE_PRECISION_MS) return;
    this.#pending.set(id, nowMs);
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }

  /** Stores the noted uses. Never rejects. */
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
