// Splits text for FTS5 exactly as its tokenizer does, so that nothing in a query is ever syntax.

/** The tokenizer of the index: letters, numbers and marks make words, and so do symbols such as emoji. */
export const TOKENIZER = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc So'";

/** The words of a query, in order. Quotes, operators and NUL are between words, never in them. */
export function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}\p{So}]+/gu) ?? [];
}

/**
 * The FTS5 expression for a query: every word must match, the last one also as the beginning of a word, in which case
 * a whole word counts for more. Undefined when the query has no words.
 */
export function matchExpression(text: string): string | undefined {
  const words = splitWords(text).map((word) => `"${word}"`);
  const last = words.pop();
  if (last === undefined) return undefined;
  return [...words, `(${last} OR ${last} *)`].join(' AND ');
}
