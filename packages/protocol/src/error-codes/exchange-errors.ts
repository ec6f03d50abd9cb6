// Errors of tokens that are exchanged: statuses 400 to 499.
import { permanent } from './error-definition.ts';

export const EXCHANGE_ERRORS = {
  ...permanent(400, {
    assertion_malformed: {
      title: 'The identity token is malformed',
      when: 'The identity token is not a signed JWT of at most 16 KiB: three parts in base64url, whose first two are JSON objects.',
    },
    assertion_header_refused: {
      title: 'The header of the identity token is not accepted',
      when: 'The identity token has no asymmetric signature that the registry accepts, no `kid`, or a header field that could change what is verified.',
    },
    issuer_not_trusted: {
      title: 'No rule trusts the issuer',
      when: 'The identity token is of an issuer that no rule of the registry names, byte for byte.',
    },
    assertion_key_unknown: {
      title: 'The issuer does not have this key',
      when: 'The identity token names a key that its issuer does not publish.',
    },
    assertion_signature_bad: {
      title: 'The signature of the identity token is bad',
      when: 'The identity token was changed, or somebody else has signed it.',
    },
    assertion_audience_wrong: {
      title: 'The identity token is for somebody else',
      when: 'The only audience of an identity token must be the public address of the registry, without a slash at its end.',
    },
    assertion_expired: {
      title: 'The identity token has expired',
      when: 'The time in `exp` of the identity token is more than a minute ago.',
    },
    assertion_not_yet_valid: {
      title: 'The identity token is not valid yet',
      when: 'The time in `iat` or `nbf` of the identity token is more than a minute ahead of the clock of the registry.',
    },
    assertion_too_old: {
      title: 'The identity token is too old',
      when: 'The identity token was issued longer ago than the registry accepts, usually 15 minutes, even if it has not expired.',
    },
    assertion_claim_bad: {
      title: 'A claim of the identity token is missing or wrong',
      when: '`iss`, `exp`, `iat` or `nbf` of the identity token is missing, of the wrong type or out of range.',
    },
    assertion_used: {
      title: 'The identity token was used before',
      when: 'The identity token was exchanged with another nonce or without one, or its access token was revoked.',
    },
    subject_token_invalid: {
      title: 'The token to exchange is not valid',
      when: "The access token to exchange is malformed, unknown, expired or revoked, was exchanged too often, or is the one of the operator's environment.",
    },
    token_scope_refused: {
      title: 'The token cannot be given that much',
      when: 'An exchange asks for permissions, scopes, Primes or versions that the rule or the token to exchange does not have, or for `admin`.',
    },
    token_audience_refused: {
      title: 'Tokens of the registry are for itself',
      when: 'An exchange asks for a token for another audience or resource than the public address of the registry.',
    },
    unsupported_grant_type: {
      title: 'The grant type is not supported',
      when: 'The token endpoint only exchanges tokens (RFC 8693).',
    },
  }),
  ...permanent(403, {
    identity_not_trusted: {
      title: 'No rule trusts this identity',
      when: 'The identity token is good, but no rule of its issuer allows what it says. If the immutable ids of a rule match, `prime_refusals` says what differs.',
    },
  }),
  ...permanent(404, {
    exchange_not_configured: {
      title: 'The registry exchanges no tokens',
      when: 'The setting public-url is missing. It is the audience of identity tokens, so without it no token is for this registry.',
    },
  }),
};
