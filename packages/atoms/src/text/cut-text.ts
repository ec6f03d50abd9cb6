// Cuts untrusted texts to a maximum length, and marks the cut.

/** The text, or the beginning that fits together with a `…`. Never splits a character. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

/** The text on one line, with single spaces. */
export function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
