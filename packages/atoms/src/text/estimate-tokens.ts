// Estimates the number of tokens that a text takes in a language model.

const FIRST_WIDE_UNIT = 0x800;

/**
 * An estimate, as a whole number: a quarter of a token for each UTF-16 unit below U+0800 (Latin, Greek,
 * Cyrillic, Hebrew, Arabic), rounded up, and one for each other unit (CJK, emoji, dashes). It uses no
 * tokenizer; for English text it is within 20 % of most.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(countTokenQuarters(text) / 4);
}

/** The estimate before it is rounded, in quarters of a token: that of two texts together is the sum of both. */
export function countTokenQuarters(text: string): number {
  let wide = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) >= FIRST_WIDE_UNIT) wide += 1;
  }
  return text.length + 3 * wide;
}

/** The largest offset so that the text from `start` to there takes at most that many quarters of a token. */
export function findTokenLimit(text: string, start: number, quarters: number): number {
  let left = quarters;
  let at = start;
  while (at < text.length) {
    left -= text.charCodeAt(at) >= FIRST_WIDE_UNIT ? 4 : 1;
    if (left < 0) break;
    at += 1;
  }
  return at;
}
