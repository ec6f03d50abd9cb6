// Tokens that are believed, and what is told of them.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { createLocalJWKSet, errors, type JWK } from 'jose';
import { ALGORITHMS, AssertionError, verifyAssertion } from '../../src/index.ts';
import {
  AUDIENCE,
  CLAIMS,
  findTestKey,
  HEADER,
  ISSUER,
  JWKS,
  kidFor,
  makeToken,
  NOW,
  NOW_MS,
  signParts,
} from '../tokens/test-issuer.ts';
import { refusalOf, verify } from '../tokens/verify.ts';

const options = { keysOf: () => findTestKey, audience: AUDIENCE, nowMs: NOW_MS };

describe('a good token is believed', () => {
  for (const alg of ALGORITHMS)
    test(`signed with ${alg}`, async () => {
      const { issuer, claims } = await verify(makeToken({}, { alg, kid: kidFor(alg) }));
      assert.equal(issuer, ISSUER);
      assert.equal(claims.sub, 'job');
    });

  for (const typ of [undefined, 'JWT', 'jwt', 'at+jwt', 'application/at+jwt'])
    test(`of the type ${typ}`, async () => {
      assert.equal((await verify(makeToken({}, { typ }))).issuer, ISSUER);
    });

  test('with its audience in a list', async () => {
    assert.deepEqual((await verify(makeToken({ aud: [AUDIENCE] }))).claims.aud, [AUDIENCE]);
  });

  test('within a minute of difference between the clocks', async () => {
    const accepted = [
      makeToken({ exp: NOW - 59 }),
      makeToken({ iat: NOW + 60, nbf: NOW + 60 }),
      makeToken({ iat: NOW - 900 - 59, nbf: undefined }),
    ];
    for (const token of accepted) assert.deepEqual(await refusalOf(token), ['accepted', '']);
    const refused = [
      makeToken({ exp: NOW - 60 }),
      makeToken({ nbf: NOW + 61 }),
      makeToken({ iat: NOW - 960 }),
    ];
    const codes = await Promise.all(refused.map(async (token) => (await refusalOf(token))[0]));
    assert.deepEqual(codes, ['expired', 'not_yet_valid', 'too_old']);
  });

  test('with names of Object.prototype as claims, which stay claims', async () => {
    const payload = `${JSON.stringify(CLAIMS).slice(0, -1)},"__proto__":{"admin":"true"},"constructor":"x"}`;
    const { claims } = await verify(signParts(JSON.stringify(HEADER), payload));
    assert.equal(claims.admin, undefined);
    assert.deepEqual(Object.keys(claims).slice(-2), ['__proto__', 'constructor']);
  });
});

describe('what is told of a token', () => {
  test('it is accepted until it expires or is too old', async () => {
    const hour = makeToken({ exp: NOW + 3600 });
    assert.equal((await verify(hour)).expiresAtMs, (CLAIMS.iat + 900) * 1000);
    const day = await verifyAssertion(makeToken({ iat: NOW - 3600, nbf: NOW - 3600 }), {
      ...options,
      maxAgeMsOf: async (issuer) => (issuer === ISSUER ? 86_400_000 : 0),
    });
    assert.equal(day.expiresAtMs, CLAIMS.exp * 1000);
  });

  test('one name for each token, whatever its signature looks like', async () => {
    const es256 = { alg: 'ES256', kid: 'p256' };
    const withoutId = { jti: undefined };
    const [a, b] = await Promise.all([makeToken(), makeToken({ sub: 'other' })].map(digestOf));
    assert.equal(a, b, 'the same jti');
    const [c, d] = await Promise.all(
      [makeToken(withoutId, es256), makeToken(withoutId, es256)].map(digestOf),
    );
    assert.equal(c, d, 'the same claims, two signatures');
    assert.notEqual(makeToken(withoutId, es256), makeToken(withoutId, es256));
    const others = [{ jti: 'other' }, { jti: '' }, { jti: 7 }, { jti: undefined, sub: 'other' }];
    const digests = await Promise.all(others.map((claims) => digestOf(makeToken(claims))));
    assert.equal(new Set([a, c, ...digests]).size, 6);
    for (const digest of digests) assert.match(digest, /^[0-9a-f]{64}$/);
  });

  test('two issuers may use the same jti', async () => {
    const other = makeToken({ iss: 'https://other.example' });
    assert.notEqual((await verifyAssertion(other, options)).usedDigest, await digestOf(makeToken()));
  });
});

