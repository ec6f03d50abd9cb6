// `prime whoami`: which token each registry gets, and whether the registry accepts it.

import {
  isAborted,
  isNotFound,
  isUnauthenticated,
  RegistryRequestError,
  type TokenIdentity,
} from '@prime-registry/client';
import { formatColumns } from '@prime-registry/command-line';
import type { Command, CommandContext } from '../../command.ts';
import { DONE, FAILED } from '../../exit-code.ts';
import { loadAccess, type RegistryAccess } from '../../registries/registry-access.ts';
import type { TokenSource } from '../../registries/registry-tokens.ts';
import { describeHolder } from '../../registries/token-holder.ts';
import { type EffectiveSettings, getFirst } from '../../settings/load-settings.ts';

/** The token for one registry. The fields of its identity are there if it was accepted. */
export interface RegistryIdentity extends Partial<TokenIdentity> {
  readonly registry: string;
  /** Where the token comes from. */
  readonly token: TokenSource;
  /**
   * - `accepted`: the registry has identified it;
   * - `refused`: the registry does not accept it;
   * - `unknown`: this registry cannot identify tokens;
   * - `failed`: the request failed;
   * - `none`: there is no token, and no request was sent.
   */
  readonly status: 'accepted' | 'refused' | 'unknown' | 'failed' | 'none';
  /** The reason, if it was refused or the request failed. */
  readonly message?: string;
}

/** The result of `prime whoami`, in the order of the registries. */
export interface WhoamiResult {
  readonly registries: readonly RegistryIdentity[];
}

export const whoami: Command<WhoamiResult> = {
  usage: {
    asksRegistries: true,
    details: [
      'Contacts all configured registries, or those of --remote. Fails if the first of them refuses the token or ' +
        'cannot be reached.',
    ],
    examples: ['whoami', 'whoami --remote https://primes.example.com --json'],
  },

  async run(context, flags) {
    const access = await loadAccess(context, flags);
    const registries = await Promise.all(
      listRegistries(access.settings).map((registry) => identify(registry, access, context)),
    );
    return { registries };
  },

  view: ({ registries }, terminal) =>
    registries
      .map((identity) => {
        const title = `${terminal.paint('bold', identity.registry)}: ${describeStatus(identity)}`;
        return identity.status === 'accepted'
          ? `${title}\n${formatColumns(describeHolder(identity as TokenIdentity))}`
          : title;
      })
      .join('\n'),

  exitCode: ({ registries: [first] }) =>
    first?.status === 'refused' || first?.status === 'failed' ? FAILED : DONE,
};

function listRegistries(settings: EffectiveSettings): readonly string[] {
  getFirst(settings);
  if (settings.registriesFrom === 'flag') return settings.registries;
  const pinned = [...settings.pins.values()].map(({ registry }) => registry);
  return [...new Set([...settings.registries, ...pinned])];
}

async function identify(
  registry: string,
  { tokenFor, clientFor }: RegistryAccess,
  { signal }: CommandContext,
): Promise<RegistryIdentity> {
  const token = tokenFor(registry).source;
  if (token === 'none') return { registry, token, status: 'none' };
  try {
    return { registry, token, status: 'accepted', ...(await clientFor(registry).whoami({ signal })) };
  } catch (error) {
    if (!(error instanceof RegistryRequestError) || isAborted(error)) throw error;
    if (isNotFound(error)) return { registry, token, status: 'unknown' };
    const status = isUnauthenticated(error) ? 'refused' : 'failed';
    return { registry, token, status, message: error.message };
  }
}

const SOURCES: Readonly<Record<TokenSource, string>> = {
  flag: 'the token of --token',
  environment: 'the token of PRIME_REGISTRY_TOKEN',
  identity: 'the identity of this job',
  stored: 'the stored token',
  none: 'no token',
};

function describeStatus({ registry, token, status, message = '' }: RegistryIdentity): string {
  const source = SOURCES[token];
  switch (status) {
    case 'accepted':
      return source;
    case 'none':
      return `${source}; 'prime login ${registry}' stores one`;
    case 'unknown':
      return `${source}; this registry cannot identify tokens`;
    case 'refused':
      return `${source} is refused: ${message}`;
    case 'failed':
      return `${source}; ${message}`;
  }
}
