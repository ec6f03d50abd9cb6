// The tokenizer of search. Indexed texts and queries are both split here, so that they agree on every
// character and nothing in a query is ever syntax.

/** Each of these characters is its own compatible form, without accents. */
const IS_ASCII = /^[ -~\t\r\n]*$/;

/**
 * The words of a text, in order. Words consist of letters, numbers, marks, and symbols such as emoji.
 * Spellings that people consider equal are equal: upper and lower case, compatible forms of a character (UAX
 * #15, NFKD), and letters with and without accents in Latin and Greek, where people often omit them; in other
 * scripts marks make other words.
 */
export function splitWords(text: string): string[] {
  // Most texts: the same words in two thirds of the time, and with less garbage.
  if (IS_ASCII.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const cased = withoutAccents(text.normalize('NFKD'))
    // In this order, so that both ß and ẞ become ss.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase();
  // A final sigma equals a sigma. Accents again, because case mapping may create marks.
  const folded = withoutAccents(cased).replaceAll('ς', 'σ');
  return folded.match(/[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}\p{So}]+/gu) ?? [];
}

function withoutAccents(text: string): string {
  return text.replace(/([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, '$1');
}
