// The budget of an answer, in quarters of an estimated token: so the parts of an answer can be added up.
import { countTokenQuarters, findTokenLimit } from '@prime-registry/atoms';

/** Bounds of a budget, in tokens (estimateTokens of packages/atoms). */
export const BUDGET_LIMITS = { minimum: 100, maximum: 20_000, default: 2000 } as const;

/** What is left of a budget while an answer is put together. */
export class Budget {
  #left: number;

  /** @param tokens - estimated tokens */
  constructor(tokens: number) {
    this.#left = tokens * 4;
  }

  /** In quarters of a token, 0 or more. */
  get left(): number {
    return this.#left;
  }

  /** Takes what the text with a line end costs; takes nothing and returns false if too little is left. */
  take(text: string): boolean {
    const cost = countTokenQuarters(text) + 1;
    if (cost > this.#left) return false;
    this.#left -= cost;
    return true;
  }

  /** Sets a part aside, such as for what has to come last. @returns a budget of that part */
  split(share: number): Budget {
    const part = new Budget(0);
    part.#left = Math.floor(this.#left * share);
    this.#left -= part.#left;
    return part;
  }

  /** Takes back what another budget has left. */
  join(other: Budget): void {
    this.#left += other.#left;
    other.#left = 0;
  }
}

/** The text, or its beginning that takes at most so many tokens, without half a character at its end. */
export function cutToTokens(text: string, tokens: number): string {
  // Most texts are far below their budget.
  if (text.length <= tokens) return text;
  const end = findTokenLimit(text, 0, tokens * 4);
  return text.slice(0, endOfCharacter(text, end));
}

/** The offset, or the one before if it is within a surrogate pair. */
export function endOfCharacter(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
  return offset > 0 && isLowSurrogate ? offset - 1 : offset;
}
