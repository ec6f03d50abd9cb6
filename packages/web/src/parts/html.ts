// Pages are template strings that escape everything except HTML, and show hidden characters.
import { escapeHidden } from '@prime-registry/protocol';

/** A piece of HTML that is put into a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Values that a template accepts. */
export type Content = string | number | Html | readonly Html[] | undefined | false;

/** Makes HTML; values are escaped, except {@link Html} and lists of it. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.reduce((text, part, index) => text + render(values[index - 1]) + part));
}

function render(value: Content): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escapeText(String(value));
}

/** Escapes a text for HTML and XML; hidden characters are shown, as in `\u{200b}`. */
export function escapeText(text: string): string {
  return escapeHidden(text).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A line of an author's text; parts between backticks become code. */
export function renderLine(text: string): Html {
  // Every second part was between two backticks. The whole line shares one budget of hidden characters.
  const parts = escapeHidden(text).split(/`([^`]+)`/);
  return html`${parts.map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}
