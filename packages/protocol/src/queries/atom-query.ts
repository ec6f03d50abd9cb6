// The query parameters of the routes for atoms.

import { type PrimeName, parsePrimeName } from '../names/prime-name.ts';
import type { FieldProblem } from '../text/field-problem.ts';
import { quote } from '../text/quote.ts';
import { parseVersion, type Version } from '../versions/version.ts';
import { ATOM_TEXT_LEVELS, type AtomTextLevel } from '../wire/atoms/atom-parts.ts';
import { type IntegerRange, type RawQuery, readInteger, readSingle, readWith } from './query-values.ts';

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
  const problems: FieldProblem[] = [];
  const query: AtomListQuery = {
    kind: readSingle(raw, 'kind', problems),
    text: readText(raw, problems),
    limit: readInteger(raw, 'limit', ATOM_LIST_LIMITS.limit, problems),
    offset: readInteger(raw, 'offset', ATOM_LIST_LIMITS.offset, problems),
    withProblems: readSingle(raw, 'problems', problems) === 'include',
  };
  return problems.length === 0 ? { query } : { problems };
}

/** Reads the parameters of one atom; reports every invalid one. Unknown parameters are ignored. */
export function parseAtomQuery(raw: RawQuery): { query: AtomQuery } | { problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const query: AtomQuery = {
    text: readLevel(raw, problems),
    prime: readWith(raw, 'prime', parsePrimeName, problems),
    version: readWith(raw, 'version', parseVersion, problems),
  };
  if (raw.version !== undefined && raw.prime === undefined) {
    problems.push({ field: 'version', message: 'needs a Prime: add it, as in prime=@acme/web-style' });
  }
  return problems.length === 0 ? { query } : { problems };
}

function readText(raw: RawQuery, problems: FieldProblem[]): string | undefined {
  const text = readSingle(raw, 'q', problems)?.trim();
  const length = [...(text ?? '')].length;
  if (length > ATOM_LIST_LIMITS.maxTextLength) {
    const message = `has ${length} characters; at most ${ATOM_LIST_LIMITS.maxTextLength} are allowed`;
    problems.push({ field: 'q', message });
  }
  return text === '' ? undefined : text;
}

function readLevel(raw: RawQuery, problems: FieldProblem[]): AtomTextLevel | undefined {
  const value = readSingle(raw, 'text', problems);
  const level = ATOM_TEXT_LEVELS.find((known) => known === value);
  if (value !== undefined && level === undefined) {
    problems.push({ field: 'text', message: `${quote(value)} is not one of ${ATOM_TEXT_LEVELS.join(', ')}` });
  }
  return level;
}
