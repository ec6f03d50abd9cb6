// Texts from outside have a bound; what goes beyond it is cut off and shown to be.

/** The text, or as much of its beginning as fits together with a `…`. Never cuts a character in two. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

/** The text on one line, with single spaces. */
export function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
