// Letters of other scripts that look like Latin ones: two names that people cannot tell apart.

/** Lower-case letters and the Latin letters that they look like (Unicode, UTS 39). */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  [
    // Cyrillic; the letters of the second line look Latin in upper case only.
    ['аԁеһіјӏорԛѕԝхуѵс', 'adehijlopqswxyvc'],
    ['вкмнт', 'bkmht'],
    // Greek, the same.
    ['αγινορυχ', 'ayivopux'],
    ['βεζηκμτ', 'bezhkmt'],
    // Armenian.
    ['հոսցօզ', 'hnugoq'],
  ].flatMap(([letters = '', latin = '']) =>
    [...letters].map((letter, index) => [letter, latin[index] ?? letter]),
  ),
);
const LOOK_ALIKE = new RegExp(`[${[...LOOK_ALIKES.keys()].join('')}]`, 'g');
/** Forms of letters that differ only in width or style. */
const STYLED = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/gu;
const ASCII = /^[\0-\x7f]*$/;

/**
 * The text in lower case, with Latin letters for those that look like them: equal for texts that look the
 * same.
 */
export function foldLookAlikes(text: string): string {
  // Upper case first, because that also unites `ß` and `ss`, as case folding does.
  return text
    .replaceAll(STYLED, (character) => character.normalize('NFKC'))
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(LOOK_ALIKE, (letter) => LOOK_ALIKES.get(letter) ?? letter);
}

/**
 * The first word that looks Latin but is not: it consists of look-alikes, alone or together with Latin letters.
 * A word in one other script is fine, even if some of its letters look Latin.
 */
export function findLookAlikeWord(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.find((word) => {
    if (ASCII.test(word)) return false;
    const folded = foldLookAlikes(word);
    const isMixed = /[a-z]/i.test(word) && folded !== word.toUpperCase().toLowerCase();
    return isMixed || ASCII.test(folded);
  });
}
