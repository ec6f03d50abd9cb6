// The registries of one command: which ones are asked in which order, where each scope lives, and with which token.
import { type RegistryClient, Resolver } from '@prime-registry/client';
import type { CommandContext, Flags } from '../command.ts';
import { getFirst } from '../settings/load-settings.ts';
import { loadAccess } from './registry-access.ts';

/** The registries that a command works with. */
export interface Registries {
  /** In the order in which they are asked; at least one. */
  readonly ordered: readonly RegistryClient[];
  /** The only registry of a scope, such as `@acme`. */
  readonly pins: ReadonlyMap<string, RegistryClient>;
  /** Over both. */
  readonly resolver: Resolver<RegistryClient>;
  /** Where Primes of a scope are written: `--remote` when it is given, else the pin of the scope, else the first registry. */
  targetFor(scope: string): RegistryClient;
}

/**
 * Opens the registries of a command; nothing is asked yet. A base URL has one client, whatever it is used for.
 * @throws UsageError when none is configured, or a flag or a variable is wrong
 * @throws ValidationError when a file of settings is wrong
 */
export async function openRegistries(context: CommandContext, flags: Flags): Promise<Registries> {
  const { settings, clientFor } = await loadAccess(context, flags);
  const first = clientFor(getFirst(settings));
  const ordered = settings.registries.map(clientFor);
  const pins = new Map([...settings.pins].map(([scope, { registry }]) => [scope, clientFor(registry)]));
  return {
    ordered,
    pins,
    resolver: new Resolver({ registries: ordered, pins }),
    targetFor: (scope) => (settings.registriesFrom === 'flag' ? first : (pins.get(scope) ?? first)),
  };
}
