// Whether an install would find what a Prime names: its requirements, or the successor of a deprecated version. It asks for a
// short time, and what it does not learn in that time is no answer.
import {
  type RegistryClient,
  type Resolution,
  ResolutionError,
  type ResolutionFailure,
  Resolver,
} from '@prime-registry/client';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { RegistryAccess } from './registry-access.ts';
import { readResolverRules } from './resolver-rules.ts';

/** A Prime with a range, and what the registries say about it. */
export interface Tried {
  readonly name: string;
  readonly range: string;
  /** What an install would take; undefined if that is not known, or if there is nothing. */
  readonly found?: Resolution<RegistryClient>;
  /** Why an install would take nothing, if all registries answered. */
  readonly lacking?: ResolutionError;
}

/** Registries that do not answer in this time are not waited for. */
const LOOKUP_MS = 3000;
const AT_A_TIME = 4;
/** What the registries know for sure. A failed request says nothing about a Prime. */
const LACKING: ReadonlySet<ResolutionFailure> = new Set([
  'not-found',
  'no-match',
  'yanked',
  'version-removed',
]);

/** Asks the registries that an install would ask, for three seconds at most. @throws only the reason of the signal */
export async function tryResolve(
  access: Pick<RegistryAccess, 'settings' | 'clientFor'>,
  wanted: readonly Pick<Tried, 'name' | 'range'>[],
  signal: AbortSignal,
): Promise<readonly Tried[]> {
  if (wanted.length === 0 || access.settings.registries.length === 0) return wanted;
  const resolver = new Resolver(readResolverRules(access));
  const end = AbortSignal.any([signal, AbortSignal.timeout(LOOKUP_MS)]);
  return mapConcurrently(wanted, { limit: AT_A_TIME }, async ({ name, range }) => {
    try {
      return { name, range, found: await resolver.resolve(name, range, { signal: end }) };
    } catch (error) {
      signal.throwIfAborted();
      // A bug is not hidden.
      if (error instanceof TypeError) throw error;
      const isSure = error instanceof ResolutionError && LACKING.has(error.reason);
      return { name, range, ...(isSure && { lacking: error }) };
    }
  });
}

/** What all registries lack, as the end of `no registry …`, and who was asked. */
export function describeLacking({ reason, registries }: ResolutionError): string {
  const lacking = reason === 'not-found' ? 'has it' : 'has a version that matches';
  return `no registry ${lacking} (asked: ${registries.join(', ')})`;
}
