// Keeps tokens from being guessed: whoever has shown too many bad ones has to wait. Tokens that the registry made hold 190
// random bits, so nobody guesses one, and a good one works from any address at any time. The operator's own may be any
// text: that is not even compared until the wait is over.
import { isTokenWellFormed, RegistryError } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { announce, type RateLimits, rateLimited } from './rate-limits.ts';

/**
 * Looks a token up, unless the client has shown too many bad ones.
 * @param lookUp - fails with `unauthenticated` for a bad token
 * @throws RegistryError what the look-up throws; `rate_limited` instead of `unauthenticated` past the limit. Without a token
 *   there is nothing to guess, so that is not counted.
 */
export async function guardLookUp<T>(
  limits: RateLimits,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  secret: string | undefined,
  lookUp: () => Promise<T>,
): Promise<T> {
  const limit = limits.failedAuthentications;
  if (limit === undefined || secret === undefined) return lookUp();
  const network = limits.networkOf(raw);
  if (!isTokenWellFormed(secret)) {
    const state = limit.look(network);
    if (!state.isAllowed) {
      announce(reply, limit, state);
      throw rateLimited(`The token was not looked at: too many bad ones from ${network}`, state);
    }
  }
  try {
    return await lookUp();
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'unauthenticated') throw error;
    const state = limit.take(network);
    announce(reply, limit, state);
    if (state.isAllowed) throw error;
    throw rateLimited(`${error.message} And there were too many bad ones from ${network}`, state);
  }
}
