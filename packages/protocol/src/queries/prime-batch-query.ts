// The query parameters of GET /-/resolve: which lists and manifests to read in one request.
import { type PrimeName, parsePrimeName } from '../names/prime-name.ts';
import type { FieldProblem } from '../text/field-problem.ts';
import { quote } from '../text/quote.ts';
import { parseVersion, type Version } from '../versions/version.ts';
import { type RawQuery, readSingle } from './query-values.ts';

/** Limits of one request. */
export const PRIME_BATCH_LIMITS = {
  /** Most Primes and versions. */
  maxItems: 100,
  /** Most characters of the query that a client sends: proxies accept request lines of 8 KiB, some less. */
  maxQueryLength: 4000,
  /** Bytes of an answer, approximately; what exceeds them must be read singly. */
  maxAnswerBytes: 1024 * 1024,
} as const;

/** A list of versions, or a manifest, to read. */
export interface PrimeBatchItem {
  /** As in the query: `@acme/core`, or `@acme/core@1.2.0`. */
  readonly of: string;
  readonly name: PrimeName;
  /** Undefined for the list of versions. */
  readonly version: Version | undefined;
}

/** The name of a list, or of a manifest, in a query and in its answer. */
export function primeBatchKey(name: string, version?: string): string {
  return version === undefined ? name : `${name}@${version}`;
}

/** What to read. */
export interface PrimeBatchQuery {
  readonly items: readonly PrimeBatchItem[];
  /** Whether lists have yanked versions, too. */
  readonly includeYanked: boolean;
}

/** Reads the parameters; empty items and duplicates are ignored. */
export function parsePrimeBatchQuery(raw: RawQuery): PrimeBatchQuery | { problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const text = readSingle(raw, 'primes', problems);
  const yanked = readSingle(raw, 'yanked', problems);
  if (yanked !== undefined && yanked !== 'include') {
    const message = `${quote(yanked)} is not 'include', the only value; leave it out for lists without yanked versions`;
    problems.push({ field: 'yanked', message });
  }
  if (problems.length > 0) return { problems };
  const keys = [...new Set((text ?? '').split(',').filter((key) => key !== ''))];
  const { maxItems } = PRIME_BATCH_LIMITS;
  if (keys.length === 0 || keys.length > maxItems) {
    const message = `has ${keys.length} Primes; give 1 to ${maxItems}, as in primes=@acme/core,@acme/style@1.2.0`;
    return { problems: [{ field: 'primes', message }] };
  }
  const items = keys.flatMap((key) => parseItem(key, problems) ?? []);
  if (problems.length > 0) return { problems: problems.slice(0, 1) };
  return { items, includeYanked: yanked === 'include' };
}

function parseItem(of: string, problems: FieldProblem[]): PrimeBatchItem | undefined {
  const at = of.indexOf('@', 1);
  const name = parsePrimeName(at === -1 ? of : of.slice(0, at));
  const version = at === -1 ? undefined : parseVersion(of.slice(at + 1));
  if (name.ok && version?.ok !== false) return { of, name: name.value, version: version?.value };
  const wrong = name.ok ? version : name;
  const why = wrong?.ok === false ? `: ${wrong.message}` : '';
  problems.push({
    field: 'primes',
    message: `${quote(of)} is not a Prime such as @acme/core, nor a version such as @acme/core@1.2.0${why}`,
  });
  return undefined;
}
