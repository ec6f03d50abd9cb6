// Looks up versions that are not in the lock file, in the registries.
import type { RegistryClient, Resolution } from '@prime-registry/client';
import { isLocal } from './local/local-path.ts';
import { formatRequires, requiresOf } from './lockfile/locked-requires.ts';
import type { LockedPrime, Lockfile } from './lockfile/lockfile.ts';
import { isSameVersion, requireSameBytes, requireSameRegistry } from './lockfile/require-unchanged.ts';
import { findRequirement, type InstallPlan, isSettled, lockedAs } from './plan-install.ts';
import type { Requirement } from './skill/requirements.ts';
import type { StageDeps, Wanted } from './stage-prime.ts';
import type { VersionNews } from './version-news.ts';

/** A version that must be in the tree, and the reason for it. */
export type Target = Wanted &
  Pick<LockedPrime, 'range' | 'passed_over' | 'required_by' | 'requires'> & {
    /** What its registry says about it, if it was just looked up. */
    readonly news?: VersionNews;
    /** Whether its registry has it from another one, and perhaps not yet. */
    readonly isMirrored?: boolean;
    /** The registry that it comes from, as its manifest says. */
    readonly origin?: string;
  };

/** How to look up. */
export interface LookUpOptions {
  readonly signal: AbortSignal;
  /** Whether a locked name may come from another registry than before. */
  readonly allowsRegistryChange: boolean;
}

/**
 * One version of each Prime that the project requires, and of all that these require. Registries are only asked if
 * the lock file does not have everything.
 * @throws CommandError if a locked version has other bytes now, or a locked name comes from another registry
 */
export async function lookUp(
  plan: Pick<InstallPlan, 'kept' | 'lookups' | 'unmet'>,
  before: Lockfile,
  getResolver: StageDeps['getResolver'],
  { allowsRegistryChange, signal }: LookUpOptions,
): Promise<Target[]> {
  if (isSettled(plan)) return [...plan.kept];
  const wanted = [...plan.lookups, ...plan.unmet].map(({ name }) => name);
  const resolver = await getResolver(`${describeFirst(plan)} is not in lock.yaml`, wanted);
  const kept = new Map(plan.kept.map((locked) => [locked.name, locked]));
  const direct = new Map<string, Requirement>();
  for (const requirement of [...plan.kept.map(findRequirement), ...plan.lookups]) {
    if (requirement !== undefined) direct.set(requirement.name, requirement);
  }
  const roots = [...direct.values()].map(({ name, range, required_by: by = THIS_PROJECT }) => ({
    ...{ name, range: range.text, by },
  }));
  const locked = new Map(
    plan.kept.map((prime) => [
      prime.name,
      {
        ...{ version: prime.version, requires: requiresOf(prime) },
        // No registry is asked for what is installed from this machine.
        ...(isLocal(prime.registry) && { isFixed: true as const }),
      },
    ]),
  );
  const set = await resolver.resolveSet(roots, { locked, signal });
  return [...set].map(([name, member]) => {
    const known = kept.get(name);
    if ('locked' in member && known !== undefined) return known;
    if (!('resolution' in member)) throw new Error(`${name} was neither kept nor resolved`);
    const requirement = direct.get(name);
    const target = { ...toTarget(member.resolution), ...(requirement && lockedAs(requirement)) };
    return compareWithLock(target, before.get(name), allowsRegistryChange);
  });
}

/** Who requires what was named on the command line. */
const THIS_PROJECT = 'this project';

function describeFirst({
  lookups: [lookup],
  unmet: [unmet],
}: Pick<InstallPlan, 'lookups' | 'unmet'>): string {
  if (lookup !== undefined) return `${lookup.name}@${lookup.range.text}`;
  return `${unmet?.name}@${unmet?.range}, which ${unmet?.by} requires,`;
}

function toTarget({
  name,
  version,
  registry,
  manifest,
  passedOver,
  movedTo,
  notes,
}: Resolution<RegistryClient>): Target {
  const requires = formatRequires(manifest.requires ?? {});
  return {
    ...{ name, version, sha256: manifest.sha256, registry: registry.baseUrl },
    source: {
      client: registry,
      ...(manifest.size_bytes !== undefined && { sizeBytes: manifest.size_bytes }),
    },
    ...(passedOver.length > 0 && { passed_over: passedOver.map(({ baseUrl }) => baseUrl).join(' ') }),
    ...(movedTo !== undefined && { moved_to: movedTo }),
    ...(requires !== undefined && { requires }),
    isMirrored: manifest.origin !== undefined,
    ...(manifest.origin !== undefined && { origin: manifest.origin }),
    news: { manifest, ...(notes && { notes }) },
  };
}

function compareWithLock(
  target: Target,
  before: LockedPrime | undefined,
  allowsRegistryChange: boolean,
): Target {
  // A version of this machine says nothing about registries.
  const locked = before !== undefined && isLocal(before.registry) ? undefined : before;
  if (locked !== undefined && !allowsRegistryChange) requireSameRegistry(locked, target);
  if (locked === undefined || !isSameVersion(locked, target)) return target;
  requireSameBytes(locked, target);
  return { ...target, tree_sha256: locked.tree_sha256 };
}
