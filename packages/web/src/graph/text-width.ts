// Estimates how wide a text is. The fonts of readers differ, so estimates are rather too wide.

/** Letters of East Asia and emoji fill a square. */
const SQUARE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const WIDE = /[A-Z@MWmw…—\u0600-\u06ff]/u;
const NARROW = /[ iIjl.,:;'|!()[\]ftr-]/u;

/** The width of a text, in em. */
export function estimateWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += widthOf(letter);
  return width;
}

function widthOf(letter: string): number {
  if (SQUARE.test(letter)) return 1.1;
  if (NARROW.test(letter)) return 0.42;
  return WIDE.test(letter) ? 0.8 : 0.6;
}

/** Cuts a text to a width in em. */
export function cutToWidth(text: string, most: number): string {
  let width = 0;
  let end = 0;
  let endOfCut = 0;
  for (const letter of text) {
    width += widthOf(letter);
    if (width > most) return `${text.slice(0, endOfCut).trimEnd()}…`;
    end += letter.length;
    // Room for the sign of the cut.
    if (width <= most - 0.8) endOfCut = end;
  }
  return text;
}
