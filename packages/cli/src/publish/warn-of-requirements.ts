// Warns of requirements that nobody could install. It is no error: Primes that require each other have to be published one
// after the other, and registries that are configured elsewhere may have what the ones here lack.
import { ResolutionError, type ResolutionFailure, Resolver } from '@prime-registry/client';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { Manifest } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { MANIFEST_FILE } from '../pack/read-manifest.ts';
import type { RegistryAccess } from '../registries/registry-access.ts';
import { readResolverRules } from '../registries/resolver-rules.ts';
import { warnAt } from '../terminal/warn-at.ts';

/** What to check. */
export interface RequirementCheck {
  readonly manifest: Pick<Manifest, 'name' | 'requires'>;
  /** The folder of the Prime; undefined for a tarball. */
  readonly folder: string | undefined;
  readonly access: Pick<RegistryAccess, 'settings' | 'clientFor'>;
  /** Primes that are published together with this one, and checked otherwise. */
  readonly siblings?: ReadonlySet<string> | undefined;
}

/** Registries that do not answer in this time are not waited for. */
const LOOKUP_MS = 3000;
const AT_A_TIME = 4;
/** What the registries know for sure. A failed request says nothing about a requirement. */
const LACKING: ReadonlySet<ResolutionFailure> = new Set([
  'not-found',
  'no-match',
  'yanked',
  'version-removed',
]);

/** Asks the registries that an install would ask for each required Prime. */
export async function warnOfRequirements(
  { terminal, signal }: CommandContext,
  { manifest, folder, access, siblings }: RequirementCheck,
): Promise<void> {
  const own = manifest.name.full;
  const required = Object.entries(manifest.requires).filter(
    ([name]) => name !== own && siblings?.has(name) !== true,
  );
  if (required.length === 0 || access.settings.registries.length === 0) return;
  const resolver = new Resolver(readResolverRules(access));
  const end = AbortSignal.any([signal, AbortSignal.timeout(LOOKUP_MS)]);
  const problems = await mapConcurrently(required, { limit: AT_A_TIME }, async ([name, range]) => {
    try {
      await resolver.resolve(name, range, { signal: end });
    } catch (error) {
      signal.throwIfAborted();
      // A bug is not hidden.
      if (error instanceof TypeError) throw error;
      return error instanceof ResolutionError && LACKING.has(error.reason) ? error : undefined;
    }
    return undefined;
  });
  for (const problem of problems) {
    if (problem === undefined) continue;
    const { primeName, range, reason, registries } = problem;
    const lacking = reason === 'not-found' ? 'has it' : 'has a version that matches';
    const message = `requires ${primeName} ${range}, but no registry ${lacking} (asked: ${registries.join(', ')}); until one does, nobody can install this version`;
    warnAt(terminal, folder, { path: MANIFEST_FILE, message });
  }
}
