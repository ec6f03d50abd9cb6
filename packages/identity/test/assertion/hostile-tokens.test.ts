// Tokens that were made to be believed, and are not: each with the code of its refusal. Unless a row says otherwise, the issuer
// itself has signed the token, so that nothing else than the row's trick is wrong with it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exportJWK } from 'jose';
import type { AssertionErrorCode } from '../../src/index.ts';
import {
  AUDIENCE,
  CLAIMS,
  encode,
  HEADER,
  ISSUER,
  JWKS,
  KEYS,
  makeToken,
  NOW,
  OTHER_RSA,
  signParts,
  signWithSecret,
} from '../tokens/test-issuer.ts';
import { refusalOf, verify } from '../tokens/verify.ts';

type Row = readonly [trick: string, code: AssertionErrorCode, token: string];

const good = makeToken();
const [goodHeader = '', goodPayload = '', goodSignature = ''] = good.split('.');
const rsaPem = String(KEYS.rsa?.publicKey.export({ type: 'spki', format: 'pem' }));
const rsaDer = KEYS.rsa?.publicKey.export({ type: 'spki', format: 'der' }) ?? Buffer.alloc(0);
const otherJwk = await exportJWK(OTHER_RSA.publicKey);
const claimsText = JSON.stringify(CLAIMS);
const headerText = JSON.stringify(HEADER);

/** A header with further text at its end, such as a second `alg`. */
const withHeader = (more: string) => signParts(headerText.replace(/\}$/, `,${more}}`), claimsText);
const withClaims = (more: string) => signParts(headerText, claimsText.replace(/\}$/, `,${more}}`));
const withSignature = (header: object, signature: Uint8Array) =>
  `${encode(JSON.stringify({ ...HEADER, ...header }))}.${goodPayload}.${encode(signature)}`;

const ALGORITHMS: readonly Row[] = [
  [
    'alg none, without a signature',
    'header_refused',
    `${encode('{"alg":"none","kid":"rsa"}')}.${goodPayload}.`,
  ],
  [
    'alg none, with the signature of another token',
    'header_refused',
    `${encode('{"alg":"none","kid":"rsa"}')}.${goodPayload}.${goodSignature}`,
  ],
  ['alg None in another case', 'header_refused', makeToken({}, { alg: 'None' })],
  ['alg nOnE in another case', 'header_refused', makeToken({}, { alg: 'nOnE' })],
  ['alg rs256 in another case', 'header_refused', makeToken({}, { alg: 'rs256' })],
  ['no alg', 'header_refused', makeToken({}, { alg: undefined })],
  ['alg is a number', 'header_refused', makeToken({}, { alg: 256 })],
  ['alg is a list', 'header_refused', makeToken({}, { alg: ['RS256'] })],
  ['alg is an object', 'header_refused', makeToken({}, { alg: { toString: 'RS256' } })],
  ['alg is a name of Object.prototype', 'header_refused', makeToken({}, { alg: 'constructor' })],
  ['alg with a space', 'header_refused', makeToken({}, { alg: 'RS256 ' })],
  ['alg ES256K, which nobody asked for', 'header_refused', makeToken({}, { alg: 'ES256K' })],
  ['alg RS1', 'header_refused', makeToken({}, { alg: 'RS1' })],
  ['alg dir', 'header_refused', makeToken({}, { alg: 'dir' })],
  [
    'HS256 with the public key as PEM as the secret',
    'header_refused',
    signWithSecret(rsaPem, { alg: 'HS256' }),
  ],
  [
    'HS256 with that PEM without its last line end',
    'header_refused',
    signWithSecret(rsaPem.trim(), { alg: 'HS256' }),
  ],
  [
    'HS256 with the public key as DER as the secret',
    'header_refused',
    signWithSecret(rsaDer, { alg: 'HS256' }),
  ],
  [
    'HS256 with the JWK as the secret',
    'header_refused',
    signWithSecret(JSON.stringify(JWKS.keys[0]), { alg: 'HS256' }),
  ],
  ['HS256 with an empty secret', 'header_refused', signWithSecret(Buffer.alloc(0), { alg: 'HS256' })],
  [
    'an HMAC with the public key that calls itself RS256',
    'bad_signature',
    signWithSecret(rsaPem, { alg: 'RS256' }),
  ],
  ['ES256 for the RSA key', 'unknown_key', makeToken({}, { alg: 'ES256', kid: 'rsa' })],
  ['RS256 for the key of a curve', 'unknown_key', makeToken({}, { alg: 'RS256', kid: 'p256' })],
  ['ES256 for the key of P-384', 'unknown_key', makeToken({}, { alg: 'ES256', kid: 'p384' })],
  ['EdDSA for the key of P-256', 'unknown_key', makeToken({}, { alg: 'EdDSA', kid: 'p256' })],
  [
    'RS512 over the signature of RS256',
    'bad_signature',
    withSignature({ alg: 'RS512' }, Buffer.from(goodSignature, 'base64url')),
  ],
];

