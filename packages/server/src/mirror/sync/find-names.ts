// Finds the Primes to copy: those that were named, those that the upstream lists, and those that came from it.
import { getValue, type PrimeName, parsePrimeName, scopeOf } from '@prime-registry/protocol';
import type { Upstream } from '../upstreams/upstream.ts';
import { mergeNames } from './bound-names.ts';

/** What to copy from an upstream. */
export interface SyncSelection {
  /** Primes to copy. */
  readonly primes: readonly string[];
  /** Scopes to copy, with their `@`; `*` for everything. */
  readonly scopes: readonly string[] | '*';
  /** Only names behind this one, among those of the scopes. */
  readonly after?: string | undefined;
}

export interface WantedPrime {
  readonly name: PrimeName;
  /** Whether it was named itself, and not found in a scope. */
  readonly isNamed: boolean;
  /** Whether it came from the upstream, which does not list it any more. */
  readonly isUnlisted: boolean;
}

/** The upstream does not list its Primes; the message is for the operator. */
class UnlistedPrimesError extends Error {
  override readonly name = 'UnlistedPrimesError';
}

/**
 * Finds the Primes: first those that were named, then those of the scopes in the order of their names.
 * @param listBound - the names that came from the upstream
 * @throws UnlistedPrimesError, and RegistryError `upstream_unavailable`
 */
export async function* findNames(
  upstream: Upstream,
  { primes, scopes, after }: SyncSelection,
  listBound: ListBound = listNothing,
): AsyncGenerator<WantedPrime> {
  for (const name of sorted(primes))
    yield { name: getValue(parsePrimeName(name)), isNamed: true, isUnlisted: false };
  // Names of `@a-b` come before those of `@a`, because `-` comes before `/`.
  const beginnings = scopes === '*' ? [undefined] : sorted(scopes.map((scope) => `${scope}/`));
  for (const beginning of beginnings) {
    const scope = beginning?.slice(0, -1);
    const found = mergeNames(listNames(upstream, scope, after), listBound(scope, after));
    for await (const { name, isListed } of found) {
      if (primes.includes(name)) continue;
      yield { name: getValue(parsePrimeName(name)), isNamed: false, isUnlisted: !isListed };
    }
  }
}

/** The Primes that were named, and those of the scopes that have changed. A changed one may be gone. */
export async function* findChangedNames(
  changed: ReadonlySet<string>,
  { primes, scopes }: SyncSelection,
): AsyncGenerator<WantedPrime> {
  const inScopes = sorted([...changed].filter((name) => scopes === '*' || scopes.includes(scopeOf(name))));
  for (const name of [...sorted(primes), ...inScopes.filter((each) => !primes.includes(each))]) {
    const isNamed = primes.includes(name);
    yield { name: getValue(parsePrimeName(name)), isNamed, isUnlisted: !isNamed };
  }
}

type ListBound = (scope: string | undefined, after: string | undefined) => AsyncGenerator<string>;

async function* listNothing(): AsyncGenerator<string> {}

async function* listNames(
  upstream: Upstream,
  scope: string | undefined,
  afterName: string | undefined,
): AsyncGenerator<string> {
  for (let after = afterName; ; ) {
    const page = await upstream.listPrimes(scope, after);
    if (page === undefined)
      throw new UnlistedPrimesError(
        `${upstream.url} does not list its Primes (GET /-/primes is a 404 there): name them with --prime @scope/name`,
      );
    for (const { name } of page.primes) yield name;
    if (page.next === undefined) return;
    after = page.next;
  }
}

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted((a, b) => (a < b ? -1 : 1));
}
