// Looks up versions that are not in the lock file, in the registries.
import { type Concurrency, mapConcurrently } from '@prime-registry/concurrency';
import { CommandError } from '../errors/command-error.ts';
import { isLocal } from './local-path.ts';
import type { LockedPrime, Lockfile } from './lockfile/lockfile.ts';
import { lockedAs } from './plan-install.ts';
import type { Requirement } from './requirements.ts';
import type { StageDeps, Wanted } from './stage-prime.ts';
import type { VersionNews } from './version-news.ts';

/** A version that must be in the tree, and the reason for it. */
export type Target = Wanted &
  Pick<LockedPrime, 'range' | 'passed_over' | 'required_by'> & {
    /** What its registry says about it, if it was just looked up. */
    readonly news?: VersionNews;
  };

/** How to look up. */
export interface LookUpOptions extends Concurrency {
  /** Whether a locked name may come from another registry than before. */
  readonly allowsRegistryChange: boolean;
}

/**
 * The version that each requirement resolves to.
 * @throws CommandError if a locked version has other bytes now, or a locked name comes from another registry
 */
export async function lookUp(
  requirements: readonly Requirement[],
  before: Lockfile,
  getResolver: StageDeps['getResolver'],
  { allowsRegistryChange, ...concurrency }: LookUpOptions,
): Promise<Target[]> {
  const [first] = requirements;
  if (first === undefined) return [];
  const resolver = await getResolver(`${first.name}@${first.range.text} is not in lock.yaml`);
  return mapConcurrently(requirements, concurrency, async (requirement, signal) => {
    const { name, range } = requirement;
    const { version, registry, manifest, passedOver, movedTo, notes } = await resolver.resolve(
      name,
      range.text,
      { signal },
    );
    const target: Target = {
      name,
      version,
      sha256: manifest.sha256,
      registry: registry.baseUrl,
      source: {
        client: registry,
        ...(manifest.size_bytes !== undefined && { sizeBytes: manifest.size_bytes }),
      },
      ...(passedOver.length > 0 && { passed_over: passedOver.map(({ baseUrl }) => baseUrl).join(' ') }),
      ...(movedTo !== undefined && { moved_to: movedTo }),
      ...lockedAs(requirement),
      news: { manifest, ...(notes && { notes }) },
    };
    // A version of this machine says nothing about registries.
    const earlier = before.get(name);
    const locked = earlier !== undefined && isLocal(earlier.registry) ? undefined : earlier;
    if (locked !== undefined && !allowsRegistryChange) requireSameRegistry(locked, target);
    if (locked === undefined || !isSameVersion(locked, target)) return target;
    requireSameBytes(locked, target);
    return { ...target, tree_sha256: locked.tree_sha256 };
  });
}

/** Whether both are the same version of the same Prime: after a move, the new name has numbers of its own. */
export function isSameVersion(a: LockedVersion, b: LockedVersion): boolean {
  return a.version === b.version && (a.moved_to ?? a.name) === (b.moved_to ?? b.name);
}

type LockedVersion = Pick<LockedPrime, 'name' | 'version' | 'moved_to'>;

/**
 * A name belongs to the registry that it was locked from. Another one may have a stranger's Prime of that
 * name.
 */
function requireSameRegistry(locked: LockedPrime, { version, registry }: Target): void {
  if (locked.registry === registry) return;
  throw new CommandError(
    `${locked.name} is locked from ${locked.registry}, but ${version} would come from ${registry}. Nothing was changed`,
    { hint: `if that is intended, add '--allow-registry-change'` },
  );
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
