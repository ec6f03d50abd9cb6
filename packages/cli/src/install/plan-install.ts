// Plans an install: locked versions stay as long as they match the requested ranges. Pure.

import { UsageError } from '@prime-registry/command-line';
import { parseRange } from '@prime-registry/protocol';
import { ValidationError } from '../errors/validation-error.ts';
import { isLocal } from './local-path.ts';
import type { LockedPrime, Lockfile } from './lockfile/lockfile.ts';
import { type Requirement, SKILL_FILE } from './requirements.ts';

/** The input of a plan. */
export interface InstallRequest {
  readonly lockfile: Lockfile;
  /** The requirements in SKILL.md; undefined if there is none. */
  readonly skill: ReadonlyMap<string, Requirement> | undefined;
  /** The requirements on the command line. They are always looked up. */
  readonly named: readonly Requirement[];
  /** Whether requirements are looked up although a locked version matches: all, none, or these names. */
  readonly update: boolean | readonly string[];
  /** Names that are installed from this machine: nothing else decides about them. */
  readonly local?: ReadonlySet<string>;
}

/** The contents of the tree after the install. */
export interface InstallPlan {
  /** Locked versions that stay. */
  readonly kept: readonly LockedPrime[];
  /** Requirements to look up. */
  readonly lookups: readonly Requirement[];
  /** Locked versions that SKILL.md no longer requires. */
  readonly dropped: readonly LockedPrime[];
}

/**
 * Plans an install.
 * @throws ValidationError if the command line has another range than SKILL.md
 * @throws UsageError if it names a Prime twice
 */
export function planInstall({
  lockfile,
  skill,
  named,
  update,
  local = new Set(),
}: InstallRequest): InstallPlan {
  const isUpdated = (name: string) => (typeof update === 'boolean' ? update : update.includes(name));
  const lookups = new Map<string, Requirement>();
  for (const requirement of named) {
    if (lookups.has(requirement.name) || local.has(requirement.name))
      throw new UsageError(`${requirement.name} is named twice; name it once`);
    lookups.set(requirement.name, agree(requirement, skill));
  }
  const kept: LockedPrime[] = [];
  const dropped: LockedPrime[] = [];
  for (const locked of lockfile.values()) {
    if (lookups.has(locked.name) || local.has(locked.name)) continue;
    // It stays until it is asked for by name, or removed.
    if (isLocal(locked.registry)) {
      kept.push(locked);
      continue;
    }
    const required = skill?.get(locked.name);
    if (required === undefined && skill !== undefined && locked.required_by === SKILL_FILE)
      dropped.push(locked);
    else if (required !== undefined && !isAgreed(required, locked)) lookups.set(locked.name, required);
    else if (isUpdated(locked.name)) lookups.set(locked.name, required ?? requirementOf(locked));
    else kept.push(required === undefined ? locked : { ...locked, ...lockedAs(required) });
  }
  for (const required of skill?.values() ?? []) {
    const { name } = required;
    if (!lockfile.has(name) && !lookups.has(name) && !local.has(name)) lookups.set(name, required);
  }
  return { kept, lookups: [...lookups.values()], dropped };
}

/** Whether the locked version stays. A channel says nothing about a version that was chosen for something else. */
function isAgreed({ range }: Requirement, locked: LockedPrime): boolean {
  if (!range.matches(locked.version)) return false;
  const asked = parseRange(locked.range);
  const isChannel =
    range.kind === 'channel' || (range.kind === 'latest' && asked.ok && asked.value.kind === 'channel');
  return !isChannel || range.text === locked.range;
}

/** The reason for a Prime, as the lock file has it. */
export function lockedAs({ range, required_by }: Requirement): Pick<LockedPrime, 'range' | 'required_by'> {
  return { range: range.text, ...(required_by !== undefined && { required_by }) };
}

/** The requirement for which the version was locked. */
export function requirementOf({ name, range: text, required_by }: LockedPrime): Requirement {
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
    `${SKILL_FILE} requires ${named.name}@${required.range.text}; to install ${named.range.text}, change it there and run 'prime install'`,
  );
}
