// A GIN index gathers all that begins with some letters before it gives the first, and cannot be asked for those among others.
// So the beginnings of words are terms themselves, up to a length from which on few words have the same.
const LONGEST = 3;

/** In front of a beginning; in no other term. */
const MARK = '~';
const WHOLE = /^[=]/;
/** A beginning that is longer, as {@link beginningExpression} writes it. */
const LONGER = /\(('[^']*') & '[^']*':\*\)/g;

/** The beginnings of a term, with its mark if it has one; none of whole names. */
export function listBeginnings(term: string): string[] {
  if (WHOLE.test(term)) return [];
  const [mark, letters] = splitMark(term);
  return letters.slice(0, LONGEST).map((_, index) => MARK + mark + letters.slice(0, index + 1).join(''));
}

/** Matches the terms that begin so, as long as letters follow the mark. @param quote - writes a term */
export function beginningExpression(beginning: string, quote: (term: string) => string): string {
  const [mark, letters] = splitMark(beginning);
  const first = quote(MARK + mark + letters.slice(0, LONGEST).join(''));
  return letters.length <= LONGEST ? first : `(${first} & ${quote(beginning)}:*)`;
}

/** What the index can be asked for quickly: matches everything that the expression does, and more where beginnings are long. */
export function withoutLongBeginnings(expression: string): string {
  return expression.replaceAll(LONGER, '$1');
}

function splitMark(term: string): [mark: string, letters: string[]] {
  const [first = '', ...others] = term;
  return /^[/@#]$/.test(first) ? [first, others] : ['', [...term]];
}
