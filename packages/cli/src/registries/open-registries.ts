// The registries of one command: their order, the pinned scopes, and the tokens.

import { type RegistryClient, type Resolution, Resolver } from '@prime-registry/client';
import type { Flags } from '@prime-registry/command-line';
import { scopeOf } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { getFirst } from '../settings/load-settings.ts';
import { readWaits } from './client-factory.ts';
import { DOWNLOAD_LIMIT } from './download-limit.ts';
import { loadAccess, type RegistryAccess } from './registry-access.ts';
import { readResolverRules } from './resolver-rules.ts';

/** The registries of a command. */
export interface Registries extends Pick<RegistryAccess, 'targetFor' | 'signInFor'> {
  /** In the order in which they are tried; at least one. */
  readonly ordered: readonly RegistryClient[];
  /** The only registry of a scope, such as `@acme`; only pins that apply. */
  readonly pins: ReadonlyMap<string, RegistryClient>;
  /** Resolves over both. Rejects with a UsageError for a scope whose pin does not apply. */
  readonly resolver: Resolver<RegistryClient>;
  /** Opens connections to the registries that are asked first for these Primes. */
  prepareDownloads(names: readonly string[]): void;
}

/**
 * Opens the registries of a command, without a request. There is one client per base URL.
 * @throws UsageError if none is configured, or if a flag or a variable is invalid
 * @throws ValidationError if a settings file is invalid
 */
export async function openRegistries(context: CommandContext, flags: Flags): Promise<Registries> {
  const access = await loadAccess(context, flags);
  getFirst(access.settings);
  const rules = readResolverRules(access);
  const resolver = new Resolver({
    ...rules,
    totalMs: readWaits(flags).totalMs,
    onPassedOver: (resolution) => context.terminal.warn(explainPassedOver(resolution)),
  });
  const { targetFor, signInFor } = access;
  const { registries: ordered, pins } = rules;
  const prepareDownloads = (names: readonly string[]): void => {
    const groups = Map.groupBy(names, (name) => pins.get(scopeOf(name)) ?? ordered[0]);
    // One more asks the log. The first of them look versions up before.
    for (const [registry, { length }] of groups)
      registry?.prepareConnections(Math.min(length, DOWNLOAD_LIMIT) + 1);
  };
  return { ordered, pins, resolver, prepareDownloads, targetFor, signInFor };
}

/** Says that a version comes from a later registry, although an earlier one has the name. */
function explainPassedOver({ name, version, registry, passedOver }: Resolution): string {
  const [scope = ''] = name.split('/', 1);
  const earlier = passedOver.map(({ baseUrl }) => baseUrl);
  return (
    `${name} ${version} comes from ${registry.baseUrl}, although ${earlier.join(' and ')} has ${name}, without this version. ` +
    `If you do not trust that, use another version, and pin the scope ('prime config set ${scope} ${earlier[0]}') ` +
    "or let the first registry with a name decide ('prime config set fallback name')"
  );
}
