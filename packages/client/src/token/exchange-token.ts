// Exchanges a token for one that lives shorter or may do less (RFC 8693), and revokes tokens (RFC 7009). Not part of the
// contract.

import { ROUTES, TOKEN_EXCHANGE } from '@prime-registry/protocol';
import { connectionOf, type LifecycleClient } from '../lifecycle-client.ts';
import type { RequestOptions } from '../registry-reader.ts';
import {
  type ExchangedToken,
  readExchangedToken,
  readTokenService,
  type TokenService,
} from '../shapes/token-service.ts';

/** What is exchanged, and for what. */
export type TokenExchange =
  | {
      /** The identity token of a CI job: a JWT whose only audience is the registry. */
      readonly identityToken: string;
      /**
       * 16 to 128 characters of base64url, at random. With the same one, the same token can be exchanged again, because
       * an answer may get lost.
       */
      readonly nonce: string;
    }
  | {
      /** A token of the registry. */
      readonly accessToken: string;
      /** What the new token may do, as `formatTokenScope` writes it. */
      readonly scope: string;
      /** In seconds. */
      readonly expiresIn?: number;
    };

const FORM = {
  'content-type': 'application/x-www-form-urlencoded',
  accept: 'application/json, application/problem+json',
};

/**
 * Where a registry says for which audience identity tokens must be.
 * @param client - it should have no token: this is for everybody
 * @throws RegistryRequestError with status 404 if the registry exchanges no tokens
 */
export function readTokenServiceOf(
  client: LifecycleClient,
  { signal }: RequestOptions = {},
): Promise<TokenService> {
  const what = 'description of its token endpoint';
  const options = { signal, isCacheable: false };
  return connectionOf(client).getExtra(what, ROUTES.authorizationServer, readTokenService, options);
}

/**
 * Exchanges a token. An identity token is sent again, with its nonce, if no answer comes or the registry cannot reach
 * the issuer; redirects are not followed.
 * @param client - without a token of its own: what is exchanged is in the body
 * @throws RegistryRequestError; its `refusals` say which rules refused an identity, and why
 */
export function exchangeToken(
  client: LifecycleClient,
  exchange: TokenExchange,
  { signal }: RequestOptions = {},
): Promise<ExchangedToken> {
  const isIdentity = 'identityToken' in exchange;
  const secret = isIdentity ? exchange.identityToken : exchange.accessToken;
  const outgoing = {
    ...{ method: 'POST' as const, path: ROUTES.token, headers: FORM, signal, secret, isOptional: true },
    body: String(new URLSearchParams(describe(exchange))),
    isRepeatable: isIdentity,
  };
  return connectionOf(client).requestJson(outgoing, { what: 'token', read: readExchangedToken }, 200);
}

/** Ends the life of a token, and of the tokens that were made from it; one that is not valid is no error. */
export function revokeToken(
  client: LifecycleClient,
  token: string,
  { signal }: RequestOptions = {},
): Promise<void> {
  const body = String(new URLSearchParams({ token }));
  return connectionOf(client).request(
    {
      ...{ method: 'POST', path: ROUTES.revoke, headers: FORM, signal, body, secret: token },
      ...{ isOptional: true, isRepeatable: true },
    },
    async (answer) => {
      answer.requireStatus(200);
      answer.discard();
    },
  );
}

function describe(exchange: TokenExchange): Record<string, string> {
  if ('identityToken' in exchange)
    return {
      grant_type: TOKEN_EXCHANGE.grantType,
      subject_token: exchange.identityToken,
      subject_token_type: TOKEN_EXCHANGE.idToken,
      nonce: exchange.nonce,
    };
  return {
    grant_type: TOKEN_EXCHANGE.grantType,
    subject_token: exchange.accessToken,
    subject_token_type: TOKEN_EXCHANGE.accessToken,
    scope: exchange.scope,
    ...(exchange.expiresIn !== undefined && { expires_in: String(exchange.expiresIn) }),
  };
}
