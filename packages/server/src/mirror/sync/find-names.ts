// Which Primes are to be copied: those that were named, and those that the other registry says it has.
import { getValue, type PrimeName, parsePrimeName } from '@prime-registry/protocol';
import type { Upstream } from '../upstreams/upstream.ts';

/** What is to be copied of a registry. */
export interface SyncSelection {
  /** Primes of which all is wanted. */
  readonly primes: readonly string[];
  /** Scopes of which all is wanted, with their `@`; `*` for everything. */
  readonly scopes: readonly string[] | '*';
  /** Only what comes behind this name of what the scopes have. */
  readonly after?: string | undefined;
}

/** A Prime to copy. */
export interface WantedPrime {
  readonly name: PrimeName;
  /** Whether it was asked for by its name, and not found in a scope. */
  readonly isNamed: boolean;
}

/** The registry does not tell which Primes it has; the message is for the operator. */
class UntoldPrimesError extends Error {
  override readonly name = 'UntoldPrimesError';
}

/**
 * Finds them: those that were named first, then those of the scopes in the order of their names.
 * @throws UntoldPrimesError, and RegistryError `upstream_unavailable`
 */
export async function* findNames(
  upstream: Upstream,
  { primes, scopes, after }: SyncSelection,
): AsyncGenerator<WantedPrime> {
  for (const name of sorted(primes)) yield { name: getValue(parsePrimeName(name)), isNamed: true };
  for (const scope of scopes === '*' ? [undefined] : inOrderOfNames(scopes)) {
    for await (const name of listNames(upstream, scope, after)) {
      if (!primes.includes(name)) yield { name: getValue(parsePrimeName(name)), isNamed: false };
    }
  }
}

async function* listNames(
  upstream: Upstream,
  scope: string | undefined,
  afterName: string | undefined,
): AsyncGenerator<string> {
  for (let after = afterName; ; ) {
    const page = await upstream.listPrimes(scope, after);
    if (page === undefined)
      throw new UntoldPrimesError(
        `${upstream.url} does not tell which Primes it has (GET /-/primes is a 404 there): name them with --prime @scope/name`,
      );
    for (const { name } of page.primes) yield name;
    if (page.next === undefined) return;
    after = page.next;
  }
}

/** The names of `@a-b` come before those of `@a`, as `-` comes before `/`. */
function inOrderOfNames(scopes: readonly string[]): string[] {
  return sorted(scopes.map((scope) => `${scope}/`)).map((beginning) => beginning.slice(0, -1));
}

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted((a, b) => (a < b ? -1 : 1));
}
