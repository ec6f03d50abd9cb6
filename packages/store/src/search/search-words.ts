// What a word is, in what is searched and in what is asked: both are split here and nowhere else, so that they agree on
// every character and nothing in a query is ever syntax.

/**
 * The words of a text, in order: letters, numbers and marks make words, and so do symbols such as emoji. Spellings that
 * people take for one are one: upper and lower case, compatible forms of a character (UAX #15, NFKD), and letters with and
 * without accents in Latin and Greek, where they are left out in haste; in other scripts marks make other words.
 */
export function splitWords(text: string): string[] {
  const cased = withoutAccents(text.normalize('NFKD'))
    // In this order, so that ß is ss, and ẞ as well.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase();
  // A sigma at the end of a word is a sigma; and a mark may have become a letter.
  const folded = withoutAccents(cased).replaceAll('ς', 'σ');
  return folded.match(/[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}\p{So}]+/gu) ?? [];
}

function withoutAccents(text: string): string {
  return text.replace(/([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, '$1');
}
