// What cannot be loaded for an exchange fails that exchange, and not those after it.
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { exchangeIdentity, trust } from './exchanging.ts';
import { AUDIENCE, TestIssuer } from './test-issuer.ts';

let failuresLeft = 0;
registerHooks({
  load(url, context, next) {
    if (failuresLeft === 0 || !url.includes('/exchange/known-issuers.')) return next(url, context);
    failuresLeft -= 1;
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  },
});

test('after a failure to load what knows issuers, the next exchange loads it', async () => {
  const issuer = await TestIssuer.start();
  const registry = await startRegistry({ publicUrl: AUDIENCE, failedAuthRate: 'off' });
  try {
    await trust(registry.store, issuer.url);
    failuresLeft = 1;
    assert.equal((await exchangeIdentity(registry.anonymous, issuer.token())).status, 500);
    assert.equal(failuresLeft, 0);
    assert.equal((await exchangeIdentity(registry.anonymous, issuer.token())).status, 200);
  } finally {
    await registry.stop();
    await issuer.stop();
  }
});

test('a registry whose last exchange failed so still stops', async () => {
  const issuer = await TestIssuer.start();
  const registry = await startRegistry({ publicUrl: AUDIENCE, failedAuthRate: 'off' });
  try {
    await trust(registry.store, issuer.url);
    failuresLeft = 1;
    await exchangeIdentity(registry.anonymous, issuer.token());
  } finally {
    failuresLeft = 0;
    await registry.stop();
    await issuer.stop();
  }
});
