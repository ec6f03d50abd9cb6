// Strangers' texts on their way into files for agents: nothing hidden, and in one line nothing that Markdown acts on.
import { escapeHidden, findHiddenInText } from '@prime-registry/protocol';

/** Whether a text, whatever its line ends, has characters that only machines read. */
export function hides(text: string): boolean {
  return findHiddenInText(text.replaceAll('\r\n', '\n')) !== undefined;
}

/** The text without hidden characters, with `\n` as its only line end. */
export function toVisible(text: string): string {
  return escapeHidden(text.replaceAll('\r\n', '\n'));
}

/**
 * The text in one line of at most `maxLength` characters. Links, pictures, code and tags are shown as text: agents put
 * descriptions into prompts that have tags of their own.
 */
export function toInline(text: string, maxLength: number): string {
  const line = toVisible(text)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('`', "'")
    .replaceAll(/[[\]]/g, (bracket) => (bracket === '[' ? '(' : ')'));
  return cut(line, maxLength);
}

/** The first sentence of a text, as {@link toInline}. */
export function firstSentence(text: string, maxLength: number): string {
  // One more than is needed, so that a cut is seen.
  const line = toInline(text, 4 * maxLength);
  const end = /[.!?](?= )|[。！？]/u.exec(line);
  return cut(end === null ? line : line.slice(0, end.index + 1), maxLength);
}

/** The beginning that fits, with a `…`; no character is split. */
function cut(text: string, maxLength: number): string {
  const characters = [...text.slice(0, 2 * maxLength + 2)];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
