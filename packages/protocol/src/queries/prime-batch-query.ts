// The query parameters of GET /-/resolve: which lists and manifests to read in one request.
import { type PrimeName, parsePrimeName } from '../names/prime-name.ts';
import { accept, type Parsed, reject } from '../parsed.ts';
import type { FieldProblem } from '../text/field-problem.ts';
import { quote } from '../text/quote.ts';
import { parseVersion, type Version } from '../versions/version.ts';
import { QueryReader, type RawQuery } from './query-values.ts';

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
  const read = new QueryReader(raw);
  const includeYanked = readInclude(read, 'yanked', 'lists without yanked versions');
  const includeLatest = readInclude(read, 'latest', 'lists without the manifests of latest versions');
  const items = readKeys(read, '@acme/core,@acme/style@1.2.0', parseItem);
  return read.problems.length > 0 ? { problems: read.problems } : { items, includeYanked, includeLatest };
}

/** A parameter whose only value is `include`. */
function readInclude(read: QueryReader, field: string, without: string): boolean {
  const value = read.single(field);
  if (value !== undefined && value !== 'include')
    read.report(field, `${quote(value)} is not 'include', the only value; leave it out for ${without}`);
  return value === 'include';
}

/** A version, of which something is wanted. */
export type VersionBatchItem = PrimeBatchItem & { readonly version: Version };

/** Reads a parameter with versions only; empty items and duplicates are ignored. */
export function parseVersionBatchQuery(
  raw: RawQuery,
): { readonly items: readonly VersionBatchItem[] } | { problems: FieldProblem[] } {
  const read = new QueryReader(raw);
  const items = readKeys(read, '@acme/core@1.0.0,@acme/style@1.2.0', parseVersionItem);
  return read.problems.length > 0 ? { problems: read.problems } : { items };
}

/** The items of the parameter `primes`, of which the first problem counts. */
function readKeys<T>(read: QueryReader, example: string, parse: (key: string) => Parsed<T>): T[] {
  const text = read.single('primes');
  if (read.problems.length > 0) return [];
  const keys = [...new Set((text ?? '').split(',').filter((key) => key !== ''))];
  const { maxItems } = PRIME_BATCH_LIMITS;
  if (keys.length === 0 || keys.length > maxItems) {
    read.report('primes', `has ${keys.length} Primes; give 1 to ${maxItems}, as in primes=${example}`);
    return [];
  }

  const items: T[] = [];
  for (const key of keys) {
    const item = parse(key);
    if (!item.ok) {
      read.report('primes', item.message);
      break;
    }
    items.push(item.value);
  }
  return items;
}

function parseItem(of: string): Parsed<PrimeBatchItem> {
  const at = of.indexOf('@', 1);
  const name = parsePrimeName(at === -1 ? of : of.slice(0, at));
  const version = at === -1 ? undefined : parseVersion(of.slice(at + 1));
  if (name.ok && version?.ok !== false) return accept({ of, name: name.value, version: version?.value });
  const wrong = name.ok ? version : name;
  const why = wrong?.ok === false ? `: ${wrong.message}` : '';
  return reject(
    `${quote(of)} is not a Prime such as @acme/core, nor a version such as @acme/core@1.2.0${why}`,
  );
}

function parseVersionItem(of: string): Parsed<VersionBatchItem> {
  const item = parseItem(of);
  if (!item.ok) return item;
  const { name, version } = item.value;
  if (version !== undefined) return accept({ of, name, version });
  return reject(`${quote(of)} has no version; write it behind an @, as in ${name.full}@1.0.0`);
}
