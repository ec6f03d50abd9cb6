// The query parameters of the routes for atoms.

import { type PrimeName, parsePrimeName } from '../names/prime-name.ts';
import { accept, type Parsed, reject } from '../parsed.ts';
import type { FieldProblem } from '../text/field-problem.ts';
import { quote } from '../text/quote.ts';
import { parseVersion, type Version } from '../versions/version.ts';
import { ATOM_TEXT_LEVELS, type AtomTextLevel } from '../wire/atoms/atom-parts.ts';
import { type IntegerRange, QueryReader, type RawQuery } from './query-values.ts';

/** Ranges and defaults of the parameters of a list of atoms. */
export const ATOM_LIST_LIMITS = {
  maxTextLength: 256,
  limit: { minimum: 1, maximum: 1000, default: 100 },
  offset: { minimum: 0, maximum: 10_000, default: 0 },
} as const satisfies Record<string, number | IntegerRange>;

/** Which atoms of a version to list. */
export interface AtomListQuery {
  readonly kind: string | undefined;
  /** 1 to 256 characters. */
  readonly text: string | undefined;
  /** 1 to 1,000. */
  readonly limit: number;
  /** 0 to 10,000. */
  readonly offset: number;
  readonly withProblems: boolean;
}

/** What to include about an atom. */
export interface AtomQuery {
  readonly text: AtomTextLevel | undefined;
  readonly prime: PrimeName | undefined;
  readonly version: Version | undefined;
}

/** Reads the parameters of a list of atoms; reports every invalid one. Unknown parameters are ignored. */
export function parseAtomListQuery(raw: RawQuery): { query: AtomListQuery } | { problems: FieldProblem[] } {
  const read = new QueryReader(raw);
  return read.outcome({
    kind: read.single('kind'),
    text: read.words('q', ATOM_LIST_LIMITS.maxTextLength) || undefined,
    limit: read.integer('limit', ATOM_LIST_LIMITS.limit),
    offset: read.integer('offset', ATOM_LIST_LIMITS.offset),
    withProblems: read.single('problems') === 'include',
  });
}

/** Reads the parameters of one atom; reports every invalid one. Unknown parameters are ignored. */
export function parseAtomQuery(raw: RawQuery): { query: AtomQuery } | { problems: FieldProblem[] } {
  const read = new QueryReader(raw);
  const query = {
    text: read.parsed('text', parseLevel),
    prime: read.parsed('prime', parsePrimeName),
    version: read.parsed('version', parseVersion),
  };
  if (read.has('version') && !read.has('prime'))
    read.report('version', 'needs a Prime: add it, as in prime=@acme/web-style');
  return read.outcome(query);
}

function parseLevel(text: string): Parsed<AtomTextLevel> {
  const level = ATOM_TEXT_LEVELS.find((known) => known === text);
  return level === undefined
    ? reject(`${quote(text)} is not one of ${ATOM_TEXT_LEVELS.join(', ')}`)
    : accept(level);
}
