// Checks the claims of a signed token: audience, and times (RFC 7519, section 4.1).
import { formatTimestamp, quote } from '@prime-registry/protocol/basics';
import { AssertionError } from './assertion-error.ts';

/** How much the clocks of an issuer and of the registry may differ, in milliseconds. */
export const LEEWAY_MS = 60_000;
/** Seconds since the epoch that a date can be made of. */
const MAX_SECONDS = 253_402_300_799;

type Claims = Readonly<Record<string, unknown>>;

/** @throws AssertionError `wrong_audience` unless `audience` is the only one */
export function checkAudience(claims: Claims, audience: string): void {
  const { aud } = claims;
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  const [only] = audiences;
  if (audiences.length === 1 && only === audience) return;
  const has = audiences.every((value) => typeof value === 'string')
    ? `the token is for ${audiences.map((value) => quote(value)).join(', ') || 'nobody'}`
    : "the token has no text as 'aud'";
  throw new AssertionError('wrong_audience', `${has}; its only audience must be ${quote(audience)}`);
}

/** The times of a token, in milliseconds since the epoch. */
export interface AssertionTimes {
  readonly issuedAtMs: number;
  /** When it stops to be accepted, apart from {@link LEEWAY_MS}: by its expiry or its age. */
  readonly expiresAtMs: number;
}

/** @throws AssertionError `expired`, `not_yet_valid`, `too_old` or `bad_claim` */
export function checkTimes(
  claims: Claims,
  { nowMs, maxAgeMs }: { nowMs: number; maxAgeMs: number },
): AssertionTimes {
  const expiresAtMs = getTime(claims, 'exp');
  const issuedAtMs = getTime(claims, 'iat');
  const notBeforeMs = claims.nbf === undefined ? issuedAtMs : getTime(claims, 'nbf');
  if (expiresAtMs + LEEWAY_MS <= nowMs)
    throw new AssertionError(
      'expired',
      `the token expired at ${formatTimestamp(expiresAtMs)}${clock(nowMs)}`,
    );
  if (Math.max(issuedAtMs, notBeforeMs) - LEEWAY_MS > nowMs)
    throw new AssertionError(
      'not_yet_valid',
      `the token is valid from ${formatTimestamp(Math.max(issuedAtMs, notBeforeMs))}${clock(nowMs)}`,
    );
  if (issuedAtMs + maxAgeMs + LEEWAY_MS <= nowMs)
    throw new AssertionError(
      'too_old',
      `the token was issued at ${formatTimestamp(issuedAtMs)}, more than ${maxAgeMs / 60_000} minutes ago${clock(nowMs)}`,
    );
  return { issuedAtMs, expiresAtMs: Math.min(expiresAtMs, issuedAtMs + maxAgeMs) };
}

function clock(nowMs: number): string {
  return `; the clock of the registry says ${formatTimestamp(nowMs)}`;
}

function getTime(claims: Claims, name: 'exp' | 'iat' | 'nbf'): number {
  const seconds = claims[name];
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= MAX_SECONDS))
    throw new AssertionError('bad_claim', `'${name}' of the token is not a number of seconds since 1970`);
  return Math.floor(seconds * 1000);
}