describe('the keys of an issuer', () => {
  test('are not asked for before a token has its form, nor for an issuer that no rule trusts', async () => {
    const asked: string[] = [];
    const keysOf = (issuer: string) => {
      asked.push(issuer);
      return undefined;
    };
    for (const token of ['x', makeToken({}, { alg: 'HS256' }), makeToken({ iss: 7 }), makeToken()])
      await assert.rejects(verifyAssertion(token, { ...options, keysOf }), AssertionError);
    assert.deepEqual(asked, [ISSUER]);
  });

  test('are asked only for what selects one', async () => {
    const asked: unknown[] = [];
    const keysOf = () => (header: Parameters<typeof findTestKey>[0]) => {
      asked.push(header);
      return findTestKey(header);
    };
    await verifyAssertion(makeToken({}, { cty: 'x', url: 'https://evil.example' }), { ...options, keysOf });
    assert.deepEqual(asked, [{ alg: 'RS256', kid: 'rsa' }]);
  });

  test('that cannot be read are the error of their source', async () => {
    const failure = new Error('no route to the issuer');
    const failing = { ...options, keysOf: () => () => Promise.reject(failure) };
    await assert.rejects(verifyAssertion(makeToken(), failing), failure);
    const timeOut = { ...options, keysOf: () => () => Promise.reject(new errors.JWKSTimeout()) };
    await assert.rejects(verifyAssertion(makeToken(), timeOut), errors.JWKSTimeout);
  });

  test('must be one for each kid', async () => {
    const twice = { keys: [...JWKS.keys, { ...JWKS.keys[0], use: 'sig' }] as JWK[] };
    await assert.rejects(
      verifyAssertion(makeToken(), { ...options, keysOf: () => createLocalJWKSet(twice) }),
      {
        code: 'unknown_key',
      },
    );
  });

  test('must not be weak, secret or for something else', async () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const tokens: [string, JWK, string][] = [
      ['1024 bits', { ...weak.publicKey.export({ format: 'jwk' }), kid: 'rsa' }, 'bad_signature'],
      ['a secret', { kty: 'oct', k: 'c2VjcmV0', kid: 'rsa' }, 'unknown_key'],
      ['for encryption', { ...JWKS.keys[0], use: 'enc' }, 'unknown_key'],
      ['for another algorithm', { ...JWKS.keys[0], alg: 'PS256' }, 'unknown_key'],
    ];
    for (const [what, jwk, code] of tokens) {
      const token = signParts(JSON.stringify(HEADER), JSON.stringify(CLAIMS), weak.privateKey);
      const keysOf = () => createLocalJWKSet({ keys: [jwk] });
      await assert.rejects(verifyAssertion(token, { ...options, keysOf }), { code }, what);
    }
  });
});

describe('whatever is sent', () => {
  test('a text is refused with a code', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: CODE_POINT }), likeToken()), async (text) => {
        assert.notEqual((await refusalOf(text))[0], 'accepted');
      }),
    );
  });

  test('claims of any JSON are refused with a code, or are those of the token', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), async (more) => {
        const [code] = await refusalOf(makeToken(more));
        const isChanged = Object.keys(more).some((name) => Object.hasOwn(CLAIMS, name));
        if (!isChanged) assert.equal(code, 'accepted');
      }),
    );
  });

  test('every change of one character is refused', async () => {
    const token = makeToken();
    await fc.assert(
      fc.asyncProperty(
        fc.nat(token.length - 1),
        fc.string({ minLength: 1, maxLength: 1 }),
        async (at, other) => {
          fc.pre(token[at] !== other);
          const changed = token.slice(0, at) + other + token.slice(at + 1);
          assert.notEqual((await refusalOf(changed))[0], 'accepted');
        },
      ),
    );
  });
});

async function digestOf(token: string): Promise<string> {
  return (await verify(token)).usedDigest;
}

/** Three parts of JSON, or of nearly that. */
function likeToken() {
  const part = fc.oneof(fc.json(), fc.string()).map((text) => Buffer.from(text).toString('base64url'));
  return fc.tuple(part, part, part).map((parts) => parts.join('.'));
}
