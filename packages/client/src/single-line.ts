// Makes text from a registry safe for messages: it could move the cursor, reverse the line or fill the
// screen.

const SHOWN_CHARACTERS = 300;

/** Control, format (such as bidirectional marks), private-use and unpaired characters, and line ends. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Text from a registry as one line that is safe to show: invisible characters become a space, and text after
 * `maxCharacters` is cut off.
 */
export function singleLine(text: string, maxCharacters = SHOWN_CHARACTERS): string {
  const characters = [...text.replace(UNSHOWABLE, ' ').trim()];
  if (characters.length <= maxCharacters) return characters.join('');
  return `${characters.slice(0, maxCharacters).join('').trimEnd()}…`;
}
