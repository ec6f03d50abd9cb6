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

/** Reads the parameters of a query. @param problems - gets what is wrong with them */
export class QueryReader {
  readonly #raw: RawQuery;
  readonly problems: FieldProblem[];

  constructor(raw: RawQuery, problems: FieldProblem[] = []) {
    this.#raw = raw;
    this.problems = problems;
  }

  /** Whether a parameter is given, be it invalid. */
  has(field: string): boolean {
    return this.#raw[field] !== undefined;
  }

  report(field: string, message: string): undefined {
    this.problems.push({ field, message });
  }

  /** A whole number; its default when it is missing or invalid. */
  integer(field: string, range: IntegerRange): number {
    const value = this.single(field);
    if (value === undefined) return range.default;
    const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= range.minimum && number <= range.maximum) return number;
    this.report(field, `${quote(value)} is not a whole number from ${range.minimum} to ${range.maximum}`);
    return range.default;
  }

  /** A text that may be given once. */
  single(field: string): string | undefined {
    const value = this.#raw[field];
    if (value === undefined || typeof value === 'string') return value;
    return this.report(field, 'is given more than once; give it once');
  }

  /** A trimmed text of at most some characters. */
  words(field: string, maxLength: number): string | undefined {
    const text = this.single(field)?.trim();
    const length = [...(text ?? '')].length;
    if (length > maxLength) this.report(field, `has ${length} characters; at most ${maxLength} are allowed`);
    return text;
  }

  /** A value that a parser accepts; undefined when it is missing or invalid. */
  parsed<T>(field: string, parse: (text: string) => Parsed<T>): T | undefined {
    const value = this.single(field);
    if (value === undefined) return undefined;
    const parsed = parse(value);
    return parsed.ok ? parsed.value : this.report(field, parsed.message);
  }

  /** What was read, or what is wrong. */
  outcome<Query>(query: Query): { query: Query } | { problems: FieldProblem[] } {
    return this.problems.length === 0 ? { query } : { problems: this.problems };
  }
}