const HEADERS: readonly Row[] = [
  ['no kid', 'header_refused', makeToken({}, { kid: undefined })],
  ['an empty kid', 'header_refused', makeToken({}, { kid: '' })],
  ['kid null', 'header_refused', makeToken({}, { kid: null })],
  ['kid is a number', 'header_refused', makeToken({}, { kid: 0 })],
  ['kid is a list with the right one', 'header_refused', makeToken({}, { kid: ['rsa'] })],
  ['kid of 10000 characters', 'header_refused', makeToken({}, { kid: 'k'.repeat(10_000) })],
  ['kid is a path', 'unknown_key', makeToken({}, { kid: '../../../../dev/null' })],
  ['kid is a URL of somebody else', 'unknown_key', makeToken({}, { kid: 'https://evil.example/key' })],
  ['kid is SQL', 'unknown_key', makeToken({}, { kid: "x' union select 'secret' --" })],
  ['kid with a NUL after the right one', 'unknown_key', makeToken({}, { kid: 'rsa\0' })],
  ['kid in another case', 'unknown_key', makeToken({}, { kid: 'RSA' })],
  ['kid __proto__', 'unknown_key', makeToken({}, { kid: '__proto__' })],
  ['kid of no key', 'unknown_key', makeToken({}, { kid: 'old' })],
  [
    'an embedded key',
    'header_refused',
    signParts(JSON.stringify({ ...HEADER, jwk: otherJwk }), claimsText, OTHER_RSA.privateKey),
  ],
  [
    'a URL of keys',
    'header_refused',
    signParts(
      JSON.stringify({ ...HEADER, jku: 'https://evil.example/jwks' }),
      claimsText,
      OTHER_RSA.privateKey,
    ),
  ],
  ['a URL of a certificate', 'header_refused', makeToken({}, { x5u: 'https://evil.example/cert' })],
  ['an embedded certificate', 'header_refused', makeToken({}, { x5c: ['MIIB'] })],
  ['crit with an extension', 'header_refused', makeToken({}, { crit: ['exp'], exp: NOW })],
  ['an empty crit', 'header_refused', makeToken({}, { crit: [] })],
  ['b64 false with crit', 'header_refused', makeToken({}, { b64: false, crit: ['b64'] })],
  ['b64 false without crit', 'header_refused', makeToken({}, { b64: false })],
  ['zip', 'header_refused', makeToken({}, { zip: 'DEF' })],
  ['the type of a logout token', 'header_refused', makeToken({}, { typ: 'logout+jwt' })],
  ['the type of a security event', 'header_refused', makeToken({}, { typ: 'secevent+jwt' })],
  ['the type of a proof of possession', 'header_refused', makeToken({}, { typ: 'dpop+jwt' })],
  ['a type that is a list', 'header_refused', makeToken({}, { typ: ['JWT'] })],
  ['two alg', 'malformed', withHeader('"alg":"RS256"')],
  ['two alg, one of them escaped', 'malformed', withHeader('"\\u0061lg":"none"')],
  ['two kid', 'malformed', withHeader('"kid":"p256"')],
];

