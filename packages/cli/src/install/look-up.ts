// Looks up versions that are not in the lock file, in the registries.
import { type Concurrency, mapConcurrently } from '@prime-registry/concurrency';
import { CommandError } from '../errors/command-error.ts';
import type { LockedPrime, Lockfile } from './lockfile/lockfile.ts';
import { lockedAs } from './plan-install.ts';
import type { Requirement } from './requirements.ts';
import type { StageDeps, Wanted } from './stage-prime.ts';

/** A version that must be in the tree, and the reason for it. */
export type Target = Wanted & Pick<LockedPrime, 'range' | 'required_by'>;

/**
 * The version that each requirement resolves to.
 * @throws CommandError if a locked version has other bytes now
 */
export async function lookUp(
  requirements: readonly Requirement[],
  before: Lockfile,
  getResolver: StageDeps['getResolver'],
  concurrency: Concurrency,
): Promise<Target[]> {
  const [first] = requirements;
  if (first === undefined) return [];
  const resolver = await getResolver(`${first.name}@${first.range.text} is not in lock.yaml`);
  return mapConcurrently(requirements, concurrency, async (requirement, signal) => {
    const { name, range } = requirement;
    const { version, registry, manifest } = await resolver.resolve(name, range.text, { signal });
    const target: Target = {
      name,
      version,
      sha256: manifest.sha256,
      registry: registry.baseUrl,
      source: {
        client: registry,
        ...(manifest.size_bytes !== undefined && { sizeBytes: manifest.size_bytes }),
      },
      ...lockedAs(requirement),
    };
    const locked = before.get(name);
    if (locked === undefined || locked.version !== version) return target;
    requireSameBytes(locked, target);
    return { ...target, tree_sha256: locked.tree_sha256 };
  });
}

/** A version never changes. If it did, the user must look into it before anything is installed. */
function requireSameBytes(locked: LockedPrime, { sha256, registry }: Target): void {
  if (locked.sha256 === sha256) return;
  const { name, version } = locked;
  throw new CommandError(
    `${registry} has ${name} ${version} with other bytes (sha256 ${sha256.slice(0, 12)}…) than were locked (${locked.sha256.slice(0, 12)}…)`,
    { hint: `if that is intended, run 'prime remove ${name}' first` },
  );
}
