// The clients of the registries that a command may ask.
import type { RegistryClient } from '@prime-registry/client';
import type { Flags } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { openRegistries } from './open-registries.ts';

/** The configured registries only: a lock file must not make anybody ask others. */
export async function openClients(context: CommandContext, flags: Flags): Promise<RegistryClient[]> {
  const { ordered, pins } = await openRegistries(context, flags);
  return [...new Set([...ordered, ...pins.values()])];
}
