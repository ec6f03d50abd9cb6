// For a prefix, a GIN index collects all matches before it returns the first, even if it is combined with a
// rare term. So short prefixes of words are terms themselves. Longer prefixes match few words.
const LONGEST = 3;

/** Precedes a prefix; occurs in no other term. */
const MARK = '~';
const WHOLE = /^[=]/;
/** A longer prefix, as written by {@link beginningExpression}. */
const LONGER = /\(('[^']*') & '[^']*':\*\)/g;

/** The short prefixes of a term, with its mark if it has one; none for whole names. */
export function listBeginnings(term: string): string[] {
  if (WHOLE.test(term)) return [];
  const [mark, letters] = splitMark(term);
  return letters.slice(0, LONGEST).map((_, index) => MARK + mark + letters.slice(0, index + 1).join(''));
}

/** Matches the terms with this prefix, if letters follow its mark. @param quote - quotes a term */
export function beginningExpression(beginning: string, quote: (term: string) => string): string {
  const [mark, letters] = splitMark(beginning);
  const first = quote(MARK + mark + letters.slice(0, LONGEST).join(''));
  return letters.length <= LONGEST ? first : `(${first} & ${quote(beginning)}:*)`;
}

/** An expression that the index evaluates faster. It matches more, because long prefixes are shortened. */
export function withoutLongBeginnings(expression: string): string {
  return expression.replaceAll(LONGER, '$1');
}

function splitMark(term: string): [mark: string, letters: string[]] {
  const [first = '', ...others] = term;
  return /^[/@#]$/.test(first) ? [first, others] : ['', [...term]];
}
