// The width of text on a terminal: a character takes zero, one or two cells.

const NO_CELL = /[\p{Mn}\p{Me}\p{Cf}]/u;
const TWO_CELLS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60]/u;

/** The width of a text without control characters, in cells. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += cellsOf(character);
  return width;
}

/** The text in at most `width` cells, cut with `…`. */
export function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let room = width - 1;
  for (const character of text) {
    room -= cellsOf(character);
    if (room < 0) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

function cellsOf(character: string): number {
  if (character < '\u0300') return 1;
  if (NO_CELL.test(character)) return 0;
  return TWO_CELLS.test(character) ? 2 : 1;
}
