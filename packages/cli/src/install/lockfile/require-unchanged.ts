// Compares what a registry has now with what is locked.
import { CommandError } from '../../errors/command-error.ts';
import type { LockedPrime } from './lockfile.ts';

/** Whether both are the same version of the same Prime: after a move, the new name has numbers of its own. */
export function isSameVersion(a: LockedVersion, b: LockedVersion): boolean {
  return a.version === b.version && (a.moved_to ?? a.name) === (b.moved_to ?? b.name);
}

type LockedVersion = Pick<LockedPrime, 'name' | 'version' | 'moved_to'>;

/**
 * A name belongs to the registry that it was locked from. Another one may have a stranger's Prime of that
 * name.
 */
export function requireSameRegistry(
  locked: LockedPrime,
  { version, registry }: Pick<LockedPrime, 'version' | 'registry'>,
): void {
  if (locked.registry === registry) return;
  throw new CommandError(
    `${locked.name} is locked from ${locked.registry}, but ${version} would come from ${registry}. Nothing was changed`,
    { hint: `if that is intended, add '--allow-registry-change'` },
  );
}

/** A version never changes. If it did, the user must look into it before anything is installed. */
export function requireSameBytes(
  locked: LockedPrime,
  { sha256, registry }: Pick<LockedPrime, 'sha256' | 'registry'>,
): void {
  if (locked.sha256 === sha256) return;
  const { name, version } = locked;
  throw new CommandError(
    `${registry} has ${name} ${version} with other bytes (sha256 ${sha256.slice(0, 12)}…) than were locked (${locked.sha256.slice(0, 12)}…)`,
    { hint: `if that is intended, run 'prime remove ${name}' first` },
  );
}
