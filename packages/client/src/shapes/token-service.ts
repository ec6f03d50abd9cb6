// The exchange of tokens: how a registry describes it, and what it answers (RFC 8414, RFC 8693).
import { parseBaseUrl } from '../base-url.ts';
import { singleLine } from '../single-line.ts';
import { findAddition } from './additions.ts';
import { readShape, ShapeError } from './read-shape.ts';

/** How a registry exchanges tokens. */
export interface TokenService {
  /** The only audience that an identity token may have: the address of the registry. */
  readonly audience: string;
}

/** A token that was exchanged for another one. */
export interface ExchangedToken {
  readonly token: string;
  /** In seconds, from now on. */
  readonly expiresIn: number;
  /** What it may do, as in `publish scope:@acme`. */
  readonly scope: string | undefined;
  /** Of an identity token: who was recognized, and the rule that allows it. */
  readonly identity: { readonly description: string; readonly rule: string } | undefined;
}

const TokenServiceSchema = {
  type: 'object',
  required: ['prime_audience'],
  properties: { prime_audience: { type: 'string' } },
} as const;

const ExchangedTokenSchema = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in'],
  properties: {
    access_token: { type: 'string' },
    token_type: { type: 'string' },
    expires_in: { type: 'integer' },
  },
} as const;

const IdentitySchema = {
  type: 'object',
  required: ['rule', 'description'],
  properties: { rule: { type: 'string' }, description: { type: 'string' } },
} as const;

/** Longest name of an identity, a rule or a scope that is shown, in characters. */
const MAX_SHOWN = 500;

export function readTokenService(body: unknown): TokenService {
  const { prime_audience: audience } = readShape(TokenServiceSchema, body);
  try {
    return { audience: parseBaseUrl(audience) };
  } catch {
    throw new ShapeError('prime_audience is not the address of a registry');
  }
}

export function readExchangedToken(body: unknown): ExchangedToken {
  const answer = readShape(ExchangedTokenSchema, body);
  if (answer.token_type.toLowerCase() !== 'bearer') throw new ShapeError('token_type is not Bearer');
  // RFC 6750, section 2.1.
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(answer.access_token))
    throw new ShapeError('access_token is not a token');
  const identity = findAddition(body, 'prime_identity', IdentitySchema);
  const scope = findAddition(body, 'scope', { type: 'string' } as const);
  return {
    token: answer.access_token,
    expiresIn: answer.expires_in,
    scope: scope && singleLine(scope, MAX_SHOWN),
    identity: identity && {
      description: singleLine(identity.description, MAX_SHOWN),
      rule: singleLine(identity.rule, MAX_SHOWN),
    },
  };
}
