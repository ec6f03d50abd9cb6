// POST /-/token, POST /-/revoke and /.well-known/oauth-authorization-server (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { describedObject, document, objects, text } from './schema-parts.ts';

/** Names of RFC 8693. */
export const TOKEN_EXCHANGE = {
  grantType: 'urn:ietf:params:oauth:grant-type:token-exchange',
  accessToken: 'urn:ietf:params:oauth:token-type:access_token',
  idToken: 'urn:ietf:params:oauth:token-type:id_token',
  jwt: 'urn:ietf:params:oauth:token-type:jwt',
} as const;

export const TokenAnswerSchema = document(
  'TokenAnswer',
  'A token that lives minutes (RFC 8693, section 2.2.1).',
  ['access_token', 'issued_token_type', 'token_type', 'expires_in', 'scope'],
  {
    access_token: { type: 'string', description: 'The token. It cannot be read again.' },
    issued_token_type: { const: TOKEN_EXCHANGE.accessToken },
    token_type: { const: 'Bearer' },
    expires_in: { type: 'integer', minimum: 0, description: 'Seconds until the token expires.' },
    scope: {
      type: 'string',
      description:
        'What the token may do: permissions, scope:@acme for a scope, prime:@acme/web-style@^1.2 for some versions of a Prime.',
      examples: ['publish scope:@acme'],
    },
    prime_identity: describedObject(
      'Whose token it is; absent if it was exchanged for an access token.',
      ['rule', 'issuer', 'description'],
      {
        rule: text('Name of the rule that allowed it.'),
        issuer: { type: 'string' },
        description: text('The identity in a few words.'),
      },
    ),
  },
);

/** A token that lives minutes. */
export type TokenAnswer = XStatic<typeof TokenAnswerSchema>;

export const TokenErrorSchema = document(
  'TokenError',
  'A refusal (RFC 6749, section 5.2) with the fields of a problem document. code says more than error.',
  ['error', 'error_description', 'code', 'title', 'status', 'detail', 'request_id'],
  {
    error: { type: 'string', examples: ['invalid_request'] },
    error_description: { type: 'string', description: 'The detail in ASCII.' },
    type: { type: 'string' },
    code: { type: 'string', description: 'What is wrong; never changes its meaning.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What is wrong here, and what would be right.' },
    request_id: { type: 'string' },
    prime_refusals: objects(
      'What differs from the rules whose immutable ids match the identity; absent if there is none.',
      ['rule', 'claim', 'wants', 'has'],
      {
        rule: { type: 'string' },
        claim: { type: 'string' },
        wants: { type: 'string' },
        has: { type: ['string', 'null'] },
      },
    ),
  },
);

/** A refusal of an exchange. */
export type TokenError = XStatic<typeof TokenErrorSchema>;

export const AuthorizationServerSchema = document(
  'AuthorizationServer',
  'Where tokens are exchanged and revoked (RFC 8414).',
  ['issuer', 'token_endpoint', 'revocation_endpoint', 'grant_types_supported', 'prime_audience'],
  {
    issuer: { type: 'string', description: 'The public address of the registry.' },
    token_endpoint: { type: 'string' },
    token_endpoint_auth_methods_supported: { type: 'array', items: { type: 'string' } },
    revocation_endpoint: { type: 'string' },
    revocation_endpoint_auth_methods_supported: { type: 'array', items: { type: 'string' } },
    grant_types_supported: { type: 'array', items: { type: 'string' } },
    response_types_supported: { type: 'array', items: { type: 'string' } },
    service_documentation: { type: 'string' },
    prime_audience: { type: 'string', description: 'The only audience that an identity token may have.' },
  },
);

/** Where tokens are exchanged and revoked. */
export type AuthorizationServer = XStatic<typeof AuthorizationServerSchema>;