const SIGNATURES: readonly Row[] = [
  ['the key of somebody else', 'bad_signature', signParts(headerText, claimsText, OTHER_RSA.privateKey)],
  [
    'another payload under a good signature',
    'bad_signature',
    `${goodHeader}.${encode(JSON.stringify({ ...CLAIMS, sub: 'boss' }))}.${goodSignature}`,
  ],
  [
    'another header under a good signature',
    'bad_signature',
    `${encode(JSON.stringify({ ...HEADER, cty: 'x' }))}.${goodPayload}.${goodSignature}`,
  ],
  ['no signature', 'malformed', `${goodHeader}.${goodPayload}.`],
  ['half a signature', 'bad_signature', `${goodHeader}.${goodPayload}.${goodSignature.slice(0, 120)}`],
  ['zeros as a signature of RS256', 'bad_signature', withSignature({}, Buffer.alloc(256))],
  [
    'ES256 with r and s zero (CVE-2022-21449)',
    'bad_signature',
    withSignature({ alg: 'ES256', kid: 'p256' }, Buffer.alloc(64)),
  ],
  [
    'ES256 with r and s the order of the curve',
    'bad_signature',
    withSignature(
      { alg: 'ES256', kid: 'p256' },
      Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'.repeat(2), 'hex'),
    ),
  ],
  ['EdDSA with zeros', 'bad_signature', withSignature({ alg: 'EdDSA', kid: 'ed25519' }, Buffer.alloc(64))],
  [
    'EdDSA with the identity point as R',
    'bad_signature',
    withSignature({ alg: 'EdDSA', kid: 'ed25519' }, Buffer.concat([Buffer.from([1]), Buffer.alloc(63)])),
  ],
];

const FORMS: readonly Row[] = [
  ['nothing', 'malformed', ''],
  ['a word', 'malformed', 'token'],
  ['a token of a registry', 'malformed', `pri_${'0'.repeat(38)}`],
  ['two parts', 'malformed', `${goodHeader}.${goodPayload}`],
  ['four parts', 'malformed', `${good}.${goodSignature}`],
  ['five parts, as encrypted tokens have', 'malformed', `${encode('{"alg":"dir","enc":"A256GCM"}')}..a.b.c`],
  ['enc in the header of three parts', 'header_refused', makeToken({}, { enc: 'A256GCM' })],
  [
    'the JSON form of a signature',
    'malformed',
    JSON.stringify({ protected: goodHeader, payload: goodPayload, signature: goodSignature }),
  ],
  ['17 KiB', 'malformed', makeToken({ pad: 'x'.repeat(17_000) })],
  ['a megabyte of dots', 'malformed', '.'.repeat(1_000_000)],
  ['a space before it', 'malformed', ` ${good}`],
  ['a line end after it', 'malformed', `${good}\n`],
  ['a line end within', 'malformed', good.replace('.', '.\n')],
  ['Bearer before it', 'malformed', `Bearer ${good}`],
  ['padding', 'malformed', `${goodHeader}.${goodPayload}.${goodSignature}==`],
  [
    'base64 instead of base64url',
    'malformed',
    `${goodHeader}.${goodPayload}.${Buffer.alloc(256, 0xfb).toString('base64')}`,
  ],
  [
    'bits after the end of the signature',
    'malformed',
    `${goodHeader}.${goodPayload}.${withOtherLastBits(goodSignature)}`,
  ],
  ['a header that is no JSON', 'malformed', `${encode('{alg:RS256}')}.${goodPayload}.${goodSignature}`],
  ['a header that is a list', 'malformed', `${encode('["RS256"]')}.${goodPayload}.${goodSignature}`],
  ['a header that is null', 'malformed', `${encode('null')}.${goodPayload}.${goodSignature}`],
  ['a payload that is a list', 'malformed', signParts(headerText, `[${claimsText}]`)],
  ['a payload that is a text', 'malformed', signParts(headerText, '"claims"')],
  ['a payload of two objects', 'malformed', signParts(headerText, `${claimsText}${claimsText}`)],
  ['a payload with a byte order mark', 'malformed', signParts(headerText, `\ufeff${claimsText}`)],
  [
    'a payload that is not UTF-8',
    'malformed',
    `${goodHeader}.${encode(Buffer.from([0x7b, 0xff, 0x7d]))}.${goodSignature}`,
  ],
  ['JSON with a comment', 'malformed', signParts(headerText, claimsText.replace('{', '{/**/'))],
  ['JSON with NaN', 'malformed', withClaims('"x":NaN')],
  ['2000 lists in each other', 'malformed', withClaims(`"x":${'['.repeat(2000)}${']'.repeat(2000)}`)],
  ['2000 objects in each other', 'malformed', withClaims(`"x":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`)],
  ['an issuer twice', 'malformed', withClaims('"iss":"https://evil.example"')],
  ['a subject twice, escaped', 'malformed', withClaims('"s\\u0075b":"boss"')],
  ['a key twice, deep inside', 'malformed', withClaims('"x":[{"a":1,"b":{"c":1,"c":2}}]')],
  ['__proto__ twice', 'malformed', withClaims('"__proto__":{},"__proto__":{"aud":"x"}')],
];

