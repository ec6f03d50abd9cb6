// Quotes that begin with `[!NOTE]` and the like, as on forges: a note with a title.
import type { StateCore, Token } from 'markdown-it';
import { renderingOf } from './rendering.ts';

const MARK = /^\[!(note|tip|important|warning|caution)\]\s*$/i;

/** A rule of the parser, for texts whose authors know forges. */
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
    const title = new state.Token('harmless', '', 0);
    title.content = `<p class="alert-title">${kind.charAt(0).toUpperCase()}${kind.slice(1)}</p>\n`;
    const isEmpty = state.tokens[index + 2]?.children?.length === 0;
    state.tokens.splice(index + 1, isEmpty ? 3 : 0, title);
  }
}

/** Removes the mark from a line that has nothing else. @returns its kind; undefined if there is none */
function takeMark({ children }: Token): string | undefined {
  const [first, second] = children ?? [];
  const [, kind] = (first?.type === 'text' && MARK.exec(first.content)) || [];
  if (kind === undefined || (second !== undefined && !/^(?:soft|hard)break$/.test(second.type)))
    return undefined;
  children?.splice(0, 2);
  return kind.toLowerCase();
}
