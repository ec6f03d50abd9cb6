// Identity tokens of an issuer that no request reaches: its keys are in a file.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { TrustRule } from '@prime-registry/identity';
import { TOKEN_EXCHANGE } from '@prime-registry/protocol';

/** The address of the registry, and so the audience of the tokens. */
export const BENCH_AUDIENCE = 'https://primes.example';

/** An issuer, and the rule that trusts it. */
export interface IdentityIssuer {
  readonly alg: 'RS256' | 'ES256';
  readonly rule: TrustRule;
  /** A JSON Web Key Set. */
  readonly keySet: string;
  /** Forms that exchange a token each, signed before. */
  forms(count: number): string[];
}

/** Makes an issuer with a new key. */
export function makeIssuer(alg: IdentityIssuer['alg']): IdentityIssuer {
  const { privateKey, publicKey } =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = `https://ci.example/${alg}`;
  const header = encode({ alg, kid: alg, typ: 'JWT' });

  const token = (): string => {
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: issuer, aud: BENCH_AUDIENCE, sub: 'job', jti: randomUUID() },
      ...{ iat: seconds, exp: seconds + 600 },
    };
    const signed = `${header}.${encode(claims)}`;
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
  };

  return {
    alg,
    rule: {
      ...{ name: alg, preset: 'oidc', issuer, conditions: { sub: 'job' }, pin: [] },
      ...{ may: ['publish'], scopes: ['@acme'], primes: [], show: 'names' },
    },
    keySet: JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: alg, alg, use: 'sig' }] }),
    forms: (count) => Array.from({ length: count }, () => toForm(token())),
  };
}

function toForm(token: string): string {
  return new URLSearchParams({
    grant_type: TOKEN_EXCHANGE.grantType,
    subject_token_type: TOKEN_EXCHANGE.idToken,
    subject_token: token,
  }).toString();
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
