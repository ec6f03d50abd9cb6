// Which token is sent to which registry. A token is sent to one base URL only, and the file of a project never
// decides to which: that file comes with a clone, perhaps from an attacker who wants the token.
import { type Flags, UsageError } from '@prime-registry/command-line';
import type { Environment } from '../command.ts';
import { type Credentials, isBearerToken } from '../settings/bearer-token.ts';
import type { EffectiveSettings } from '../settings/load-settings.ts';
import { findOwnFirst } from './project-trust.ts';

/** Where a token comes from. */
export type TokenSource = 'flag' | 'environment' | 'identity' | 'stored' | 'none';

interface RegistryToken {
  readonly token?: string;
  readonly source: TokenSource;
}

/** The tokens of a command. */
export interface RegistryTokens {
  /** The token for a base URL. */
  tokenFor(registry: string): RegistryToken;
  /** The warning if a given token is not sent to any registry. */
  readonly warning: string | undefined;
}

/** The input for the assignment of tokens. */
export interface TokenOrigin {
  readonly settings: EffectiveSettings;
  readonly credentials: Credentials;
  readonly environment: Environment;
  readonly flags: Flags;
}

/** Assigns tokens to registries. @throws UsageError if a given token is not valid */
export function assignTokens({ settings, credentials, environment, flags }: TokenOrigin): RegistryTokens {
  const given = findGiven(flags, environment);
  const [first] = settings.registries;
  const owner = findOwnFirst(settings);
  return {
    tokenFor(registry) {
      if (given !== undefined && registry === owner) return { token: given.token, source: given.source };
      const token = credentials.get(registry);
      return token === undefined ? { source: 'none' } : { token, source: 'stored' };
    },
    warning:
      given === undefined || first === undefined || first === owner
        ? undefined
        : `the token of ${given.name} is not sent to ${first}, because only the project's file puts that registry first. ` +
          `If it is for that registry, use '--remote ${first}', PRIME_REGISTRY or 'prime login ${first}'.`,
  };
}

function findGiven(
  flags: Flags,
  environment: Environment,
): { name: string; token: string; source: TokenSource } | undefined {
  if (typeof flags.token === 'string') {
    return { name: '--token', token: checked('--token', flags.token), source: 'flag' };
  }
  const token = environment.PRIME_REGISTRY_TOKEN?.trim() ?? '';
  if (token === '') return undefined;
  const name = 'PRIME_REGISTRY_TOKEN';
  return { name, token: checked(name, token), source: 'environment' };
}

function checked(name: string, token: string): string {
  if (isBearerToken(token)) return token;
  throw new UsageError(`${name} is not a token: a token is a single word of letters, digits and -._~+/`);
}
