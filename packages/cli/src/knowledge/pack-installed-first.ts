// A context from installed Primes; from registries too only if these have nothing for it, or not all that was asked for.
// Words of Primes that nobody has installed do not get into the prompt of an agent without need.
import type { Flags } from '@prime-registry/command-line';
import {
  type ContextOptions,
  type ContextRequest,
  type PackedContext,
  packContext,
} from '@prime-registry/knowledge';
import type { CommandContext } from '../command.ts';
import { InstalledKnowledge } from './installed-knowledge.ts';
import { openInstalledFor } from './offline-option.ts';
import { openRegistryKnowledge } from './open-knowledge.ts';

/**
 * Packs it.
 * @throws ValidationError with `--offline` and without a project; RegistryError, UsageError
 */
export async function packInstalledFirst(
  context: CommandContext,
  flags: Flags,
  request: ContextRequest,
  options: ContextOptions,
): Promise<PackedContext> {
  const primes = await openInstalledFor(context, flags);
  if (primes === undefined) return packContext(await openRegistryKnowledge(context, flags), request, options);
  const installed = new InstalledKnowledge(primes);
  const packed = await packContext(installed, request, options);
  const isEnough = packed.missing.length === 0 && packed.atoms.length + packed.leftOut.length > 0;
  if (isEnough || flags.offline === true) return packed;
  const { LayeredKnowledge } = await import('./layered-knowledge.ts');
  const both = new LayeredKnowledge(installed, () => openRegistryKnowledge(context, flags));
  return packContext(both, request, options);
}
