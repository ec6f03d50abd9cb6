// Text that a registry sent goes through here before it gets into a message: it could hold what moves the cursor, turns
// the line around or fills the screen.

const SHOWN_CHARACTERS = 300;

/** Control, format (bidirectional marks are among them), private and unpaired characters, and whatever ends a line. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Text from a registry as one line that is safe to show: what is not meant to be seen becomes a space, and what is beyond
 * `maxCharacters` is cut off.
 */
export function singleLine(text: string, maxCharacters = SHOWN_CHARACTERS): string {
  const characters = [...text.replace(UNSHOWABLE, ' ').trim()];
  if (characters.length <= maxCharacters) return characters.join('');
  return `${characters.slice(0, maxCharacters).join('').trimEnd()}…`;
}
