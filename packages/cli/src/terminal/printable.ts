// Text from registries and archives comes from strangers: shows it without what would steer a terminal or mislead a reader.

const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\uFEFF]/gu;

/** The text on one line: white space folded, control and bidirectional characters as `\u{…}`. */
export function toPrintable(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replace(UNPRINTABLE, escapeCharacter).toWellFormed();
}

/** The text as it is laid out: line feeds, tabs and spaces stay; control and bidirectional characters are shown as `\u{…}`. */
export function toPrintableText(text: string): string {
  return text
    .replace(UNPRINTABLE, (character) => (/[\n\t]/.test(character) ? character : escapeCharacter(character)))
    .toWellFormed();
}

/** The text on one line of at most `maxLength` characters, with `…` at its end when something is left out. */
export function toPrintableLine(text: string, maxLength: number): string {
  const characters = [...toPrintable(text)];
  if (characters.length <= maxLength) return characters.join('');
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`;
}

/** A value as JSON, for programs and for people who look at it: characters that would steer a terminal are escaped. */
export function formatJson(value: unknown): string {
  const json = JSON.stringify(value, undefined, 2);
  // Line feeds are the layout; inside of texts they are escaped already.
  return `${json.replace(UNPRINTABLE, (character) => (character === '\n' ? '\n' : escapeUnit(character)))}\n`;
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function escapeCharacter(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
