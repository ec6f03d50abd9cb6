// Items of lists that begin with `[ ]` or `[x]`, as on forges. They cannot be ticked here.
import type { StateCore, Token } from 'markdown-it';

const MARK = /^\[([ xX])\](?:\s+|$)/;

/** A rule of the parser. */
export function addTaskMarks(state: StateCore): void {
  for (const [index, token] of state.tokens.entries()) {
    const [first] = token.type === 'inline' ? (token.children ?? []) : [];
    if (first?.type !== 'text' || state.tokens[index - 2]?.type !== 'list_item_open') continue;
    const [mark = '', done] = MARK.exec(first.content) ?? [];
    if (done === undefined) continue;
    first.content = first.content.slice(mark.length);
    token.children?.unshift(createMark(state, done !== ' '));
    state.tokens[index - 2]?.attrSet('class', 'task');
  }
}

function createMark(state: StateCore, isDone: boolean): Token {
  const token = new state.Token('harmless', '', 0);
  token.content = isDone
    ? '<span class="check done" role="img" aria-label="Done"></span>'
    : '<span class="check" role="img" aria-label="To do"></span>';
  return token;
}