const ISSUERS: readonly Row[] = [
  ['no issuer', 'bad_claim', makeToken({ iss: undefined })],
  ['an empty issuer', 'bad_claim', makeToken({ iss: '' })],
  ['an issuer that is a list', 'bad_claim', makeToken({ iss: [ISSUER] })],
  ['an issuer of 1000 characters', 'bad_claim', makeToken({ iss: `${ISSUER}/${'x'.repeat(1000)}` })],
  ['a slash at the end', 'issuer_not_trusted', makeToken({ iss: `${ISSUER}/` })],
  ['another case', 'issuer_not_trusted', makeToken({ iss: 'https://CI.example.com' })],
  ['the port that is the default', 'issuer_not_trusted', makeToken({ iss: `${ISSUER}:443` })],
  ['http', 'issuer_not_trusted', makeToken({ iss: 'http://ci.example.com' })],
  ['a dot at the end of the host', 'issuer_not_trusted', makeToken({ iss: 'https://ci.example.com.' })],
  ['a host that begins with it', 'issuer_not_trusted', makeToken({ iss: `${ISSUER}.evil.example` })],
  ['a user before another host', 'issuer_not_trusted', makeToken({ iss: `${ISSUER}@evil.example` })],
  ['a Cyrillic letter', 'issuer_not_trusted', makeToken({ iss: 'https://\u0441i.example.com' })],
  ['a full-width letter', 'issuer_not_trusted', makeToken({ iss: 'https://ci.example.c\uff4fm' })],
  ['a soft hyphen', 'issuer_not_trusted', makeToken({ iss: 'https://ci.ex\u00adample.com' })],
  ['a space at the end', 'issuer_not_trusted', makeToken({ iss: `${ISSUER} ` })],
  ['a path that leads back', 'issuer_not_trusted', makeToken({ iss: `${ISSUER}/x/..` })],
  ['an escaped dot', 'issuer_not_trusted', makeToken({ iss: 'https://ci%2Eexample.com' })],
];

const AUDIENCES: readonly Row[] = [
  ['no audience', 'wrong_audience', makeToken({ aud: undefined })],
  ['an empty list of audiences', 'wrong_audience', makeToken({ aud: [] })],
  [
    'two audiences, one of them right',
    'wrong_audience',
    makeToken({ aud: [AUDIENCE, 'https://other.example'] }),
  ],
  ['the right audience twice', 'wrong_audience', makeToken({ aud: [AUDIENCE, AUDIENCE] })],
  ['a list in a list', 'wrong_audience', makeToken({ aud: [[AUDIENCE]] })],
  ['an audience that is an object', 'wrong_audience', makeToken({ aud: { 0: AUDIENCE, length: 1 } })],
  ['an audience with a slash', 'wrong_audience', makeToken({ aud: `${AUDIENCE}/` })],
  ['an audience in another case', 'wrong_audience', makeToken({ aud: 'https://Primes.example.com' })],
  ['an audience that begins with it', 'wrong_audience', makeToken({ aud: `${AUDIENCE}.evil.example` })],
  ['two audiences in one text', 'wrong_audience', makeToken({ aud: `${AUDIENCE} https://other.example` })],
  ['another registry', 'wrong_audience', makeToken({ aud: 'https://primes.other.example' })],
];

