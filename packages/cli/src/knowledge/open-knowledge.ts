// Opens what the commands for agents read: the installed Primes, the registries, or both.
import type { Flags } from '@prime-registry/command-line';
import type { KnowledgeSource } from '@prime-registry/knowledge';
import type { CommandContext } from '../command.ts';
import { loadInstallLimits } from '../install/limits.ts';
import { InstalledKnowledge } from './installed-knowledge.ts';
import { openInstalled } from './installed-primes.ts';
import { LayeredKnowledge } from './layered-knowledge.ts';

/** The installed Primes; undefined if the folder is not in a project. */
export function openInstalledKnowledge(
  context: Pick<CommandContext, 'folder' | 'environment' | 'terminal'>,
): InstalledKnowledge | undefined {
  const primes = openInstalled(context);
  return primes && new InstalledKnowledge(primes);
}

/** The registries of the user. Their code is loaded only here. */
export async function openRegistryKnowledge(context: CommandContext, flags: Flags): Promise<KnowledgeSource> {
  const [{ openRegistries }, { RegistryKnowledge }] = await Promise.all([
    import('../registries/open-registries.ts'),
    import('./registry-knowledge.ts'),
  ]);
  return new RegistryKnowledge({
    registries: await openRegistries(context, flags),
    getLimits: () => loadInstallLimits(context),
  });
}

/** What is installed first, then the registries. Without a project, only the registries. */
export async function openLayeredKnowledge(context: CommandContext, flags: Flags): Promise<KnowledgeSource> {
  const installed = openInstalledKnowledge(context);
  const openRegistries = () => openRegistryKnowledge(context, flags);
  return installed === undefined ? openRegistries() : new LayeredKnowledge(installed, openRegistries);
}
