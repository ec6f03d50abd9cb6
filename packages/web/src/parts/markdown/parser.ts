// The parser: CommonMark with tables, footnotes, task lists and bare links, and what is written of it.
import MarkdownIt from 'markdown-it';
import { escapeText } from '../html.ts';
import { useFootnotes } from './footnotes.ts';
import { addAlerts, addTaskMarks } from './forge-marks.ts';
import { createHarmlessHtml } from './harmless-html.ts';
import { readHtmlBlock } from './html-block.ts';
import { createDecoder } from './html-pieces.ts';
import { addLanguages, directionOf } from './languages.ts';
import { renderingOf } from './rendering.ts';

/** Parses and renders; the environment has the rendering. */
export const markdown = new MarkdownIt({ html: true, linkify: true, typographer: false });

// Only what names its scheme: names of files and packages look like hosts.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
useFootnotes(markdown);
markdown.block.ruler.at('html_block', readHtmlBlock, { alt: ['paragraph', 'reference', 'blockquote'] });
markdown.core.ruler.push('task_marks', addTaskMarks);
markdown.core.ruler.push('alerts', addAlerts);
markdown.core.ruler.push('languages', addLanguages);
markdown.core.ruler.push('harmless_html', createHarmlessHtml(createDecoder(markdown)));

const { rules } = markdown.renderer;

rules.harmless = (tokens, index) => tokens[index]?.content ?? '';
// Scrollable elements must be reachable by keyboard.
rules.fence = (tokens, index, _options, env) => {
  const { content = '', info = '' } = tokens[index] ?? {};
  const [language = ''] = info.trim().split(/\s/, 1);
  return codeBlock(renderingOf(env).highlight?.(content, language) ?? escapeText(content));
};
rules.code_block = (tokens, index) => codeBlock(escapeText(tokens[index]?.content ?? ''));
rules.table_open = (tokens, index) => `<table${directionOf(tokens[index])} tabindex="0">\n`;

/** @param code - as HTML */
function codeBlock(code: string): string {
  return `<pre tabindex="0"><code>${code}</code></pre>\n`;
}

// Elements must not have inline styles (Content-Security-Policy).
for (const cell of ['th', 'td'] as const) {
  rules[`${cell}_open`] = (tokens, index) => {
    const [, side] = /text-align:(right|center)/.exec(String(tokens[index]?.attrGet('style') ?? '')) ?? [];
    const direction = directionOf(tokens[index]);
    return side === undefined ? `<${cell}${direction}>` : `<${cell}${direction} class="${side}">`;
  };
}
