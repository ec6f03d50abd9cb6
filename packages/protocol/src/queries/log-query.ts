// The queries of the transparency log (not part of the contract): sizes of its tree.

import { accept, type Parsed, reject } from '../parsed.ts';
import type { FieldProblem } from '../text/field-problem.ts';
import { quote } from '../text/quote.ts';
import { QueryReader, type RawQuery } from './query-values.ts';

/** Of which tree a proof is asked. */
export interface LogProofQuery {
  /** Number of entries; undefined for the newest tree. */
  readonly size: number | undefined;
  /** `origin`: of the registry that the version was published in, not of the one that is asked. */
  readonly of: 'origin' | undefined;
  /** An earlier size, for the hashes between both. */
  readonly from: number | undefined;
}

/** Between which trees a consistency proof is asked. */
export interface LogConsistencyQuery {
  /** Number of entries of the older tree, at most `to`. */
  readonly from: number;
  readonly to: number;
}

/** Reads the parameters of a proof. Unknown parameters are ignored. */
export function parseLogProofQuery(raw: RawQuery): { query: LogProofQuery } | { problems: FieldProblem[] } {
  const read = new QueryReader(raw);
  const size = read.parsed('size', parseLogSize);
  const of = read.parsed('of', parseOf);
  const from = read.parsed('from', parseLogSize);
  if (of !== undefined && read.has('size'))
    read.report('size', 'cannot be chosen with of=origin; leave one of them out');
  return read.outcome({ size, of, from });
}

function parseOf(text: string): Parsed<'origin'> {
  return text === 'origin' ? accept(text) : reject(`${quote(text)} is not origin`);
}

/** Reads the parameters of a consistency proof; reports every invalid one. Unknown parameters are ignored. */
export function parseLogConsistencyQuery(
  raw: RawQuery,
): { query: LogConsistencyQuery } | { problems: FieldProblem[] } {
  const read = new QueryReader(raw);
  const from = read.parsed('from', parseLogSize);
  const to = read.parsed('to', parseLogSize);
  for (const field of ['from', 'to'])
    if (!read.has(field)) read.report(field, 'is missing; give a number of entries');
  if (from === undefined || to === undefined) return { problems: read.problems };
  if (from > to) read.report('from', `${from} is more than to, ${to}`);
  return read.outcome({ from, to });
}

function parseLogSize(text: string): Parsed<number> {
  const number = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number)
    ? accept(number)
    : reject(`${quote(text)} is not a number of entries such as 1204`);
}
