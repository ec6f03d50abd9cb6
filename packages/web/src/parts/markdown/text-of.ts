// The text of a line of Markdown without its marks.
import type { Token } from 'markdown-it';
import { isShownAsText } from './allowed-html.ts';
import type { MarkdownOptions } from './rendering.ts';

/** The text of the tokens of a line, with the descriptions of pictures. */
export function textOf(children: readonly Token[], options: Pick<MarkdownOptions, 'allowsHtml'>): string {
  return children
    .map(({ type, content, children: inner }) => {
      if (type === 'image') return textOf(inner ?? [], options);
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      if (type === 'html_inline') return options.allowsHtml !== true || isShownAsText(content) ? content : '';
      return type === 'text' || type === 'code_inline' ? content : '';
    })
    .join('')
    .trim();
}
