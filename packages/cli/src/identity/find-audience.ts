// The audience that a registry wants identity tokens for.
import { isNotFound, type RegistryClient, readTokenServiceOf } from '@prime-registry/client';
import { CommandError } from '../errors/command-error.ts';
import type { IdentitySource } from './identity-source.ts';

/**
 * The audience must be the registry's own address: a registry that named another one would get a token to act with there.
 * @throws CommandError if it is not, or if the registry exchanges no identity tokens
 */
export async function findAudience(
  client: RegistryClient,
  { label }: IdentitySource,
  signal: AbortSignal,
): Promise<string> {
  const { baseUrl } = client;
  try {
    const { audience } = await readTokenServiceOf(client, { signal });
    if (audience === baseUrl) return audience;
    throw new CommandError(
      `${baseUrl} wants identity tokens for ${audience}, which is another address; none was requested`,
      {
        code: 'wrong_audience',
        hint: `if that is the same registry, use its address: --remote ${audience}`,
      },
    );
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new CommandError(`${baseUrl} exchanges no identity tokens, so ${label} cannot be used`, {
      cause: error,
      code: 'exchange_not_configured',
      hint: "'--identity none' uses the token of 'prime login'; the operator can set up trusted publishing",
    });
  }
}
