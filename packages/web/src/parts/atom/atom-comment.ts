// The comment of an author above an atom: usually where its knowledge is from.
import { type Html, html } from '../html.ts';

const ADDRESS = /(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}])/i;

/** Renders the lines, with links to the addresses in them. */
export function renderComment(lines: readonly string[]): Html {
  const [first = '', ...rest] = lines;
  // The heading says so already.
  const shown = [first.replace(/^sources?:\s*/i, ''), ...rest].filter((line) => line !== '');
  return html`<p dir="auto">${shown.map((line, index) => html`${index > 0 && (isWrapped(shown[index - 1], line) ? ' ' : html`<br>`)}${renderLinks(line)}`)}</p>`;
}

function renderLinks(line: string): Html {
  // Every second part is an address.
  return html`${line
    .split(ADDRESS)
    .map((part, index) =>
      index % 2 === 0
        ? html`${part}`
        : html`<a href="${part}" rel="nofollow noopener noreferrer">${part}</a>`,
    )}`;
}

/** Whether the line goes on with the one before, which was as long as lines of a file may be. */
function isWrapped(before = '', line: string): boolean {
  return before.length >= FULL_LINE && !/^https?:/i.test(line);
}

const FULL_LINE = 70;
