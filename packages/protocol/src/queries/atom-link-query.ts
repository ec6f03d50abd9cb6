// The query parameters of the routes for links between atoms of several Primes.
import type { FieldProblem } from '../text/field-problem.ts';
import { quote } from '../text/quote.ts';
import { type IntegerRange, QueryReader, type RawQuery } from './query-values.ts';

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
  const read = new QueryReader(raw);
  const limit = read.integer('limit', ATOM_LINK_LIMITS.limit);
  const text = read.single('after');
  const after = text === undefined ? undefined : parseEdgePlace(text);
  if (text !== undefined && after === undefined)
    read.report('after', "is not the 'next' of a page; leave it out for the first page");
  return read.outcome({ limit, after });
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

/** What to look up. */
export interface AtomLookupQuery {
  readonly ids: readonly string[];
  /** Content keys: 16 lower-case hexadecimal digits each. */
  readonly contents: readonly string[];
}

/**
 * Reads what to look up: ids, content keys, or both, at most 100 each, without empty ones and duplicates. The caller
 * checks each id.
 */
export function parseAtomLookupQuery(
  raw: RawQuery,
): { query: AtomLookupQuery } | { problems: FieldProblem[] } {
  const read = new QueryReader(raw);
  const ids = readList(read, 'ids');
  const contents = readList(read, 'contents');
  if (read.problems.length === 0 && ids.length + contents.length === 0)
    read.report('ids', 'has 0 ids; give 1 to 100, as in ids=@acme/rule-one,@acme/rule-two');
  const wrong = contents.find((key) => !/^[0-9a-f]{16}$/.test(key));
  if (wrong !== undefined)
    read.report('contents', `${quote(wrong)} is not a content key: it has 16 digits, 0 to 9 and a to f`);
  return read.outcome({ ids, contents });
}

function readList(read: QueryReader, field: 'ids' | 'contents'): string[] {
  const items = [...new Set((read.single(field) ?? '').split(',').filter((item) => item !== ''))];
  if (items.length > ATOM_LINK_LIMITS.maxIds) {
    const what = field === 'ids' ? 'ids' : 'content keys';
    const example = field === 'ids' ? ', as in ids=@acme/rule-one,@acme/rule-two' : '';
    read.report(field, `has ${items.length} ${what}; give 1 to ${ATOM_LINK_LIMITS.maxIds}${example}`);
  }
  return items;
}
