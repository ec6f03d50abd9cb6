// Warns the author of an atom file of characters that nobody sees.
import { locateHidden } from '@prime-registry/protocol';
import type { FileProblem } from '../atom.ts';

/** Most warnings for one file. */
const MAX_WARNINGS = 10;

/**
 * Warnings for the hidden characters of a text, comments included. Lines that have an error already are left
 * out: it may be about the same characters.
 */
export function warnOfHidden(text: string, known: readonly FileProblem[]): FileProblem[] {
  const { count, places } = locateHidden(text, MAX_WARNINGS);
  const wrongLines = new Set(known.flatMap(({ severity, line }) => (severity === 'error' ? [line] : [])));
  const problems = places
    .filter(({ line }) => !wrongLines.has(line))
    .map(({ line, column, character, length }): FileProblem => {
      const what =
        length === 1
          ? `the hidden character ${character}`
          : `${length} hidden characters, ${character} first`;
      return { severity: 'warning', line, column, message: `here is ${what}; remove what nobody can see` };
    });
  if (count <= places.length) return problems;
  const message = `this file has ${count - places.length} more places with hidden characters; remove them`;
  return [...problems, { severity: 'warning', message }];
}
