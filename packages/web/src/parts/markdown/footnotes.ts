// Footnotes as on forges. The library reads them; their ids get the prefix of the page.
import type { MarkdownIt, RendererRule, Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { escapeText } from '../html.ts';
import { renderingOf } from './rendering.ts';

interface Place {
  /** Number of the footnote, from 0. */
  readonly id: number;
  /** Number of the reference to it, from 0. */
  readonly subId?: number;
}

export function useFootnotes(markdown: MarkdownIt): void {
  markdown.use(footnotes);
  // Forges do not have them, and they make `^[` in code of regular expressions a footnote.
  markdown.disable('footnote_inline');
  Object.assign(markdown.renderer.rules, RULES);
}

// A colon is in no id of a heading.
const RULES: Record<string, RendererRule> = {
  footnote_ref: (tokens, index, _options, env) => {
    const { id, subId = 0 } = placeOf(tokens[index]);
    const prefix = prefixOf(env);
    return `<sup class="ref"><a href="#${prefix}note:${id + 1}" id="${prefix}ref:${id + 1}:${subId + 1}" aria-label="Footnote ${id + 1}">${id + 1}</a></sup>`;
  },
  footnote_block_open: () => '<hr>\n<ol class="notes">\n',
  footnote_block_close: () => '</ol>\n',
  footnote_open: (tokens, index, _options, env) =>
    `<li id="${prefixOf(env)}note:${placeOf(tokens[index]).id + 1}">`,
  footnote_close: () => '</li>\n',
  footnote_anchor: (tokens, index, _options, env) => {
    const { id, subId = 0 } = placeOf(tokens[index]);
    return ` <a href="#${prefixOf(env)}ref:${id + 1}:${subId + 1}" aria-label="Back to reference ${subId + 1}">\u21a9\ufe0e</a>`;
  },
};

function placeOf(token: Token | undefined): Place {
  return token?.meta as unknown as Place;
}

function prefixOf(env: object | undefined): string {
  return escapeText(renderingOf(env).idPrefix);
}
