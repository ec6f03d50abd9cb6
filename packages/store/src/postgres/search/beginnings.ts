// For a prefix, a GIN index collects all matches before it returns the first, even if it is combined with a
// rare term. So short prefixes of words are terms themselves. Longer prefixes match few words.
const LONGEST = 3;

/** Precedes a prefix; occurs in no other term. */
const MARK = '~';
const WHOLE = '=';
const MARKS_OF_WORDS = '/@#';
/** A longer prefix, as written by {@link beginningExpression}. */
const LONGER = /\(('[^']*') & ('[^']*'):\*\)/g;

/** The short prefixes of a term, with its mark if it has one; none for whole names. */
export function listBeginnings(term: string): string[] {
  return term.startsWith(WHOLE) ? [] : listShort(term);
}

/** Matches the terms with this prefix, if letters follow its mark. @param quote - quotes a term */
export function beginningExpression(beginning: string, quote: (term: string) => string): string {
  const short = listShort(beginning).at(-1) ?? MARK + beginning;
  const first = quote(short);
  return short.length === MARK.length + beginning.length ? first : `(${first} & ${quote(beginning)}:*)`;
}

/** An expression that the index evaluates faster. It matches more, because long prefixes are shortened. */
export function withoutLongBeginnings(expression: string): string {
  return expression.replaceAll(LONGER, '$1');
}

/** An expression with whole words in place of long prefixes; it matches less. */
export function withWholeWords(expression: string): string {
  return expression.replaceAll(LONGER, '$2');
}

// The indexing of a text asks for those of hundreds of words: slices of a word take less time than a list of its letters.
function listShort(term: string): string[] {
  const short: string[] = [];
  for (let end = endOfMark(term); end < term.length && short.length < LONGEST; ) {
    end = endOfLetter(term, end);
    short.push(MARK + term.slice(0, end));
  }
  return short;
}

function endOfMark(term: string): number {
  return term !== '' && MARKS_OF_WORDS.includes(term.charAt(0)) ? 1 : 0;
}

/** The place after the letter at this place, which may be two units long. */
function endOfLetter(term: string, at: number): number {
  return at + ((term.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}
