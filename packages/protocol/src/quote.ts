// Error messages repeat what an author sent. It goes through here first, so that a control character, a
// look-alike letter or a megabyte of text is shown for what it is.

const SHOWN_CHARACTERS = 80;

/** Quotes text for an error message, made {@link printable}. */
export function quote(text: string): string {
  return `'${printable(text)}'`;
}

/**
 * Text in a form that is safe to show: everything outside printable ASCII becomes `\u{…}`, and what goes beyond
 * `maxCharacters` is cut off and replaced by the length of the whole.
 */
export function printable(text: string, maxCharacters = SHOWN_CHARACTERS): string {
  const shown: string[] = [];
  let length = 0;
  for (const character of text) {
    length += 1;
    if (length <= maxCharacters) shown.push(escapeCharacter(character));
  }
  const cut = length > maxCharacters ? `… (${length} characters)` : '';
  return `${shown.join('')}${cut}`;
}

/** Names one character for a message, such as `'é' (U+00E9)`; unprintable ones by code point alone. */
export function describeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `'${character}' (U+${code})` : `U+${code}`;
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code >= 0x20 && code < 0x7f ? character : `\\u{${code.toString(16)}}`;
}
