// The budget of an answer, in quarters of an estimated token: so the parts of an answer can be added up.
import { countTokenQuarters, findTokenLimit } from '@prime-registry/atoms';

/** Bounds of a budget, in tokens (estimateTokens of packages/atoms). */
export const BUDGET_LIMITS = { minimum: 100, maximum: 20_000, default: 2000 } as const;

/** What is left of a budget while an answer is put together. */
export class Budget {
  /** What is left, in quarters of a token, 0 or more. */
  quarters: number;

  /** @param tokens - estimated tokens; below 0 counts as 0 */
  constructor(tokens: number) {
    this.quarters = Math.max(0, Math.floor(tokens * 4));
  }

  /** What is left, in tokens. */
  get tokens(): number {
    return this.quarters / 4;
  }

  /** Takes what the text with a line end costs; takes nothing and returns false if too little is left. */
  take(text: string): boolean {
    const cost = countTokenQuarters(text) + 1;
    if (cost > this.quarters) return false;
    this.quarters -= cost;
    return true;
  }

  /**
   * Those of the lines that fit, in their order.
   * @param share - at most this part of what is left, 0 to 1
   */
  takeLines(lines: readonly string[], share = 1): string[] {
    const part = new Budget(this.tokens * share);
    const before = part.quarters;
    const taken = lines.filter((line) => part.take(line));
    this.quarters -= before - part.quarters;
    return taken;
  }
}

/** The text, or its beginning that fits into the tokens, without half a character at its end. */
export function cutToTokens(text: string, tokens: number): string {
  // Most texts are far below their budget, and no character takes more than a token.
  if (text.length <= tokens) return text;
  const end = findTokenLimit(text, 0, Math.floor(tokens * 4));
  return text.slice(0, endOfCharacter(text, end));
}

/** The offset, or the one before if it is within a surrogate pair. */
export function endOfCharacter(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
  return offset > 0 && isLowSurrogate ? offset - 1 : offset;
}
