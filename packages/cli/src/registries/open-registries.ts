// The registries of one command: which ones are asked in which order, where each scope lives, and with which token.

import { type RegistryClient, Resolver } from '@prime-registry/client';
import type { Flags } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { getFirst } from '../settings/load-settings.ts';
import { isFollowed, requireFollowed } from './project-word.ts';
import { loadAccess, type RegistryAccess } from './registry-access.ts';

/** The registries that a command works with. */
export interface Registries extends Pick<RegistryAccess, 'targetFor'> {
  /** In the order in which they are asked; at least one. */
  readonly ordered: readonly RegistryClient[];
  /** The only registry of a scope, such as `@acme`, where the pin is followed. */
  readonly pins: ReadonlyMap<string, RegistryClient>;
  /** Over both. Rejects with a UsageError for a scope whose pin is not followed. */
  readonly resolver: Resolver<RegistryClient>;
}

/**
 * Opens the registries of a command; nothing is asked yet. A base URL has one client, whatever it is used for.
 * @throws UsageError when none is configured, or a flag or a variable is wrong
 * @throws ValidationError when a file of settings is wrong
 */
export async function openRegistries(context: CommandContext, flags: Flags): Promise<Registries> {
  const { settings, clientFor, targetFor } = await loadAccess(context, flags);
  getFirst(settings);
  const ordered = settings.registries.map(clientFor);
  const followed = [...settings.pins].filter(([, pin]) => isFollowed(pin, settings));
  const pins = new Map(followed.map(([scope, { registry }]) => [scope, clientFor(registry)]));
  const checkScope = (scope: string): void => requireFollowed(scope, settings);
  const resolver = new Resolver({ registries: ordered, pins, checkScope });
  return { ordered, pins, resolver, targetFor };
}
