// POST /-/revoke: revokes the token in the form (RFC 7009). Anyone who has a token may end it.
import { RegistryError, ROUTES, TokenErrorSchema } from '@prime-registry/protocol';
import { revokePresentedToken } from '../../actions/exchange/revoke-presented-token.ts';
import { readUrlEncodedForm } from '../../http/requests/url-encoded-form.ts';
import { json } from '../responses.ts';
import type { Route } from '../route.ts';
import { isTokenError, sendTokenError } from './token-error.ts';

const MAX_FORM_BYTES = 16 * 1024;

export const revoke: Route<'exchanging'> = {
  method: 'POST',
  path: ROUTES.revoke,
  access: 'anybody',
  rate: 'exchange',
  schema: {
    operationId: 'revokeToken',
    summary: 'Revoke a token',
    description:
      'A form with the token, as RFC 7009 has it. All tokens that come from it end with it. Also answered with 200 for a ' +
      'text that is no valid token.',
    tags: ['tokens'],
    consumes: ['application/x-www-form-urlencoded'],
    body: {
      type: 'object',
      required: ['token'],
      properties: { token: { type: 'string', description: 'An access token of this registry.' } },
    },
    response: {
      200: { type: 'null', description: 'The token is not valid, now or already before.' },
      400: json(TokenErrorSchema, 'The form is wrong.'),
      413: json(TokenErrorSchema, 'The form is too large.'),
    },
  },
  async handle({ exchanging }, request, reply) {
    try {
      const form = await readUrlEncodedForm(request, reply, MAX_FORM_BYTES);
      const secret = form.get('token', 'send the token to revoke');
      const { ip: address, id: requestId } = request;
      await revokePresentedToken(exchanging, secret, { address, requestId });
    } catch (error) {
      if (!isTokenError(error)) throw error;
      if (error.code !== 'unauthenticated') return sendTokenError(reply, error);
      const counted = exchanging.countFailure(request, reply, error);
      // Nothing to revoke (RFC 7009, section 2.2), unless somebody guesses.
      if (counted instanceof RegistryError && counted.code === 'rate_limited') throw counted;
    }
    return reply.header('Cache-Control', 'no-store').send();
  },
};
