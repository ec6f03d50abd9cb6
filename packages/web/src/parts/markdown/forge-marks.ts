// Marks as on forges: tasks in lists, and alerts.
import type { StateCore, Token } from 'markdown-it';
import { renderingOf } from './rendering.ts';
import { rawToken } from './token-list.ts';

const TASK = /^\[([ xX])\](?:\s+|$)/;

const DONE = '<span class="check done" role="img" aria-label="Done"></span>';
const TO_DO = '<span class="check" role="img" aria-label="To do"></span>';

/** A rule of the parser: items of lists that begin with `[ ]` or `[x]`. They cannot be ticked here. */
export function addTaskMarks(state: StateCore): void {
  for (const [index, token] of state.tokens.entries()) {
    const [first] = token.type === 'inline' ? (token.children ?? []) : [];
    if (first?.type !== 'text' || state.tokens[index - 2]?.type !== 'list_item_open') continue;
    const [mark = '', done] = TASK.exec(first.content) ?? [];
    if (done === undefined) continue;
    first.content = first.content.slice(mark.length);
    token.children?.unshift(rawToken(state, done === ' ' ? TO_DO : DONE));
    state.tokens[index - 2]?.attrSet('class', 'task');
  }
}

const ALERT = /^\[!(note|tip|important|warning|caution)\]\s*$/i;

/** A rule of the parser, for texts whose authors know forges: quotes that begin with `[!NOTE]` become a note with a title. */
export function addAlerts(state: StateCore): void {
  if (renderingOf(state.env).allowsHtml !== true) return;
  const alerts = state.tokens.flatMap((token, index) => {
    const line = state.tokens[index + 2];
    const kind = token.type === 'blockquote_open' && line?.type === 'inline' ? takeMark(line) : undefined;
    return kind === undefined ? [] : [{ token, index, kind }];
  });
  // From the end, so that the places before stay.
  for (const { token, index, kind } of alerts.toReversed()) {
    token.attrSet('class', `alert ${kind}`);
    const title = `<p class="alert-title">${kind.charAt(0).toUpperCase()}${kind.slice(1)}</p>\n`;
    const isEmpty = state.tokens[index + 2]?.children?.length === 0;
    state.tokens.splice(index + 1, isEmpty ? 3 : 0, rawToken(state, title));
  }
}

/** Removes the mark from a line that has nothing else. @returns its kind; undefined if there is none */
function takeMark({ children }: Token): string | undefined {
  const [first, second] = children ?? [];
  const [, kind] = (first?.type === 'text' && ALERT.exec(first.content)) || [];
  if (kind === undefined || (second !== undefined && !/^(?:soft|hard)break$/.test(second.type)))
    return undefined;
  children?.splice(0, 2);
  return kind.toLowerCase();
}
