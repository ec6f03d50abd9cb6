// Finds the successors of deprecated Primes that a project requires. Only on request: a registry must not choose what a
// project requires.
import { mapConcurrently } from '@prime-registry/concurrency';
import type { Successor } from '@prime-registry/protocol';
import { CommandError } from '../../errors/command-error.ts';
import type { InstallDeps } from '../install-primes.ts';
import { isLocal } from '../local/local-path.ts';
import { findRequirement } from '../plan-install.ts';
import type { Requirement } from '../skill/requirements.ts';
import { describeSuccessor } from '../version-news.ts';
import type { ProjectRequirements } from './replace-requirements.ts';
import type { Replacement } from './replacement.ts';

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
