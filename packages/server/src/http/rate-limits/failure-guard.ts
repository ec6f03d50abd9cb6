// Keeps tokens from being guessed: after too many bad ones, a client must wait. Issued tokens have 190 random
// bits and cannot be guessed, so a valid one works at any time. The operator's own token may be any text: a
// short one is not even compared until the wait is over.

import type { IncomingMessage } from 'node:http';
import { isTokenWellFormed, RegistryError } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOperatorToken } from '../../actions/tokens/authenticate-token.ts';
import { announce, rateLimited } from './class-limit.ts';
import type { RateLimits } from './rate-limits.ts';

/** An operator's token of at least this length cannot be guessed within the limits of a network. */
const LONG_TOKEN_LENGTH = 32;

export interface GuardDeps {
  readonly rates: RateLimits;
  /** The operator's own token. */
  readonly adminToken: string | undefined;
}

/**
 * Looks up a token, unless the client has sent too many bad ones.
 * @param lookUp - rejects with `unauthenticated` for a bad token
 * @throws RegistryError of the look-up; past the limit `rate_limited` instead of `unauthenticated`. A request
 *   without a token guesses nothing and is not counted.
 */
export async function guardLookUp<T>(
  { rates: limits, adminToken }: GuardDeps,
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
    if (!state.isAllowed && !isLongOperatorToken(adminToken, secret)) {
      announce(reply, limit, state);
      throw rateLimited(`The token was not checked: too many bad ones from ${network}`, state);
    }
  }
  try {
    return await lookUp();
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'unauthenticated') throw error;
    throw countFailure(limits, raw, reply, error);
  }
}

/**
 * Counts a failed authentication.
 * @returns the error to answer with: past the limit `rate_limited` instead of the given one
 */
export function countFailure(
  rates: RateLimits,
  request: IncomingMessage,
  reply: FastifyReply,
  error: RegistryError,
): RegistryError {
  const limit = rates.failedAuthentications;
  if (limit === undefined) return error;
  const network = rates.networkOf(request);
  const state = limit.take(network);
  announce(reply, limit, state);
  if (state.isAllowed) return error;
  return rateLimited(`${error.message} And there were too many bad ones from ${network}`, state);
}

function isLongOperatorToken(adminToken: string | undefined, secret: string): boolean {
  return (
    adminToken !== undefined && adminToken.length >= LONG_TOKEN_LENGTH && isOperatorToken(adminToken, secret)
  );
}
