// Plans an install: locked versions stay as long as they match the requested ranges. Pure.

import { UsageError } from '@prime-registry/command-line';
import { parseRange } from '@prime-registry/protocol';
import { ValidationError } from '../errors/validation-error.ts';
import { isLocal } from './local/local-path.ts';
import type { LockedPrime, Lockfile } from './lockfile/lockfile.ts';
import { findReach, type UnmetRequirement } from './reach.ts';
import { isSkillFile, type Requirement, SKILL_FILE } from './skill/requirements.ts';

/** The input of a plan. */
export interface InstallRequest {
  readonly lockfile: Lockfile;
  /** The requirements in SKILL.md; undefined if there is none. */
  readonly skill: ReadonlyMap<string, Requirement> | undefined;
  /** The requirements on the command line. They are always looked up. */
  readonly named: readonly Requirement[];
  /** Whether requirements are looked up although a locked version matches: all, none, or these names. */
  readonly update: boolean | readonly string[];
}

/** What an install does. */
export interface InstallPlan {
  /** Locked versions that stay, unless a lookup leads to requirements that they do not match. */
  readonly kept: readonly LockedPrime[];
  /** Direct requirements to look up. */
  readonly lookups: readonly Requirement[];
  /** Requirements of kept Primes that no kept version satisfies. */
  readonly unmet: readonly UnmetRequirement[];
  /** Locked versions that nothing requires any more. A lookup can change that. */
  readonly dropped: readonly LockedPrime[];
}

/** Whether the lock file has everything, so that no registry must be asked. */
export function isSettled({ lookups, unmet }: Pick<InstallPlan, 'lookups' | 'unmet'>): boolean {
  return lookups.length === 0 && unmet.length === 0;
}

/**
 * Plans an install.
 * @throws ValidationError if the command line has another range than SKILL.md
 * @throws UsageError if it names a Prime twice
 */
export function planInstall({ lockfile, skill, named, update }: InstallRequest): InstallPlan {
  const isUpdated = (name: string) => (typeof update === 'boolean' ? update : update.includes(name));
  const lookups = new Map<string, Requirement>();
  for (const requirement of named) {
    if (lookups.has(requirement.name))
      throw new UsageError(`${requirement.name} is named twice; name it once`);
    lookups.set(requirement.name, agree(requirement, skill));
  }
  const kept = new Map<string, LockedPrime>();
  for (const locked of lockfile.values()) {
    const { name } = locked;
    if (lookups.has(name)) continue;
    // It stays until it is asked for by name, or removed.
    if (isLocal(locked.registry)) {
      kept.set(name, locked);
      continue;
    }
    const required = skill?.get(name) ?? findOwnRequirement(locked, skill);
    if (required === undefined) {
      if (!isUpdated(name)) kept.set(name, withoutReason(locked));
    } else if (isUpdated(name) || !isAgreed(required, locked)) lookups.set(name, required);
    else kept.set(name, { ...withoutReason(locked), ...lockedAs(required) });
  }
  for (const required of skill?.values() ?? []) {
    if (!lockfile.has(required.name) && !lookups.has(required.name)) lookups.set(required.name, required);
  }
  const { needed, unmet } = findReach(kept);
  const isComplete = isSettled({ lookups: [...lookups.values()], unmet });
  // A lookup can lead to anything in the lock file.
  const isCandidate = ({ name }: LockedPrime) => !isComplete || needed.has(name);
  const isDropped = ({ name, range }: LockedPrime) =>
    !lookups.has(name) && !needed.has(name) && (isComplete || range !== undefined);
  return {
    kept: [...kept.values()].filter(isCandidate),
    lookups: [...lookups.values()],
    unmet,
    dropped: [...lockfile.values()].filter(isDropped),
  };
}

/** The requirement in the lock file, if it still counts: SKILL.md decides about its own ones. */
function findOwnRequirement(locked: LockedPrime, skill: InstallRequest['skill']): Requirement | undefined {
  return skill !== undefined && isSkillFile(locked.required_by) ? undefined : findRequirement(locked);
}

function withoutReason({ range: _, required_by: _by, ...locked }: LockedPrime): LockedPrime {
  return locked;
}

/** Whether the locked version stays. A channel says nothing about a version that was chosen for something else. */
function isAgreed({ range }: Requirement, locked: LockedPrime): boolean {
  if (!range.matches(locked.version)) return false;
  const asked = parseRange(locked.range ?? '*');
  const isChannel =
    range.kind === 'channel' || (range.kind === 'latest' && asked.ok && asked.value.kind === 'channel');
  return !isChannel || range.text === locked.range;
}

/** The reason for a Prime, as the lock file has it. */
export function lockedAs({ range, required_by }: Requirement): Pick<LockedPrime, 'range' | 'required_by'> {
  return { range: range.text, ...(required_by !== undefined && { required_by }) };
}

/** The direct requirement for which the version was locked; undefined if only other Primes require it. */
export function findRequirement({ name, range: text, required_by }: LockedPrime): Requirement | undefined {
  if (text === undefined) return undefined;
  const range = parseRange(text);
  if (!range.ok) throw new ValidationError(`lock.yaml: the range of ${name} is not valid: ${range.message}`);
  return { name, range: range.value, ...(required_by !== undefined && { required_by }) };
}

/** SKILL.md takes precedence: the next install would undo a different range in the lock file. */
function agree(named: Requirement, skill: ReadonlyMap<string, Requirement> | undefined): Requirement {
  const required = skill?.get(named.name);
  if (required === undefined) return named;
  if (named.range.kind === 'latest' || named.range.text === required.range.text) return required;
  throw new ValidationError(
    `${required.required_by ?? SKILL_FILE} requires ${named.name}@${required.range.text}; to install ${named.range.text}, change it there and run 'prime install'`,
  );
}
