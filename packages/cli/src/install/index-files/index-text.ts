// Texts of strangers in a file that agents read: on one line, short, and without a meaning for Markdown.
import { escapeHidden } from '@prime-registry/protocol';

/** Most characters of a sentence. */
const MAX_SENTENCE = 160;

/** The first sentence of a text, on one line. */
export function firstSentence(text: string): string {
  const line = toLine(text);
  return cut(/^.*?[.!?](?=\s|$)/u.exec(line)?.[0] ?? line, MAX_SENTENCE);
}

/** A text on one line, with hidden characters made visible, cut after a number of characters. */
export function shorten(text: string, maxLength: number): string {
  return cut(toLine(text), maxLength);
}

/** A text as a cell of a table: no end of the cell, no link, no code, no HTML. */
export function cell(text: string): string {
  return text.replace(/[\\`|<>[\]&*]/g, '\\$&');
}

function toLine(text: string): string {
  return escapeHidden(text).replaceAll(/\s+/gu, ' ').trim();
}

function cut(text: string, maxLength: number): string {
  const characters = [...text.slice(0, 2 * maxLength + 2)];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
