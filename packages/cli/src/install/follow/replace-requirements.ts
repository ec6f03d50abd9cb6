// Puts successors in the place of deprecated Primes, in what a project requires.
import { parseRange } from '@prime-registry/protocol';
import { CommandError } from '../../errors/command-error.ts';
import { type Lockfile, makeLockfile } from '../lockfile/lockfile.ts';
import type { Requirement } from '../skill/requirements.ts';
import type { Replacement } from './replacement.ts';

/** What a project requires, and what is locked. */
export interface ProjectRequirements {
  readonly lockfile: Lockfile;
  readonly skill: ReadonlyMap<string, Requirement> | undefined;
  readonly named: readonly Requirement[];
}

/** The requirements after the replacements. */
export function replaceRequirements(
  { lockfile, skill, named }: ProjectRequirements,
  replacements: readonly Replacement[],
): ProjectRequirements {
  const replaced = new Map(replacements.map((replacement) => [replacement.name, replacement]));
  const change = (requirement: Requirement): Requirement => {
    const replacement = replaced.get(requirement.name);
    return replacement === undefined ? requirement : toRequirement(replacement);
  };
  const isNamed = (name: string) => named.some((requirement) => requirement.name === name);
  const byName = replacements.filter(
    ({ name, required_by }) => required_by === undefined && lockfile.has(name) && !isNamed(name),
  );
  const changedSkill = skill && new Map([...skill.values()].map(change).map((each) => [each.name, each]));
  return {
    lockfile: makeLockfile([...lockfile.values()].filter(({ name }) => !replaced.has(name))),
    skill: changedSkill,
    named: uniqueNames([...named.map(change), ...byName.map(toRequirement)]).filter(
      ({ name, required_by }) => required_by === undefined || changedSkill?.has(name) !== true,
    ),
  };
}

function uniqueNames(requirements: readonly Requirement[]): Requirement[] {
  return [...new Map(requirements.map((requirement) => [requirement.name, requirement])).values()];
}

function toRequirement({ new_name: name, new_range, required_by }: Replacement): Requirement {
  const range = parseRange(new_range);
  if (!range.ok) throw new CommandError(`the successor ${name} has no valid range: ${range.message}`);
  return { name, range: range.value, ...(required_by !== undefined && { required_by }) };
}
