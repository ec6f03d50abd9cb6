// Entry point for property-based tests: fast-check, with the number of runs and the seed configured in one
// place.
import fc from 'fast-check';

/** Runs of each property. PROPERTY_RUNS sets it. */
const RUNS = readWholeNumber('PROPERTY_RUNS', 200);

/** PROPERTY_SEED repeats a run. Without it, each process chooses a seed, and a failure prints it. */
const SEED = readWholeNumber('PROPERTY_SEED', Date.now() % 2 ** 31);

fc.configureGlobal({ numRuns: RUNS, seed: SEED });

/** A tenth of the runs, for properties that use requests, a database or the disk. */
export const COSTLY: { readonly numRuns: number } = { numRuns: Math.ceil(RUNS / 10) };

/**
 * Any code point, as the unit of a string: often a control character, never a lone surrogate. Same as the
 * library's own unit `binary`, which takes a second to build.
 */
export const CODE_POINT: fc.Arbitrary<string> = fc
  .nat({ max: 0x10f7ff })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));

export { fc };

function readWholeNumber(variable: string, fallback: number): number {
  const text = process.env[variable] ?? '';
  if (text === '') return fallback;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${variable} is "${text}"; it must be a whole number`);
  return Number(text);
}
