// The digest that marks a token as used, so that it works only once.
import { createHash } from 'node:crypto';

/**
 * SHA-256 in hexadecimal of issuer and `jti`, or of the signed part of the token where there is no `jti`: a signature
 * may have several spellings, as those of ECDSA do, and what was signed has one.
 */
export function usedDigestOf(issuer: string, text: string, jti: unknown): string {
  const named =
    typeof jti === 'string' && jti !== ''
      ? ['jti', issuer, jti]
      : ['token', text.slice(0, text.lastIndexOf('.'))];
  return createHash('sha256').update(JSON.stringify(named)).digest('hex');
}
