// Reads the form of a token exchange (RFC 8693, section 2.1).
import { type Parsed, parseTokenScope, quote, RegistryError, TOKEN_EXCHANGE } from '@prime-registry/protocol';
import { LONGEST_LIFE_S } from '../../actions/exchange/attenuate-token.ts';
import type { WantedToken } from '../../actions/exchange/exchange-deps.ts';
import { invalidForm, type UrlEncodedForm } from '../../http/requests/url-encoded-form.ts';

/** What is to be exchanged, and for what. */
export type TokenRequest =
  | {
      readonly kind: 'identity';
      readonly subjectToken: string;
      readonly nonce: string | undefined;
      readonly wanted: WantedToken;
    }
  | { readonly kind: 'token'; readonly subjectToken: string; readonly wanted: WantedToken };

const SUBJECT_TYPES: ReadonlyMap<string, TokenRequest['kind']> = new Map([
  [TOKEN_EXCHANGE.idToken, 'identity'],
  [TOKEN_EXCHANGE.jwt, 'identity'],
  [TOKEN_EXCHANGE.accessToken, 'token'],
]);
const NONCE = /^[0-9A-Za-z._~-]{16,128}$/;
const MAX_SCOPE_LENGTH = 8192;

/**
 * Reads the form. Fields that are not known are ignored (RFC 6749, section 3.2).
 * @param audience - the address of the registry; empty if it has none
 * @throws RegistryError `unsupported_grant_type`, `invalid_request`, `token_audience_refused`, `token_scope_refused`
 */
export function readTokenRequest(form: UrlEncodedForm, audience: string): TokenRequest {
  const grantType = form.get('grant_type', `send ${TOKEN_EXCHANGE.grantType}`);
  if (grantType !== TOKEN_EXCHANGE.grantType)
    throw new RegistryError('unsupported_grant_type', {
      detail: `The grant type ${quote(grantType)} is not supported; the only one is ${TOKEN_EXCHANGE.grantType}.`,
    });
  const types = [...SUBJECT_TYPES.keys()].join(', ');
  const type = form.get('subject_token_type', `send one of ${types}`);
  const kind = SUBJECT_TYPES.get(type);
  if (kind === undefined) throw invalidForm('subject_token_type', `is ${quote(type)}; send one of ${types}`);
  const subjectToken = form.get('subject_token', 'send the token to exchange');
  refuseOthers(form, audience);
  const wanted = { scope: readScope(form), expiresInS: readLife(form) };
  if (kind === 'token') return { kind, subjectToken, wanted };
  const nonce = form.find('nonce');
  if (nonce !== undefined && !NONCE.test(nonce))
    throw invalidForm('nonce', 'is not 16 to 128 letters, digits and ._~-');
  return { kind, subjectToken, nonce, wanted };
}

/** Refuses what would have to change the answer. */
function refuseOthers(form: UrlEncodedForm, audience: string): void {
  if (form.find('actor_token') !== undefined || form.find('actor_token_type') !== undefined)
    throw invalidForm('actor_token', 'is not supported: a token is for its subject; leave it out');
  const wantedType = form.find('requested_token_type') ?? TOKEN_EXCHANGE.accessToken;
  if (wantedType !== TOKEN_EXCHANGE.accessToken)
    throw invalidForm('requested_token_type', `is ${quote(wantedType)}; send ${TOKEN_EXCHANGE.accessToken}`);
  for (const target of [...form.list('audience'), ...form.list('resource')]) {
    if (audience !== '' && target === audience) continue;
    throw new RegistryError('token_audience_refused', {
      detail: `Tokens of this registry are for itself, ${audience || 'which has no public address'}, not for ${quote(target)}.`,
    });
  }
}

function readScope(form: UrlEncodedForm): WantedToken['scope'] {
  const text = form.find('scope') ?? '';
  const parsed: Parsed<WantedToken['scope']> =
    text.length > MAX_SCOPE_LENGTH
      ? { ok: false, message: `has ${text.length} characters; at most ${MAX_SCOPE_LENGTH} are allowed` }
      : parseTokenScope(text);
  if (parsed.ok) return parsed.value;
  throw new RegistryError('token_scope_refused', {
    detail: `The form is wrong. scope: ${parsed.message}.`,
    errors: [{ field: 'scope', message: parsed.message }],
  });
}

function readLife(form: UrlEncodedForm): number | undefined {
  const text = form.find('expires_in');
  if (text === undefined) return undefined;
  const seconds = /^[1-9][0-9]{0,5}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= LONGEST_LIFE_S) return seconds;
  throw invalidForm('expires_in', `is not a number of seconds from 1 to ${LONGEST_LIFE_S}`);
}
