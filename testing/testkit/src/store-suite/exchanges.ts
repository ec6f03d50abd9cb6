// Tokens that live minutes, and what they were exchanged for.
import assert from 'node:assert/strict';
import type { TrustRule } from '@prime-registry/identity';
import type { ExchangedToken, TokenRecord } from '@prime-registry/store';
import { ACT } from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const secretOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const NOW_MS = 10_000;

function token(draft: Partial<ExchangedToken> = {}): ExchangedToken {
  return {
    ...{ id: 'short-1', kind: 'oidc', name: 'acme/web-style, release.yml', permissions: ['publish'] },
    ...{ scopes: ['@acme'], primes: [], ancestors: [], ruleId: undefined, provenance: undefined },
    ...{ createdAtMs: 1000, expiresAtMs: 20_000, revokedAtMs: undefined },
    ...draft,
  };
}

const used = (digest: string, nonceSha256?: string) => ({ digest, nonceSha256, keepUntilMs: 30_000 });

export function testExchanges(open: OpenStore): void {
  testWithStore(open, 'an exchanged token is found by its secret, with all that it may do', async (store) => {
    const rich = token({
      id: 'short-2',
      primes: [
        { name: '@acme/web-style', range: '^1.2' },
        { name: '@acme/other', range: undefined },
      ],
      provenance: { issuer: 'https://ci.example', rule: 'releases', preset: 'oidc', claims: { sub: 'job' } },
    });
    assert.equal(await store.exchangeAssertion(used('a'), token(), secretOf(1), ACT), 'first');
    assert.equal(await store.exchangeAssertion(used('b'), rich, secretOf(2), ACT), 'first');
    assert.deepEqual(await store.findExchangedToken(secretOf(1), NOW_MS), {
      ...token(),
      hasEndedOrigin: false,
    });
    assert.deepEqual(await store.findExchangedToken(secretOf(2), NOW_MS), { ...rich, hasEndedOrigin: false });
    assert.equal(await store.findExchangedToken(secretOf(3), NOW_MS), undefined);
    assert.deepEqual(await store.listTokens(), []);
    assert.equal(await store.findTokenBySecret(secretOf(1)), undefined);
    const found = await store.findTokensBySecrets([secretOf(2), secretOf(9), secretOf(1)]);
    assert.deepEqual(
      found.map((each) => each?.id),
      ['short-2', undefined, 'short-1'],
    );
  });

  testWithStore(open, 'an identity token is used once, or again with its nonce', async (store) => {
    const exchange = (digest: string, nonce: string | undefined, number: number) =>
      store.exchangeAssertion(used(digest, nonce), token({ id: `short-${number}` }), secretOf(number), {
        ...ACT,
        action: 'token-exchange',
        atMs: NOW_MS,
      });
    assert.equal(await exchange('a', undefined, 1), 'first');
    assert.equal(await exchange('a', undefined, 2), 'used');
    assert.equal(await exchange('a', 'nonce', 3), 'used');
    assert.equal(await exchange('b', 'nonce', 4), 'first');
    assert.equal(await exchange('b', 'other', 5), 'used');
    assert.equal(await exchange('b', undefined, 6), 'used');
    assert.equal(await exchange('b', 'nonce', 7), 'again');
    assert.equal(await exchange('b', 'nonce', 8), 'again');
    const revoked = [4, 7, 8].map(
      async (number) => (await store.findExchangedToken(secretOf(number), NOW_MS))?.revokedAtMs,
    );
    assert.deepEqual(await Promise.all(revoked), [NOW_MS, NOW_MS, undefined]);
    for (const refused of [2, 3, 5, 6])
      assert.equal(await store.findExchangedToken(secretOf(refused), NOW_MS), undefined);
    await store.revokeToken('short-8', NOW_MS, ACT);
    assert.equal(await exchange('b', 'nonce', 9), 'used', 'its revocation has ended the identity token');
    const entries = await store.listAuditEntries({ actions: ['token-exchange'] }, 0, 10);
    assert.deepEqual(
      entries.map(({ tokenId, details }) => [tokenId, details?.replaces]),
      [
        ['short-1', undefined],
        ['short-4', undefined],
        ['short-7', 'short-4'],
        ['short-8', 'short-7'],
      ],
    );
  });

  testWithStore(open, 'of simultaneous exchanges of one identity token, one succeeds', async (store) => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        store.exchangeAssertion(used('a'), token({ id: `short-${number}` }), secretOf(number), ACT),
      ),
    );
    assert.deepEqual(outcomes.toSorted(), ['first', ...Array(7).fill('used')]);
  });

  testWithStore(open, 'a token ends with each token that it comes from', async (store) => {
    const stored: TokenRecord = {
      ...{ id: 'stored', name: 'stored', permissions: ['publish'], scopes: ['@acme'], createdAtMs: 1 },
      ...{ expiresAtMs: 15_000, revokedAtMs: undefined, lastUsedAtMs: undefined },
    };
    await store.insertToken(stored, secretOf(1), ACT);
    const child = token({ kind: 'attenuated', ancestors: ['stored'] });
    const grandchild = token({ id: 'short-2', kind: 'attenuated', ancestors: ['stored', 'short-1'] });
    const orphan = token({ id: 'short-3', kind: 'attenuated', ancestors: ['nobody'] });
    for (const [index, each] of [child, grandchild, orphan].entries())
      await store.insertAttenuatedToken(each, secretOf(index + 2), ACT);
    const areEnded = async (nowMs: number) =>
      Promise.all(
        [2, 3, 4].map(
          async (byte) => (await store.findExchangedToken(secretOf(byte), nowMs))?.hasEndedOrigin,
        ),
      );
    assert.deepEqual(await areEnded(14_999), [false, false, true]);
    assert.deepEqual(await areEnded(15_000), [true, true, true], 'the stored one has expired');
    assert.equal((await store.revokeToken('short-1', NOW_MS, ACT))?.id, 'short-1');
    assert.deepEqual(await areEnded(14_999), [false, true, true], 'its own revocation is another thing');
    await store.revokeToken('stored', NOW_MS, ACT);
    assert.deepEqual(await areEnded(14_999), [true, true, true]);
  });

  testWithStore(open, 'a token ends with its rule', async (store) => {
    const isEnded = async () => (await store.findExchangedToken(secretOf(1), NOW_MS))?.hasEndedOrigin;
    const rule: TrustRule = {
      ...{
        name: 'releases',
        preset: 'oidc',
        issuer: 'https://ci.example',
        conditions: { sub: 'job' },
        pin: [],
      },
      ...{ may: ['publish'], scopes: ['@acme'], primes: [], show: 'names' },
    };
    const trust = { id: 'rule-1', rule, createdAtMs: 1, createdBy: 'test' };
    await store.insertTrustRule(trust, { ...ACT, action: 'trust-add' });
    await store.exchangeAssertion(used('a'), token({ ruleId: 'rule-1' }), secretOf(1), ACT);
    assert.equal(await isEnded(), false);
    await store.removeTrustRule('releases', { ...ACT, action: 'trust-remove' });
    assert.equal(await isEnded(), true);
    await store.insertTrustRule({ ...trust, id: 'rule-2' }, { ...ACT, action: 'trust-add' });
    assert.equal(await isEnded(), true, 'another rule with the same name is another rule');
  });

  testWithStore(open, 'what has ended is deleted', async (store) => {
    await store.exchangeAssertion(used('a'), token({ expiresAtMs: 5000 }), secretOf(1), ACT);
    await store.exchangeAssertion(
      { ...used('b'), keepUntilMs: 31_000 },
      token({ id: 'short-2', expiresAtMs: 6000 }),
      secretOf(2),
      ACT,
    );
    await store.pruneExchanges(6000, 31_000);
    assert.equal(await store.findExchangedToken(secretOf(1), NOW_MS), undefined);
    assert.equal((await store.findExchangedToken(secretOf(2), NOW_MS))?.id, 'short-2');
    const again = (digest: string, number: number) =>
      store.exchangeAssertion(used(digest), token({ id: `short-${number}` }), secretOf(number), ACT);
    assert.equal(await again('a', 3), 'first', 'nobody would accept it any more');
    assert.equal(await again('b', 4), 'used');
  });

  testWithStore(open, 'the newest keys of an issuer are kept', async (store) => {
    const keys = (keySet: string, fetchedAtMs: number) => ({
      issuer: 'https://ci.example',
      keySet,
      fetchedAtMs,
    });
    assert.equal(await store.findIssuerKeys('https://ci.example'), undefined);
    await store.saveIssuerKeys(keys('second', 2000));
    await store.saveIssuerKeys(keys('first', 1000));
    assert.deepEqual(await store.findIssuerKeys('https://ci.example'), keys('second', 2000));
    await store.saveIssuerKeys(keys('third', 3000));
    assert.deepEqual(await store.findIssuerKeys('https://ci.example'), keys('third', 3000));
    assert.equal(await store.findIssuerKeys('https://ci.example/'), undefined, 'byte for byte');
  });
}
