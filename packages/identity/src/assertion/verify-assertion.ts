// Verifies the identity token of a CI: whose it is, for whom, and for how long.
import { createHash } from 'node:crypto';
import { quote } from '@prime-registry/protocol/basics';
import { type CryptoKey, compactVerify, errors } from 'jose';
import { MAX_ISSUER_LENGTH } from '../rules/issuer-form.ts';
import { AssertionError } from './assertion-error.ts';
import { checkAudience, checkTimes } from './check-claims.ts';
import { type AssertionHeader, readAssertion, type UnverifiedAssertion } from './read-assertion.ts';

/**
 * Finds a public key of an issuer, as `createLocalJWKSet` and `createRemoteJWKSet` of jose do. Errors other than
 * `JWKSNoMatchingKey` and `JWKSMultipleMatchingKeys` of jose reach the caller as they are.
 */
export type FindKey = (header: AssertionHeader) => Promise<CryptoKey>;

/** What verifies a token. */
export interface VerifyOptions {
  /** The keys of an issuer, byte for byte as a rule names it; undefined if no rule does. */
  readonly keysOf: (issuer: string) => FindKey | undefined | Promise<FindKey | undefined>;
  /** The only audience that a token may have: the address of the registry. */
  readonly audience: string;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** How long ago a token of an issuer may have been issued, in milliseconds; without it, 15 minutes. */
  readonly maxAgeMsOf?: (issuer: string) => number | Promise<number>;
}

/** A token that was verified. */
export interface Assertion {
  readonly issuer: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly issuedAtMs: number;
  /** Until when it is accepted, in milliseconds since the epoch, apart from the leeway of a minute. */
  readonly expiresAtMs: number;
  /** What names the token once it was used: SHA-256 in hexadecimal. */
  readonly usedDigest: string;
}

const DEFAULT_MAX_AGE_MS = 15 * 60_000;

/**
 * Verifies a token (RFC 7519, RFC 8725): form, header, issuer, signature, audience, times.
 * @throws AssertionError with a `code` that says which of them is wrong; errors of `keysOf` as they are
 */
export async function verifyAssertion(text: string, options: VerifyOptions): Promise<Assertion> {
  const read = readAssertion(text);
  const issuer = getIssuer(read);
  const findKey = await options.keysOf(issuer);
  if (findKey === undefined)
    throw new AssertionError('issuer_not_trusted', `no rule trusts the issuer ${quote(issuer)}`);
  await checkSignature(text, read, findKey);
  const { claims } = read;
  checkAudience(claims, options.audience);
  const maxAgeMs = (await options.maxAgeMsOf?.(issuer)) ?? DEFAULT_MAX_AGE_MS;
  const times = checkTimes(claims, { nowMs: options.nowMs, maxAgeMs });
  return { issuer, claims, ...times, usedDigest: usedDigestOf(issuer, text, claims.jti) };
}

/** @throws AssertionError `bad_claim` */
export function getIssuer({ claims }: UnverifiedAssertion): string {
  const { iss } = claims;
  if (typeof iss !== 'string' || iss === '' || iss.length > MAX_ISSUER_LENGTH)
    throw new AssertionError('bad_claim', `the token has no 'iss' of 1 to ${MAX_ISSUER_LENGTH} characters`);
  return iss;
}

/** @throws AssertionError `unknown_key` or `bad_signature`; other errors of `findKey` as they are */
export async function checkSignature(
  text: string,
  { header }: UnverifiedAssertion,
  findKey: FindKey,
): Promise<void> {
  const key = await getKey(header, findKey);
  try {
    await compactVerify(text, key, { algorithms: [header.alg] });
  } catch (error) {
    const isSignature = error instanceof errors.JWSSignatureVerificationFailed;
    throw new AssertionError(
      'bad_signature',
      isSignature
        ? `the signature of the token is not that of the issuer's key ${quote(header.kid)}`
        : `the issuer's key ${quote(header.kid)} cannot verify ${header.alg}`,
    );
  }
}

async function getKey(header: AssertionHeader, findKey: FindKey): Promise<CryptoKey> {
  try {
    return await findKey(header);
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
      throw new AssertionError(
        'unknown_key',
        `the issuer has not exactly one key ${quote(header.kid)} for ${header.alg}`,
      );
    throw error;
  }
}

/**
 * What marks a token as used, so that it works only once: SHA-256 in hexadecimal of issuer and `jti`, or of the signed
 * part of the token where there is no `jti`. A signature may have several spellings, as those of ECDSA do, and what was
 * signed has one.
 */
function usedDigestOf(issuer: string, text: string, jti: unknown): string {
  const named =
    typeof jti === 'string' && jti !== ''
      ? ['jti', issuer, jti]
      : ['token', text.slice(0, text.lastIndexOf('.'))];
  return createHash('sha256').update(JSON.stringify(named)).digest('hex');
}
