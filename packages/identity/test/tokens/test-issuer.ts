// An issuer for tests. It signs with node:crypto, so that a mistake is not shared with the library that verifies.
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';

/** When tests take place: 2026-11-23T12:00:00Z. */
export const NOW_MS = Date.UTC(2026, 10, 23, 12);
export const NOW = NOW_MS / 1000;
export const AUDIENCE = 'https://primes.example.com';
export const ISSUER = 'https://ci.example.com';

type Json = Readonly<Record<string, unknown>>;

const PSS = { padding: 6, saltLength: 32 };
const IEEE = { dsaEncoding: 'ieee-p1363' } as const;

/** How each algorithm signs (RFC 7518, section 3.1; RFC 8037). */
const SIGNERS: Readonly<Record<string, (text: Buffer, key: KeyObject) => Buffer>> = {
  RS256: (text, key) => sign('sha256', text, key),
  RS384: (text, key) => sign('sha384', text, key),
  RS512: (text, key) => sign('sha512', text, key),
  PS256: (text, key) => sign('sha256', text, { key, ...PSS }),
  ES256: (text, key) => sign('sha256', text, { key, ...IEEE }),
  ES384: (text, key) => sign('sha384', text, { key, ...IEEE }),
  EdDSA: (text, key) => sign(null, text, key),
};

/** Whatever signature the key makes, for headers that ask for another one. */
const sha256With = (text: Buffer, key: KeyObject) =>
  sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', text, key);

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });
const P256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const P384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const ED25519 = generateKeyPairSync('ed25519');
/** A key of somebody else. */
export const OTHER_RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The keys of the issuer by their `kid`. */
export const KEYS: Readonly<
  Record<string, { readonly publicKey: KeyObject; readonly privateKey: KeyObject }>
> = {
  rsa: RSA,
  p256: P256,
  p384: P384,
  ed25519: ED25519,
};

export const JWKS: JSONWebKeySet = {
  keys: Object.entries(KEYS).map(([kid, { publicKey }]) => ({
    ...publicKey.export({ format: 'jwk' }),
    kid,
    use: 'sig',
  })) as JSONWebKeySet['keys'],
};

/** The keys as a registry finds them. */
export const findTestKey = createLocalJWKSet(JWKS);

/** What every good token has. */
export const CLAIMS = {
  iss: ISSUER,
  aud: AUDIENCE,
  sub: 'job',
  iat: NOW - 10,
  nbf: NOW - 10,
  exp: NOW + 290,
  jti: 'c5b1f6a0',
} as const;

export const HEADER = { alg: 'RS256', kid: 'rsa', typ: 'JWT' } as const;

/** The `kid` of the key for an algorithm. */
export function kidFor(alg: string): string {
  return { ES256: 'p256', ES384: 'p384', EdDSA: 'ed25519' }[alg] ?? 'rsa';
}

/** Signs claims that are like those of a good token except as given; undefined leaves one out. */
export function makeToken(claims: Json = {}, header: Json = {}): string {
  return signParts(JSON.stringify({ ...HEADER, ...header }), JSON.stringify({ ...CLAIMS, ...claims }));
}

/** Signs texts that may be anything. @param privateKey - default: the one that the header asks for */
export function signParts(header: string, payload: string, privateKey?: KeyObject): string {
  const text = `${encode(header)}.${encode(payload)}`;
  const { alg, kid } = parseOr(header);
  const known = typeof kid === 'string' && Object.hasOwn(KEYS, kid) ? KEYS[kid] : RSA;
  const key = privateKey ?? known?.privateKey ?? RSA.privateKey;
  const fits = typeof alg === 'string' && Object.hasOwn(SIGNERS, alg) && kidFor(alg) === kid;
  const signer = fits ? SIGNERS[alg] : sha256With;
  return `${text}.${signer?.(Buffer.from(text), key).toString('base64url')}`;
}

/** A token whose signature is an HMAC. */
export function signWithSecret(secret: string | Buffer, header: Json, claims: Json = {}): string {
  const text = `${encode(JSON.stringify({ ...HEADER, ...header }))}.${encode(JSON.stringify({ ...CLAIMS, ...claims }))}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

export function encode(text: string | Uint8Array): string {
  return Buffer.from(text as string).toString('base64url');
}

function parseOr(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}
