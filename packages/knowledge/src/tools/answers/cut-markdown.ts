// Where to end a piece of Markdown: behind a paragraph if possible, so that a reader never gets half a thought.
import { findTokenLimit } from '@prime-registry/atoms';
import { endOfCharacter } from './budget.ts';

const FENCE = /^ {0,3}(?:```|~~~)/;

/**
 * The end of the piece that begins at `start` and takes at most that many quarters of a token: the end of the text if the
 * rest fits, else behind a paragraph outside of code, a line, or a word, whichever is not much shorter. The piece has at
 * least one character, so that reading on ends.
 */
export function findPieceEnd(text: string, start: number, quarters: number): number {
  const limit = findTokenLimit(text, start, quarters);
  if (limit >= text.length) return text.length;
  const piece = text.slice(start, limit);
  const length = findParagraphEnd(piece) ?? findLineEnd(piece) ?? findWordEnd(piece) ?? piece.length;
  const end = endOfCharacter(text, start + length);
  if (end > start) return end;
  const first = text.codePointAt(start) ?? 0;
  return start + (first > 0xffff ? 2 : 1);
}

/** Behind the last empty line outside of a code block, in the second half of the piece. */
function findParagraphEnd(piece: string): number | undefined {
  let isCode = false;
  let found: number | undefined;
  let lineStart = 0;
  while (lineStart < piece.length) {
    const lineEnd = piece.indexOf('\n', lineStart);
    if (lineEnd === -1) break;
    const line = piece.slice(lineStart, lineEnd);
    if (FENCE.test(line)) isCode = !isCode;
    if (!isCode && line.trim() === '') found = lineEnd + 1;
    lineStart = lineEnd + 1;
  }
  return found !== undefined && found >= piece.length / 2 ? found : undefined;
}

function findLineEnd(piece: string): number | undefined {
  const at = piece.lastIndexOf('\n') + 1;
  return at >= piece.length / 2 ? at : undefined;
}

function findWordEnd(piece: string): number | undefined {
  const at = piece.lastIndexOf(' ') + 1;
  return at >= piece.length / 2 ? at : undefined;
}
