// Escapes untrusted text, from registries and archives: no character of it may control the terminal or
// mislead a reader, and none may be hidden.
import { escapeHidden, replaceHidden } from '@prime-registry/protocol/basics';

const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\uFEFF]/gu;

/**
 * Hidden, control and bidirectional characters as `\u{…}`, line breaks among them. Everything else stays. What
 * is hidden depends on its neighbours; see escapeHidden. Terminals get no direction marks at all.
 */
export function escapeControls(text: string): string {
  return escapeHidden(text).replace(UNPRINTABLE, escapeCharacter);
}

/** The text on one line: white space folded, hidden, control and bidirectional characters as `\u{…}`. */
export function toPrintable(text: string): string {
  return escapeControls(text.replace(/\s+/g, ' ').trim().toWellFormed());
}

/**
 * The text with its layout: line feeds, tabs and spaces stay; hidden, control and bidirectional characters are
 * `\u{…}`.
 */
export function toPrintableText(text: string): string {
  return escapeHidden(text.toWellFormed()).replace(UNPRINTABLE, (character) =>
    /[\n\t]/.test(character) ? character : escapeCharacter(character),
  );
}

/** The text on one line of at most `maxLength` characters, cut with `…`. */
export function toPrintableLine(text: string, maxLength: number): string {
  const characters = [...toPrintable(text)];
  if (characters.length <= maxLength) return characters.join('');
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`;
}

/**
 * A value as indented JSON with a line feed at its end; control and bidirectional characters are escaped, and what
 * runners of CI jobs read as a command wherever it is in a line, such as `##[group]`.
 */
export function formatJson(value: unknown): string {
  return `${toSafeJson(value, 2)}\n`;
}

/** A value as JSON on one line, without a line feed; control and bidirectional characters are escaped. */
export function formatJsonLine(value: unknown): string {
  return toSafeJson(value, 0);
}

function toSafeJson(value: unknown, indent: number): string {
  // Line feeds are layout: JSON.stringify has escaped those inside texts.
  return replaceHidden(JSON.stringify(value, undefined, indent), escapeUnits)
    .replace(UNPRINTABLE, (character) => (character === '\n' ? '\n' : escapeUnits(character)))
    .replace(/#(?=#[a-z]*\[)/gi, escapeUnits);
}

function escapeUnits(characters: string): string {
  return Array.from({ length: characters.length }, (_, index) => {
    return `\\u${characters.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}

function escapeCharacter(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
