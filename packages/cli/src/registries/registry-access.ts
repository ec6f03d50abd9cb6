// Access to registries for a command: the effective settings, the tokens, and a client per base URL.

import type { RegistryClient } from '@prime-registry/client';
import { type Flags, UsageError } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { once } from '../once.ts';
import { openCredentials } from '../settings/credentials.ts';
import { type EffectiveSettings, loadSettings } from '../settings/load-settings.ts';
import { createClientFactory } from './client-factory.ts';
import { chooseTarget } from './project-trust.ts';
import { assignTokens, type RegistryTokens } from './registry-tokens.ts';

/** Access to the registries of a command. */
export interface RegistryAccess {
  readonly settings: EffectiveSettings;
  tokenFor: RegistryTokens['tokenFor'];
  /** The client of a base URL; the same one for every call. */
  clientFor(registry: string): RegistryClient;
  /** The client of the registry that a scope is written to. @throws UsageError as `chooseTarget` does */
  targetFor(scope: string): RegistryClient;
  /**
   * The client for writes to a registry. Without a given token, it has one for the identity of this CI job, if there is
   * any. @throws CommandError, RegistryRequestError if that is refused: no other token is used instead
   */
  signIn(registry: string): Promise<RegistryClient>;
  /** The client for writes in a scope. @throws as {@link targetFor} and {@link signIn} do */
  signInFor(scope: string): Promise<RegistryClient>;
}

/**
 * Loads settings and credentials, and warns of a token that is not sent.
 * @throws UsageError
 * @throws ValidationError
 */
export async function loadAccess(context: CommandContext, flags: Flags): Promise<RegistryAccess> {
  const { environment, terminal } = context;
  const [settings, credentials] = await Promise.all([
    loadSettings(context, flags),
    openCredentials(context).read(),
  ]);
  const { tokenFor, warning } = assignTokens({ settings, credentials, environment, flags });
  if (warning !== undefined) terminal.warn(warning);
  const createClient = await createClientFactory(context, flags, settings);
  const clients = new Map<string, RegistryClient>();
  const clientFor = (registry: string): RegistryClient => {
    const client = clients.get(registry) ?? createClient(registry, tokenFor(registry).token);
    clients.set(registry, client);
    return client;
  };
  // Loaded on demand: most commands only read.
  const openIdentifier = once(async () => {
    const { createIdentifier } = await import('../identity/identifier.ts');
    return createIdentifier({ context, flags, settings, createClient });
  });
  const tokens = new Map<string, string>();
  const signIn = async (registry: string): Promise<RegistryClient> => {
    const { source } = tokenFor(registry);
    const isGiven = source === 'flag' || source === 'environment';
    if (isGiven) requireNoChoice(source === 'flag' ? '--token' : 'PRIME_REGISTRY_TOKEN', flags);
    const token = isGiven ? undefined : await (await openIdentifier())(registry);
    if (token !== undefined && tokens.get(registry) !== token) {
      tokens.set(registry, token);
      clients.set(registry, createClient(registry, token));
    }
    return clientFor(registry);
  };
  const findTarget = (scope: string): string => chooseTarget(scope, settings, credentials);
  return {
    settings,
    tokenFor(registry) {
      const token = tokens.get(registry);
      return token === undefined ? tokenFor(registry) : { token, source: 'identity' };
    },
    clientFor,
    targetFor: (scope) => clientFor(findTarget(scope)),
    signIn,
    signInFor: async (scope) => signIn(findTarget(scope)),
  };
}

/** @throws UsageError if a command with a token should act with an identity */
function requireNoChoice(token: string, { identity = 'auto' }: Flags): void {
  if (identity !== 'auto' && identity !== 'none')
    throw new UsageError(`${token} and --identity ${String(identity)} exclude each other; give one of them`);
}
