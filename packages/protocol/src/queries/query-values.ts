// Reads query parameters. Each may be given once, and every invalid one is reported.

import type { Parsed } from '../parsed.ts';
import type { FieldProblem } from '../text/field-problem.ts';
import { quote } from '../text/quote.ts';

/** A query as the framework parses it: a repeated parameter is a list. */
export type RawQuery = Readonly<Record<string, unknown>>;

/** Range and default of a whole number. */
export interface IntegerRange {
  readonly minimum: number;
  readonly maximum: number;
  readonly default: number;
}

/** A whole number; its default when it is missing or invalid. */
export function readInteger(
  raw: RawQuery,
  field: string,
  range: IntegerRange,
  problems: FieldProblem[],
): number {
  const value = readSingle(raw, field, problems);
  if (value === undefined) return range.default;
  const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= range.minimum && number <= range.maximum) return number;
  problems.push({
    field,
    message: `${quote(value)} is not a whole number from ${range.minimum} to ${range.maximum}`,
  });
  return range.default;
}

/** A text that may be given once. */
export function readSingle(raw: RawQuery, field: string, problems: FieldProblem[]): string | undefined {
  const value = raw[field];
  if (value === undefined || typeof value === 'string') return value;
  problems.push({ field, message: 'is given more than once; give it once' });
  return undefined;
}

/** A value that a parser accepts; undefined when it is missing or invalid. */
export function readWith<T>(
  raw: RawQuery,
  field: string,
  parse: (text: string) => Parsed<T>,
  problems: FieldProblem[],
): T | undefined {
  const value = readSingle(raw, field, problems);
  if (value === undefined) return undefined;
  const parsed = parse(value);
  if (parsed.ok) return parsed.value;
  problems.push({ field, message: parsed.message });
  return undefined;
}
