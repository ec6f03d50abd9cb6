// Makes untrusted paths safe to show in terminals, logs and pages.
import { HIDDEN_CHARACTERS } from './hidden-characters.ts';

const UNPRINTABLE = new RegExp(HIDDEN_CHARACTERS, 'gu');
const MAX_SHOWN_LENGTH = 200;
const KEPT_AT_EACH_END = 95;

/** The path with hidden characters as `\u{…}`; the middle of a very long path is left out. */
export function toPrintablePath(path: string): string {
  const printable = path.replace(
    UNPRINTABLE,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  const shown =
    printable.length <= MAX_SHOWN_LENGTH
      ? printable
      : `${printable.slice(0, KEPT_AT_EACH_END)}…${printable.slice(-KEPT_AT_EACH_END)}`;
  return shown.toWellFormed();
}

/** {@link toPrintablePath} in single quotes, for use in a sentence. */
export function quotePath(path: string): string {
  return `'${toPrintablePath(path)}'`;
}
