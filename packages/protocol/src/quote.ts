// Error messages repeat what an author sent. It goes through here first, so that a control character, a
// look-alike letter or a megabyte of text is shown for what it is.

const SHOWN_CHARACTERS = 80;

/**
 * Quotes text for an error message: everything outside printable ASCII becomes `\u{…}`, and text beyond
 * 80 characters is cut and marked with its length.
 */
export function quote(text: string): string {
  const shown: string[] = [];
  let length = 0;
  for (const character of text) {
    length += 1;
    if (length <= SHOWN_CHARACTERS) shown.push(escapeCharacter(character));
  }
  const cut = length > SHOWN_CHARACTERS ? `… (${length} characters)` : '';
  return `'${shown.join('')}${cut}'`;
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
