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
  /** Whether the manifests of the latest versions of the lists are wanted, too. */
  readonly includeLatest: boolean;
}

/** Reads the parameters; empty items and duplicates are ignored. */
export function parsePrimeBatchQuery(raw: RawQuery): PrimeBatchQuery | { problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const includeYanked = readInclude(raw, 'yanked', 'lists without yanked versions', problems);
  const includeLatest = readInclude(
    raw,
    'latest',
    'lists without the manifests of latest versions',
    problems,
  );
  const items = readKeys(raw, problems, {
    example: '@acme/core,@acme/style@1.2.0',
    parse: (key) => parseItem(key, problems),
  });
  return problems.length > 0 ? { problems } : { items, includeYanked, includeLatest };
}

/** A parameter whose only value is `include`. */
function readInclude(raw: RawQuery, field: string, without: string, problems: FieldProblem[]): boolean {
  const value = readSingle(raw, field, problems);
  if (value !== undefined && value !== 'include') {
    const message = `${quote(value)} is not 'include', the only value; leave it out for ${without}`;
    problems.push({ field, message });
  }
  return value === 'include';
}

/** A version, of which something is wanted. */
export type VersionBatchItem = PrimeBatchItem & { readonly version: Version };

/** Reads a parameter with versions only; empty items and duplicates are ignored. */
export function parseVersionBatchQuery(
  raw: RawQuery,
): { readonly items: readonly VersionBatchItem[] } | { problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const items = readKeys(raw, problems, {
    example: '@acme/core@1.0.0,@acme/style@1.2.0',
    parse: (key) => parseVersionItem(key, problems),
  });
  return problems.length > 0 ? { problems } : { items };
}

/** How the keys of a query are read. */
interface KeyReading<T> {
  readonly example: string;
  /** Undefined for a problem. */
  readonly parse: (key: string) => T | undefined;
}

/** The items of the parameter `primes`, of which the first problem counts. */
function readKeys<T>(raw: RawQuery, problems: FieldProblem[], { example, parse }: KeyReading<T>): T[] {
  const text = readSingle(raw, 'primes', problems);
  if (problems.length > 0) return [];
  const keys = [...new Set((text ?? '').split(',').filter((key) => key !== ''))];
  const { maxItems } = PRIME_BATCH_LIMITS;
  if (keys.length === 0 || keys.length > maxItems) {
    const message = `has ${keys.length} Primes; give 1 to ${maxItems}, as in primes=${example}`;
    problems.push({ field: 'primes', message });
    return [];
  }
  const items: T[] = [];
  for (const key of keys) {
    const item = parse(key);
    if (item === undefined) break;
    items.push(item);
  }
  return items;
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

function parseVersionItem(of: string, problems: FieldProblem[]): VersionBatchItem | undefined {
  const item = parseItem(of, problems);
  if (item === undefined) return undefined;
  const { name, version } = item;
  if (version !== undefined) return { of, name, version };
  const message = `${quote(of)} has no version; write it behind an @, as in ${name.full}@1.0.0`;
  problems.push({ field: 'primes', message });
  return undefined;
}
