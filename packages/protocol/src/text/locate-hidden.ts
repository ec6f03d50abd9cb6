// Locates the hidden characters of a file, for its author.
import { createHiddenBudget, listHiddenRuns } from './hidden-text.ts';

/** A run of hidden characters in a file. */
export interface HiddenPlace {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** The first character, as in `U+E0041`. */
  readonly character: string;
  /** How many there are in a row. */
  readonly length: number;
}

/** The hidden characters of a file. */
export interface HiddenPlaces {
  /** The number of all places; of a file with very many, of those that were looked at. */
  readonly count: number;
  /** The first places. */
  readonly places: readonly HiddenPlace[];
}

/** Locates the hidden characters of a text that a reader of the file would not see; see listHiddenRuns. */
export function locateHidden(text: string, maxPlaces: number): HiddenPlaces {
  const runs = listHiddenRuns(text, createHiddenBudget());
  let [line, lineStart, at] = [1, 0, 0];
  const places = runs.slice(0, maxPlaces).map(({ offset, text: run }) => {
    for (at = text.indexOf('\n', at); at !== -1 && at < offset; at = text.indexOf('\n', at)) {
      at += 1;
      line += 1;
      lineStart = at;
    }
    at = lineStart;
    const characters = [...run];
    const code = (characters[0]?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return { line, column: offset - lineStart + 1, character: `U+${code}`, length: characters.length };
  });
  return { count: runs.length, places };
}
