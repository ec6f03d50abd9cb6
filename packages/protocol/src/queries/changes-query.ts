// The query of the change feed (not part of the contract).
import { type ChangeCursor, parseChangeCursor } from '../change-cursor.ts';
import { LOG_ENTRY_TYPES } from '../log-entries/entry-fields.ts';
import { parseScope } from '../names/prime-name.ts';
import { accept, type Parsed, reject } from '../parsed.ts';
import type { FieldProblem } from '../text/field-problem.ts';
import { quote } from '../text/quote.ts';
import { type IntegerRange, QueryReader, type RawQuery } from './query-values.ts';

/** Ranges and defaults of the parameters. */
export const CHANGES_LIMITS = {
  limit: { minimum: 1, maximum: 1000, default: 100 },
  /** In seconds. */
  wait: { minimum: 0, maximum: 30, default: 0 },
  /** Most scopes of a query. */
  maxScopes: 50,
} as const satisfies Record<string, number | IntegerRange>;

/** The cursor of a reader that wants only what is to come. */
export const END_OF_CHANGES = 'end';

/** Which changes to read. */
export interface ChangesQuery {
  /** Undefined for the beginning. */
  readonly after: ChangeCursor | typeof END_OF_CHANGES | undefined;
  /** 1 to 1,000. */
  readonly limit: number;
  /** How long to wait for a change if there is none, in milliseconds; 0 to 30,000. */
  readonly waitMs: number;
  /** Undefined for all. */
  readonly types: ReadonlySet<string> | undefined;
  /** With their `@`; undefined for all. */
  readonly scopes: ReadonlySet<string> | undefined;
}

/** Reads the parameters of the change feed; reports every invalid one. Unknown parameters are ignored. */
export function parseChangesQuery(raw: RawQuery): { query: ChangesQuery } | { problems: FieldProblem[] } {
  const read = new QueryReader(raw);
  return read.outcome({
    after: read.parsed('after', parseAfter),
    limit: read.integer('limit', CHANGES_LIMITS.limit),
    waitMs: read.integer('wait', CHANGES_LIMITS.wait) * 1000,
    types: read.parsed('type', (text) => parseList(text, parseType)),
    scopes: read.parsed('scope', parseScopes),
  });
}

function parseAfter(text: string): Parsed<ChangeCursor | typeof END_OF_CHANGES> {
  if (text === END_OF_CHANGES) return accept(END_OF_CHANGES);
  const cursor = parseChangeCursor(text);
  return cursor.ok ? cursor : reject(`${cursor.message}; leave it out for the beginning, or write 'end'`);
}

function parseType(text: string): Parsed<string> {
  return LOG_ENTRY_TYPES.some((known) => known === text)
    ? accept(text)
    : reject(`${quote(text)} is none of the types ${LOG_ENTRY_TYPES.join(', ')}`);
}

function parseScopes(text: string): Parsed<ReadonlySet<string>> {
  const scopes = parseList(text, parseScope);
  return scopes.ok && scopes.value.size > CHANGES_LIMITS.maxScopes
    ? reject(`there are ${scopes.value.size} scopes; give at most ${CHANGES_LIMITS.maxScopes}`)
    : scopes;
}

/** Values with commas between them. */
function parseList(text: string, parse: (item: string) => Parsed<string>): Parsed<ReadonlySet<string>> {
  const values = new Set<string>();
  for (const item of text.split(',')) {
    const parsed = parse(item);
    if (!parsed.ok) return parsed;
    values.add(parsed.value);
  }
  return accept(values);
}
