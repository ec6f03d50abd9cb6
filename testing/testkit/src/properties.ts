// The door to properties: fast-check, with the number of runs and the seed set in one place for all tests.
import fc from 'fast-check';

/** Runs of each property; PROPERTY_RUNS sets it. */
const RUNS = readWholeNumber('PROPERTY_RUNS', 200);

/** PROPERTY_SEED repeats a run; without it each process chooses one, and a failure prints it. */
const SEED = readWholeNumber('PROPERTY_SEED', Date.now() % 2 ** 31);

fc.configureGlobal({ numRuns: RUNS, seed: SEED });

/** For properties whose every run takes a request, a database or the disk: a tenth of the runs. */
export const COSTLY: { readonly numRuns: number } = { numRuns: Math.ceil(RUNS / 10) };

/**
 * Any character of Unicode, as the unit of a string: control characters often, lone surrogates never. The library's own unit
 * `binary` means the same, and takes a second to make.
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
