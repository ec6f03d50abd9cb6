// POST /-/token: exchanges the identity token of a CI, or an access token, for one that lives minutes (RFC 8693).
import {
  formatTokenScope,
  RegistryError,
  ROUTES,
  TOKEN_EXCHANGE,
  type TokenAnswer,
  TokenAnswerSchema,
  TokenErrorSchema,
} from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attenuateToken } from '../../actions/exchange/attenuate-token.ts';
import type { GivenToken } from '../../actions/exchange/exchange-deps.ts';
import type { IdentityToken } from '../../actions/exchange/exchange-identity.ts';
import { readUrlEncodedForm } from '../../http/requests/url-encoded-form.ts';
import { json } from '../responses.ts';
import type { Route } from '../route.ts';
import { type ExchangingDeps, requireAudience } from './exchange-deps.ts';
import { readTokenRequest, type TokenRequest } from './read-token-request.ts';
import { isTokenError, sendTokenError } from './token-error.ts';

/** An identity token of 16 KiB, and the other fields. */
const MAX_FORM_BYTES = 64 * 1024;

/** Errors that are no failed authentication: anyone who sends one has guessed nothing. */
const NO_FAILURES: ReadonlySet<string> = new Set([
  ...['invalid_request', 'body_too_large', 'unsupported_grant_type', 'exchange_not_configured'],
  ...['token_scope_refused', 'token_audience_refused', 'issuer_unavailable'],
]);

export const token: Route<'metrics' | 'exchanging'> = {
  method: 'POST',
  path: ROUTES.token,
  access: 'anybody',
  rate: 'exchange',
  schema: {
    operationId: 'exchangeToken',
    summary: 'Exchange an identity or a token for a token that lives minutes',
    description:
      'A form as RFC 8693 has it. subject_token is the identity token of a CI (subject_token_type id_token or jwt), or ' +
      'an access token (access_token) to get one that may do less. scope and expires_in ask for less. Identity tokens ' +
      'can be exchanged once; with the same nonce, again.',
    tags: ['tokens'],
    consumes: ['application/x-www-form-urlencoded'],
    body: {
      type: 'object',
      required: ['grant_type', 'subject_token', 'subject_token_type'],
      properties: {
        grant_type: { type: 'string', enum: [TOKEN_EXCHANGE.grantType] },
        subject_token: { type: 'string', description: 'What to exchange.' },
        subject_token_type: {
          type: 'string',
          enum: [TOKEN_EXCHANGE.idToken, TOKEN_EXCHANGE.jwt, TOKEN_EXCHANGE.accessToken],
        },
        nonce: {
          type: 'string',
          description: 'Random, 16 to 128 of 0-9 A-Z a-z . _ ~ -: lets its sender repeat the exchange.',
        },
        scope: {
          type: 'string',
          description: 'Less than the token may do, such as publish prime:@acme/web-style@^1.2.',
        },
        expires_in: { type: 'string', description: 'Seconds, at most 86400.' },
      },
    },
    response: {
      200: json(TokenAnswerSchema, 'The token.'),
      400: json(TokenErrorSchema, 'The form or the token to exchange is wrong; code says how.'),
      403: json(TokenErrorSchema, 'No rule trusts this identity.'),
      404: json(TokenErrorSchema, 'The registry has no public address.'),
      413: json(TokenErrorSchema, 'The form is too large.'),
      503: json(TokenErrorSchema, 'The keys of the issuer cannot be read at the moment.'),
    },
  },
  async handle({ metrics, exchanging }, request, reply) {
    let kind: TokenRequest['kind'] | 'unknown' = 'unknown';
    try {
      const form = await readUrlEncodedForm(request, reply, MAX_FORM_BYTES);
      const wanted = readTokenRequest(form, exchanging.audience);
      kind = wanted.kind;
      const given = await exchange(exchanging, wanted, request);
      metrics.exchanges.inc({ kind, outcome: 'exchanged' });
      // RFC 6749, section 5.1.
      return reply.headers({ 'Cache-Control': 'no-store', Pragma: 'no-cache' }).send(toAnswer(given));
    } catch (error) {
      metrics.exchanges.inc({
        kind,
        outcome: error instanceof RegistryError ? error.code : 'internal_error',
      });
      return refuse(exchanging, request, reply, error);
    }
  },
};

async function exchange(
  deps: ExchangingDeps,
  wanted: TokenRequest,
  { ip: address, id: requestId }: FastifyRequest,
): Promise<GivenToken & Partial<IdentityToken>> {
  const origin = { address, requestId };
  if (wanted.kind === 'token')
    return attenuateToken(deps, { secret: wanted.subjectToken, wanted: wanted.wanted, origin });
  requireAudience(deps);
  // Loaded on demand, with what verifies signatures: many registries trust no issuer.
  const { exchangeIdentity } = await import('../../actions/exchange/exchange-identity.ts');
  const { subjectToken: assertion, nonce } = wanted;
  return exchangeIdentity(deps, { assertion, nonce, wanted: wanted.wanted, origin });
}

function toAnswer({ token, secret, identity }: GivenToken & Partial<IdentityToken>): TokenAnswer {
  return {
    access_token: secret,
    issued_token_type: TOKEN_EXCHANGE.accessToken,
    token_type: 'Bearer',
    expires_in: Math.floor((token.expiresAtMs - token.createdAtMs) / 1000),
    scope: formatTokenScope(token),
    ...(identity && { prime_identity: identity }),
  };
}

/** @throws what is no error of OAuth */
function refuse(
  { countFailure }: ExchangingDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  if (!isTokenError(error)) throw error;
  const known = NO_FAILURES.has(error.code) ? error : countFailure(request, reply, error);
  if (!isTokenError(known)) throw known;
  return sendTokenError(reply, known);
}
