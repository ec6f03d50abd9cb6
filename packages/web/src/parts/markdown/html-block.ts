// Where HTML begins and ends between the blocks of Markdown. The parser's own rule takes every tag; here, a line with
// a tag that is not allowed is text like any other.
import type { StateBlock } from 'markdown-it';
import { beginsHtmlBlock } from './allowed-html.ts';
import { renderingOf } from './rendering.ts';

/** From a line that begins with a block element to the next empty line (CommonMark 0.31.2, section 4.6, condition 6). */
export function readHtmlBlock(
  state: StateBlock,
  startLine: number,
  endLine: number,
  isSilent: boolean,
): boolean {
  const lineOf = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const first = lineOf(startLine);
  if (renderingOf(state.env).allowsHtml !== true || !beginsHtmlBlock(first)) return false;
  if (isSilent) return true;
  const isComment = first.startsWith('<!--');
  let next = startLine;
  for (; next < endLine; next += 1) {
    const isInside = (state.sCount[next] ?? 0) >= state.blkIndent;
    if (next > startLine && !isInside && !(isComment && state.isEmpty(next))) break;
    if (!isComment && state.isEmpty(next)) break;
    if (isComment && lineOf(next).includes('-->')) {
      next += 1;
      break;
    }
  }
  state.line = next;
  const token = state.push('html_block', '', 0);
  token.map = [startLine, next];
  token.content = state.getLines(startLine, next, state.blkIndent, true);
  return true;
}
