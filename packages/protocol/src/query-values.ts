// The values in a query: each may be given once, and what is wrong is told of all of them.
import type { FieldProblem } from './field-problem.ts';
import type { Parsed } from './parsed.ts';
import { quote } from './quote.ts';

/** A query as a framework hands it out: a parameter that is given twice is a list. */
export type RawQuery = Readonly<Record<string, unknown>>;

/** What a whole number may be. */
export interface IntegerRange {
  readonly minimum: number;
  readonly maximum: number;
  readonly default: number;
}

/** A whole number; its default when it is not given, or wrong. */
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

/** A value that may be given once. */
export function readSingle(raw: RawQuery, field: string, problems: FieldProblem[]): string | undefined {
  const value = raw[field];
  if (value === undefined || typeof value === 'string') return value;
  problems.push({ field, message: 'is given more than once; give it once' });
  return undefined;
}

/** A value that a parser accepts; undefined when it is not given, or wrong. */
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
