// Warns of a successor that nobody could install. It is no error: it may be published later, or be in a registry that is
// configured elsewhere.
import type { Successor } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { describeSuccessor } from '../install/version-news.ts';
import type { RegistryAccess } from '../registries/registry-access.ts';
import { describeLacking, tryResolve } from '../registries/try-resolve.ts';

/** Asks the registries that an install would ask, unless the successor is said to be in one that is not configured here. */
export async function warnOfSuccessor(
  { terminal, signal }: CommandContext,
  access: Pick<RegistryAccess, 'settings' | 'clientFor'>,
  successor: Successor,
): Promise<void> {
  const { name, range = 'latest', registry } = successor;
  const { registries, pins } = access.settings;
  const known = [...registries, ...[...pins.values()].map((pin) => pin.registry)];
  if (registry !== undefined && !known.includes(registry)) return;
  const [{ found, lacking } = {}] = await tryResolve(access, [{ name, range }], signal);
  if (lacking !== undefined) {
    terminal.warn(
      `the successor is ${describeSuccessor(successor)}, but ${describeLacking(lacking)}; until one does, nobody can follow the advice`,
    );
  } else if (found !== undefined && registry !== undefined && found.registry.baseUrl !== registry) {
    terminal.warn(
      `the successor is ${describeSuccessor(successor)}, but here ${name} would come from ${found.registry.baseUrl}`,
    );
  }
}
