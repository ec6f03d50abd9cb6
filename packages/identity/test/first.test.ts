import assert from 'node:assert/strict';
import test from 'node:test';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { findRule, verifyAssertion } from '../src/index.ts';

test('a token of a trusted issuer is verified, and finds its rule', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] });
  const token = await new SignJWT({ repository: 'acme/web-style' })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setIssuer('https://issuer.example')
    .setAudience('https://primes.example')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey);
  const assertion = await verifyAssertion(token, {
    keysOf: () => keys,
    audience: 'https://primes.example',
    nowMs: Date.now(),
  });
  const rule = {
    name: 'r',
    preset: 'oidc',
    issuer: 'https://issuer.example',
    conditions: { repository: 'acme/web-style' },
    pin: [],
    may: ['publish'],
    scopes: ['@acme'],
    primes: [],
    show: 'names',
  } as const;
  const found = findRule([rule], assertion);
  assert.ok('rule' in found);
  assert.equal(found.rule.name, 'r');
});
