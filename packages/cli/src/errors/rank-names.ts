// Which names are like one that is missing.
import { countMistakes } from '@prime-registry/atoms';
import { type PrimeName, parsePrimeName } from '@prime-registry/protocol';

/** From this length on, two typing errors are forgiven, and before one. */
const MIN_LENGTH_FOR_TWO = 8;
/** A shorter beginning is that of too many names. */
const MIN_BEGINNING = 3;

/** Those that differ by typing errors, the nearest first, then those that the short name begins. */
export function rankNames(wanted: PrimeName, names: readonly string[]): string[] {
  const ranked = [...new Set(names)].flatMap((full) => {
    const parsed = parsePrimeName(full);
    if (!parsed.ok) return [];
    const { scope, shortName } = parsed.value;
    const mistakes = [countNear(wanted.scope, scope), countNear(wanted.shortName, shortName)];
    if (mistakes.every((count) => count !== undefined))
      return [{ full, distance: mistakes.reduce((sum, count) => sum + count, 0) }];
    const isLonger = scope === wanted.scope && shortName.startsWith(wanted.shortName);
    return isLonger && wanted.shortName.length >= MIN_BEGINNING ? [{ full, distance: Infinity }] : [];
  });
  return ranked
    .sort((a, b) => (a.distance === b.distance ? (a.full < b.full ? -1 : 1) : a.distance - b.distance))
    .map(({ full }) => full);
}

/** The number of typing errors; undefined if there are too many. */
function countNear(typed: string, meant: string): number | undefined {
  const forgiven = typed.length < MIN_LENGTH_FOR_TWO ? 1 : 2;
  if (Math.abs(typed.length - meant.length) > forgiven) return undefined;
  const count = countMistakes(typed, meant).inWhole;
  return count > forgiven ? undefined : count;
}
