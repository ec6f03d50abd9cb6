// The query parameters of the routes for links between atoms of several Primes.
import type { FieldProblem } from '../text/field-problem.ts';
import { type IntegerRange, type RawQuery, readInteger, readSingle } from './query-values.ts';

/** Ranges and defaults of these parameters. */
export const ATOM_LINK_LIMITS = {
  limit: { minimum: 1, maximum: 100, default: 20 },
  /** Most ids of a lookup, so that its URL fits into 8 KiB with names of usual length. */
  maxIds: 100,
} as const satisfies Record<string, number | IntegerRange>;

/** Where a page of edges begins; opaque for clients. */
export interface EdgePlace {
  readonly primeId: number;
  readonly contentId: number;
}

/** Which edges to list. */
export interface EdgesInQuery {
  /** 1 to 100. */
  readonly limit: number;
  readonly after: EdgePlace | undefined;
}

/** Reads the parameters of a list of edges; reports every invalid one. Unknown parameters are ignored. */
export function parseEdgesInQuery(raw: RawQuery): { query: EdgesInQuery } | { problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const limit = readInteger(raw, 'limit', ATOM_LINK_LIMITS.limit, problems);
  const text = readSingle(raw, 'after', problems);
  const after = text === undefined ? undefined : parseEdgePlace(text);
  if (text !== undefined && after === undefined) {
    problems.push({
      field: 'after',
      message: "is not the 'next' of a page; leave it out for the first page",
    });
  }
  return problems.length === 0 ? { query: { limit, after } } : { problems };
}

/** A place as clients pass it on. */
export function formatEdgePlace({ primeId, contentId }: EdgePlace): string {
  return `${primeId}-${contentId}`;
}

/** The result of {@link formatEdgePlace}; undefined for any other text. */
export function parseEdgePlace(text: string): EdgePlace | undefined {
  const [, primeId, contentId] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  return primeId === undefined ? undefined : { primeId: Number(primeId), contentId: Number(contentId) };
}

/** Reads the ids of a lookup: 1 to 100, without empty ones and duplicates. The caller checks each id. */
export function parseAtomLookupQuery(raw: RawQuery): { ids: string[] } | { problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const text = readSingle(raw, 'ids', problems);
  const ids = [...new Set((text ?? '').split(',').filter((id) => id !== ''))];
  if (problems.length === 0 && (ids.length === 0 || ids.length > ATOM_LINK_LIMITS.maxIds)) {
    const message = `has ${ids.length} ids; give 1 to ${ATOM_LINK_LIMITS.maxIds}, as in ids=@acme/rule-one,@acme/rule-two`;
    problems.push({ field: 'ids', message });
  }
  return problems.length === 0 ? { ids } : { problems };
}
