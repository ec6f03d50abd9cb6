// Flags of the benchmarks.
import { parseArgs } from 'node:util';

/** A wrong command line. The message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Reads flags with text values.
 * @throws UsageError
 */
export function readFlags<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
): Partial<Record<Name, string>> {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    return parseArgs({ args: [...args], options }).values as Partial<Record<Name, string>>;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/**
 * Reads flags with whole numbers.
 * @param defaults - the flags with their default values
 * @throws UsageError
 */
export function readNumberFlags<Name extends string>(
  args: readonly string[],
  defaults: Readonly<Record<Name, number>>,
  minimum = 1,
): Record<Name, number> {
  const names = Object.keys(defaults) as Name[];
  const values = readFlags(args, names);
  const numbers = names.map((name) => [name, readCount(name, values[name], defaults[name], minimum)]);
  return Object.fromEntries(numbers) as Record<Name, number>;
}

/** The whole number of a flag. @throws UsageError */
export function readCount(flag: string, value: string | undefined, otherwise: number, minimum = 1): number {
  const count = value === undefined ? otherwise : Number(value);
  if (!Number.isSafeInteger(count) || count < minimum)
    throw new UsageError(`--${flag} must be a whole number of at least ${minimum}.`);
  return count;
}
