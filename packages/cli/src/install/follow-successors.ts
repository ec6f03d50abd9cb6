// Changes requirements on deprecated Primes to their successors. Only on request: a registry must not choose what a
// project requires.
import { mapConcurrently } from '@prime-registry/concurrency';
import { parseRange, type Successor } from '@prime-registry/protocol';
import { CommandError } from '../errors/command-error.ts';
import type { InstallDeps } from './install-primes.ts';
import { isLocal } from './local/local-path.ts';
import type { Lockfile } from './lockfile/lockfile.ts';
import { makeLockfile } from './lockfile/lockfile.ts';
import { findRequirement } from './plan-install.ts';
import type { Replacement } from './replacement.ts';
import type { Requirement } from './skill/requirements.ts';
import { describeSuccessor } from './version-news.ts';

/** What a project requires, and what is locked. */
export interface ProjectRequirements {
  readonly lockfile: Lockfile;
  readonly skill: ReadonlyMap<string, Requirement> | undefined;
  readonly named: readonly Requirement[];
}

/** Which requirements may change. */
export interface FollowChoices {
  /** All, or these. */
  readonly names: true | readonly string[];
  /** Whether the newest version counts, instead of the locked one. */
  readonly isUpdating: boolean;
}

/** Maximum number of concurrent requests to registries. */
const LOOKUP_LIMIT = 16;

/**
 * The requirements whose version is deprecated in favour of a successor.
 * @throws CommandError if a successor would come from another registry than its deprecation says
 */
export async function findReplacements(
  project: ProjectRequirements,
  { getResolver, signal }: Pick<InstallDeps, 'getResolver' | 'signal'>,
  { names, isUpdating }: FollowChoices,
): Promise<Replacement[]> {
  const requirements = [...listRequirements(project).values()].filter(
    ({ name }) => names === true || names.includes(name),
  );
  const resolver = await getResolver('--follow asks what is deprecated');
  const found = await mapConcurrently(
    requirements,
    { limit: LOOKUP_LIMIT, signal },
    async (requirement, end) => {
      const { name, range, required_by } = requirement;
      const isLookedUp = isUpdating || project.named.includes(requirement);
      const locked = isLookedUp ? undefined : project.lockfile.get(name);
      const { manifest } =
        locked === undefined
          ? await resolver.resolve(name, range.text, { signal: end })
          : await resolver.resolveLocked(locked, { signal: end });
      const successor = manifest.deprecated?.successor;
      if (successor === undefined) return [];
      const { registry } = await resolver.resolve(successor.name, successor.range ?? 'latest', {
        signal: end,
      });
      requireRegistry(name, successor, registry.baseUrl);
      const replacement: Replacement = {
        ...{ name, range: range.text, new_name: successor.name, new_range: successor.range ?? 'latest' },
        ...(required_by !== undefined && { required_by }),
      };
      return [replacement];
    },
  );
  return found.flat();
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

function listRequirements({ lockfile, skill, named }: ProjectRequirements): Map<string, Requirement> {
  const requirements = new Map<string, Requirement>();
  for (const locked of lockfile.values()) {
    const requirement = findRequirement(locked);
    if (requirement !== undefined) requirements.set(locked.name, requirement);
  }
  for (const required of skill?.values() ?? []) requirements.set(required.name, required);
  // A Prime of this machine is not asked for.
  for (const { name, registry } of lockfile.values()) if (isLocal(registry)) requirements.delete(name);
  for (const requirement of named)
    if (skill?.has(requirement.name) !== true) requirements.set(requirement.name, requirement);
  return requirements;
}

function uniqueNames(requirements: readonly Requirement[]): Requirement[] {
  return [...new Map(requirements.map((requirement) => [requirement.name, requirement])).values()];
}

function toRequirement({ new_name: name, new_range, required_by }: Replacement): Requirement {
  const range = parseRange(new_range);
  if (!range.ok) throw new CommandError(`the successor ${name} has no valid range: ${range.message}`);
  return { name, range: range.value, ...(required_by !== undefined && { required_by }) };
}

/** A stranger could have a Prime of the same name in a registry that is asked first. */
function requireRegistry(name: string, successor: Successor, found: string): void {
  if (successor.registry === undefined || successor.registry === found) return;
  const [scope = ''] = successor.name.split('/', 1);
  throw new CommandError(
    `${name} is deprecated in favour of ${describeSuccessor(successor)}, but here ${successor.name} would come from ${found}. Nothing was changed`,
    { hint: `if you trust that registry: 'prime config set ${scope} ${toArgument(successor.registry)}'` },
  );
}

/** People copy commands: an address that a shell would read as more than a word is left out. */
function toArgument(url: string): string {
  return /^[\w:/.%~-]+$/.test(url) ? url : '<url>';
}
