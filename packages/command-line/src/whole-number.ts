// Reads the value of an option that takes a whole number.
import { UsageError } from './usage-error.ts';

/** The value of `--<name>`, between `minimum` and `maximum`. @throws UsageError */
export function readWholeNumber(
  name: string,
  text: string,
  { minimum = 1, maximum }: { readonly minimum?: number; readonly maximum: number },
): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new UsageError(`--${name} must be a whole number from ${minimum} to ${maximum}, not '${text}'`);
}
