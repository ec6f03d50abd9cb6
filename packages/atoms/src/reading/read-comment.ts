// Reads the comments above an atom, in which authors say where it is from.

/** Longer comments are cut. */
const MAX_LINES = 40;
const MAX_LINE_LENGTH = 500;

/** The lines of comments without their marks; none of a comment that only divides. @param text - comments and white space */
export function readComment(text: string): string[] {
  const lines = text
    .split('\n', MAX_LINES * 2)
    .map(withoutMarks)
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  return lines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE_LENGTH).toWellFormed());
}

function withoutMarks(line: string): string {
  const text = line.trim().replace(/^(?:\/\/+!?|\/\*+|\*+(?!\/))/, '');
  return (text.endsWith('*/') ? text.slice(0, -2) : text).trim();
}