const TIMES: readonly Row[] = [
  ['expired two minutes ago', 'expired', makeToken({ exp: NOW - 120 })],
  ['expired at the end of the leeway', 'expired', makeToken({ exp: NOW - 60 })],
  ['no expiry', 'bad_claim', makeToken({ exp: undefined })],
  ['an expiry that is a text', 'bad_claim', makeToken({ exp: String(NOW + 300) })],
  ['an expiry that is null', 'bad_claim', makeToken({ exp: null })],
  [
    'an expiry of 1e400',
    'bad_claim',
    signParts(headerText, claimsText.replace(`"exp":${CLAIMS.exp}`, '"exp":1e400')),
  ],
  ['an expiry in milliseconds', 'bad_claim', makeToken({ exp: (NOW + 300) * 1000 })],
  ['a negative expiry', 'bad_claim', makeToken({ exp: -1 })],
  ['not valid yet', 'not_yet_valid', makeToken({ nbf: NOW + 120 })],
  ['not before that is a text', 'bad_claim', makeToken({ nbf: '0' })],
  ['issued in two minutes', 'not_yet_valid', makeToken({ iat: NOW + 120, nbf: undefined })],
  ['issued in 2099', 'not_yet_valid', makeToken({ iat: 4_070_908_800, nbf: undefined, exp: 4_070_908_900 })],
  ['no time of issue', 'bad_claim', makeToken({ iat: undefined })],
  [
    'issued 20 minutes ago, valid for a year',
    'too_old',
    makeToken({ iat: NOW - 1200, nbf: NOW - 1200, exp: NOW + 31_536_000 }),
  ],
  ['issued in 1970', 'too_old', makeToken({ iat: 0, nbf: 0 })],
];

const TABLES = {
  'algorithms and keys': ALGORITHMS,
  'fields of the header': HEADERS,
  signatures: SIGNATURES,
  'forms of the text': FORMS,
  issuers: ISSUERS,
  audiences: AUDIENCES,
  times: TIMES,
};

test('without a trick, the token of the rows is believed', async () => {
  const { issuer, claims, issuedAtMs, expiresAtMs } = await verify(good);
  assert.equal(issuer, ISSUER);
  assert.deepEqual(claims, CLAIMS);
  assert.deepEqual([issuedAtMs, expiresAtMs], [CLAIMS.iat * 1000, CLAIMS.exp * 1000]);
});

for (const [title, rows] of Object.entries(TABLES))
  describe(`hostile tokens: ${title}`, () => {
    for (const [trick, code, token] of rows)
      test(trick, async () => {
        const [has, message] = await refusalOf(token);
        assert.equal(has, code, message);
        assert.match(message, /^[\x20-\x7e]{10,700}$/, 'one printable line');
      });
  });

test('there are more than sixty of them', () => {
  assert.ok(Object.values(TABLES).flat().length > 60);
  const tricks = Object.values(TABLES).flatMap((rows) => rows.map(([trick]) => trick));
  assert.equal(new Set(tricks).size, tricks.length);
});

/** The same bytes, spelled with other bits where none are used (RFC 4648, section 3.5). */
function withOtherLastBits(part: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet[alphabet.indexOf(part.at(-1) ?? '') + 1] ?? '';
  const other = part.slice(0, -1) + last;
  assert.deepEqual(Buffer.from(other, 'base64url'), Buffer.from(part, 'base64url'));
  return other;
}
