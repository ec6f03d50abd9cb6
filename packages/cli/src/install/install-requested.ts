// `prime install` as it was typed: names, paths and options.
import { type Flags, UsageError } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { isPath } from './local/local-path.ts';
import { type InstallResult, runInstall } from './run-install.ts';
import { parseRequirement, type Requirement } from './skill/requirements.ts';

/** Installs what the parameters name, or else what the project requires. */
export async function installRequested(
  context: CommandContext,
  flags: Flags,
  parameters: readonly string[],
): Promise<InstallResult> {
  const local = parameters.filter(isPath);
  const named: Requirement[] = [];
  for (const text of parameters.filter((parameter) => !isPath(parameter))) {
    named.push(await requireSpec(context.folder, text));
  }
  requireSensible(flags, { local, named });
  const result = await runInstall(context, flags, {
    ...{ named, local },
    isFrozen: flags.frozen === true,
    isUpdating: flags.update === true,
    isFollowing: flags.follow === true,
    isSaving: flags.save === true,
  });
  if (flags['as-skill'] !== true) return result;
  const { runSkillExport } = await import('../skills/run-export.ts');
  const { skills } = await runSkillExport(context, { names: named.map(({ name }) => name), folders: [] });
  return { ...result, exported: skills };
}

async function requireSpec(folder: string, text: string): Promise<Requirement> {
  const parsed = parseRequirement(text);
  if (parsed.ok) return parsed.value;
  const { suggestPath } = await import('./local/local-prime.ts');
  throw new UsageError(`${parsed.message}${await suggestPath(folder, text)}`);
}

/** Refuses options that exclude each other. */
function requireSensible(
  { frozen, follow, save }: Flags,
  { local, named }: { readonly local: readonly string[]; readonly named: readonly Requirement[] },
): void {
  if (frozen === true && local.length > 0)
    throw new UsageError(`--frozen installs what registries have, and '${local[0]}' is of this machine`);
  if (frozen === true && named.length > 0)
    throw new UsageError('--frozen installs the locked versions and takes no names');
  if (follow === true && frozen === true)
    throw new UsageError('--frozen changes nothing, and --follow changes requirements; give one of them');
  if (save !== true) return;
  if (local.length > 0)
    throw new UsageError(`--save is for names: others cannot install '${local[0]}'; publish it first`);
  if (named.length === 0) throw new UsageError('--save needs the names of Primes to add');
  if (follow === true) throw new UsageError('--save and --follow both change SKILL.md; give one of them');
}
