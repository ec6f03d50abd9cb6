// Folds names that a file system may treat as the same name, or that look the same to people.

/** Characters without a form of their own. HFS+ ignores joiners when it compares names. */
const OVERLOOKED = /\u200c|\u200d|\ufe0e|\ufe0f/g;
/** Forms of letters that differ only in width or style. */
const STYLED = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/gu;
const ASCII = /^[\0-\x7f]*$/;

/** Lower-case letters of other scripts, and the Latin letters that they look like (Unicode, UTS 39). */
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

/**
 * Equal for names that are the same to a case-insensitive or normalising file system, or to people: NFC, in
 * lower case, without joiners, with Latin letters for those that look like them. Upper case first, because
 * that also unites `ß` and `ss`, as case folding does.
 */
export function foldName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase();
  return name
    .replaceAll(OVERLOOKED, '')
    .replaceAll(STYLED, (character) => character.normalize('NFKC'))
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(LOOK_ALIKE, (letter) => LOOK_ALIKES.get(letter) ?? letter);
}
