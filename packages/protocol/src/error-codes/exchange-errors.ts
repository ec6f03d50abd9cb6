// Errors of tokens that are exchanged: statuses 400 to 499.
import type { ErrorDefinition } from './error-definition.ts';

export const EXCHANGE_ERRORS = {
  assertion_malformed: {
    status: 400,
    title: 'The identity token is malformed',
    when: 'The identity token is not a signed JWT of at most 16 KiB: three parts in base64url, whose first two are JSON objects.',
    retry: false,
  },
  assertion_header_refused: {
    status: 400,
    title: 'The header of the identity token is not accepted',
    when: 'The identity token has no asymmetric signature that the registry accepts, no `kid`, or a header field that could change what is verified.',
    retry: false,
  },
  issuer_not_trusted: {
    status: 400,
    title: 'No rule trusts the issuer',
    when: 'The identity token is of an issuer that no rule of the registry names, byte for byte.',
    retry: false,
  },
  assertion_key_unknown: {
    status: 400,
    title: 'The issuer does not have this key',
    when: 'The identity token names a key that its issuer does not publish.',
    retry: false,
  },
  assertion_signature_bad: {
    status: 400,
    title: 'The signature of the identity token is bad',
    when: 'The identity token was changed, or somebody else has signed it.',
    retry: false,
  },
  assertion_audience_wrong: {
    status: 400,
    title: 'The identity token is for somebody else',
    when: 'The only audience of an identity token must be the public address of the registry, without a slash at its end.',
    retry: false,
  },
  assertion_expired: {
    status: 400,
    title: 'The identity token has expired',
    when: 'The time in `exp` of the identity token is more than a minute ago.',
    retry: false,
  },
  assertion_not_yet_valid: {
    status: 400,
    title: 'The identity token is not valid yet',
    when: 'The time in `iat` or `nbf` of the identity token is more than a minute ahead of the clock of the registry.',
    retry: false,
  },
  assertion_too_old: {
    status: 400,
    title: 'The identity token is too old',
    when: 'The identity token was issued longer ago than the registry accepts, usually 15 minutes, even if it has not expired.',
    retry: false,
  },
  assertion_claim_bad: {
    status: 400,
    title: 'A claim of the identity token is missing or wrong',
    when: '`iss`, `exp`, `iat` or `nbf` of the identity token is missing, of the wrong type or out of range.',
    retry: false,
  },
  assertion_used: {
    status: 400,
    title: 'The identity token was used before',
    when: 'The identity token was exchanged with another nonce or without one, or its access token was revoked.',
    retry: false,
  },
  subject_token_invalid: {
    status: 400,
    title: 'The token to exchange is not valid',
    when: "The access token to exchange is malformed, unknown, expired or revoked, was exchanged too often, or is the one of the operator's environment.",
    retry: false,
  },
  token_scope_refused: {
    status: 400,
    title: 'The token cannot be given that much',
    when: 'An exchange asks for permissions, scopes, Primes or versions that the rule or the token to exchange does not have, or for `admin`.',
    retry: false,
  },
  token_audience_refused: {
    status: 400,
    title: 'Tokens of the registry are for itself',
    when: 'An exchange asks for a token for another audience or resource than the public address of the registry.',
    retry: false,
  },
  unsupported_grant_type: {
    status: 400,
    title: 'The grant type is not supported',
    when: 'The token endpoint only exchanges tokens (RFC 8693).',
    retry: false,
  },
  identity_not_trusted: {
    status: 403,
    title: 'No rule trusts this identity',
    when: 'The identity token is good, but no rule of its issuer allows what it says. If the immutable ids of a rule match, `prime_refusals` says what differs.',
    retry: false,
  },
  exchange_not_configured: {
    status: 404,
    title: 'The registry exchanges no tokens',
    when: 'The setting public-url is missing. It is the audience of identity tokens, so without it no token is for this registry.',
    retry: false,
  },
} as const satisfies Record<string, ErrorDefinition>;
