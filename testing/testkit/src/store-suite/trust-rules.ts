// Trust rules: what an operator decides, what the first use adds, and what the log says about both.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TrustRule } from '@prime-registry/identity';
import { toCanonicalJson } from '@prime-registry/protocol';
import type { AuditAction, NewTrustRule, RegistryStore } from '@prime-registry/store';
import { ACT } from './inserts/new-version.ts';
import { readActs } from './log/read-log.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const TRUST_RULE: TrustRule = {
  name: 'releases',
  preset: 'github',
  issuer: 'https://token.actions.githubusercontent.com',
  conditions: { repository: 'acme/web-style', ref: { prefix: 'refs/tags/v' }, environment: ['live', 'test'] },
  pin: ['repository_id'],
  may: ['publish'],
  scopes: ['@acme'],
  primes: ['@other/one'],
  show: 'names',
};
const NEW: NewTrustRule = { id: 'tr_1', rule: TRUST_RULE, createdAtMs: 1000, createdBy: 'root' };
const STORED = { ...NEW, pinned: undefined, lastUsedAtMs: undefined };

export function testTrustRules(open: OpenStore): void {
  testWithStore(open, 'a rule is as it was added, and its name is taken', async (store) => {
    assert.equal(await store.insertTrustRule(NEW, actOf('trust-add')), true);
    assert.deepEqual(await store.listTrustRules(), [STORED]);
    assert.equal(await store.insertTrustRule({ ...NEW, id: 'tr_2' }, actOf('trust-add')), false);
    const both = await Promise.all(
      ['a', 'b'].map((id) =>
        store.insertTrustRule({ ...NEW, id, rule: { ...TRUST_RULE, name: 'twice' } }, actOf('trust-add')),
      ),
    );
    assert.deepEqual(both.toSorted(), [false, true]);
    assert.equal((await store.listTrustRules()).length, 2);
    assert.equal((await readActs(store)).length, 2);
  });

  testWithStore(open, 'rules of an issuer are found byte for byte, oldest first', async (store) => {
    const issuer = 'https://ci.example/';
    const added: [string, string, number][] = [
      ['later', issuer, 2000],
      ['first', issuer, 1000],
      ['other', 'https://ci.example', 1],
      ['case', 'https://CI.example/', 2],
    ];
    for (const [name, ofIssuer, createdAtMs] of added) {
      const rule = { ...TRUST_RULE, name, issuer: ofIssuer };
      await store.insertTrustRule({ id: name, rule, createdAtMs, createdBy: 'root' }, actOf('trust-add'));
    }
    assert.deepEqual(await namesOf(store, issuer), ['first', 'later']);
    assert.deepEqual(await namesOf(store), ['other', 'case', 'first', 'later']);
    assert.deepEqual(await namesOf(store, 'https://ci.example/%'), []);
  });

  testWithStore(open, 'the first use decides what is pinned', async (store) => {
    await store.insertTrustRule(NEW, actOf('trust-add'));
    const pinned = { repository_id: '456789' };
    const act = actOf('trust-pin');
    assert.deepEqual(await store.pinTrustRule(NEW.id, pinned, act), { ...STORED, pinned });
    assert.deepEqual(await store.pinTrustRule(NEW.id, { repository_id: '1' }, act), { ...STORED, pinned });
    assert.equal(await store.pinTrustRule('other', pinned, act), undefined);
    assert.deepEqual(await store.listTrustRules(), [{ ...STORED, pinned }]);
    assert.equal((await readActs(store)).length, 2);
  });

  testWithStore(open, 'the latest use is kept', async (store) => {
    await store.insertTrustRule(NEW, actOf('trust-add'));
    await store.noteTrustRuleUses([{ id: NEW.id, usedAtMs: 5000 }]);
    await store.noteTrustRuleUses([
      { id: NEW.id, usedAtMs: 4000 },
      { id: 'other', usedAtMs: 9000 },
    ]);
    assert.deepEqual(await store.listTrustRules(), [{ ...STORED, lastUsedAtMs: 5000 }]);
  });

  testWithStore(open, 'every change is in both logs, with the digest of the rule', async (store) => {
    const hidden: TrustRule = { ...TRUST_RULE, name: 'hidden', show: 'ids' };
    await store.insertTrustRule(NEW, actOf('trust-add'));
    await store.insertTrustRule({ ...NEW, id: 'tr_2', rule: hidden }, actOf('trust-add'));
    await store.pinTrustRule(NEW.id, { repository_id: '456789' }, actOf('trust-pin'));
    const gone = await store.removeTrustRule('releases', actOf('trust-remove'));
    assert.equal(gone?.id, NEW.id);
    assert.equal(await store.removeTrustRule('releases', actOf('trust-remove')), undefined);

    const { issuer, may, scopes, primes, conditions } = TRUST_RULE;
    const common = { type: 'trust', issuer, may, scopes, primes };
    const pinned = { ...conditions, repository_id: '456789' };
    const effective = digestOf({ ...TRUST_RULE, conditions: pinned, pin: [] });
    assert.deepEqual(await readActs(store), [
      { ...common, rule: 'releases', change: 'add', sha256: digestOf(TRUST_RULE), conditions },
      { ...common, rule: 'hidden', change: 'add', sha256: digestOf({ ...hidden, id: 'tr_2' }) },
      { ...common, rule: 'releases', change: 'pin', sha256: effective, conditions: pinned },
      { ...common, rule: 'releases', change: 'remove', sha256: effective, conditions: pinned },
    ]);
    const audited = await store.listAuditEntries({}, 0, 100);
    assert.deepEqual(
      audited.map(({ action, details }) => [action, details?.rule, details?.sha256]),
      [
        ['trust-add', 'releases', digestOf(TRUST_RULE)],
        ['trust-add', 'hidden', digestOf({ ...hidden, id: 'tr_2' })],
        ['trust-pin', 'releases', effective],
        ['trust-remove', 'releases', effective],
      ],
    );
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(open, 'how the keys of an issuer are found can be replaced', async (store) => {
    const simple = { issuer: 'https://ci.example', jwksFile: undefined, caFile: undefined };
    const first = { ...simple, jwksFile: '/etc/keys.json', allowPrivateAddresses: false };
    await store.setTrustIssuer(first, actOf('trust-issuer'));
    assert.deepEqual(await store.findTrustIssuer('https://ci.example'), first);
    assert.equal(await store.findTrustIssuer('https://ci.example/'), undefined);
    const second = { ...simple, caFile: '/etc/ca.pem', allowPrivateAddresses: true };
    await store.setTrustIssuer(second, actOf('trust-issuer'));
    assert.deepEqual(await store.listTrustIssuers(), [second]);
    assert.deepEqual(
      (await store.listAuditEntries({}, 0, 100)).map(({ details }) => details),
      [
        { issuer: 'https://ci.example', jwks_file: '/etc/keys.json' },
        { issuer: 'https://ci.example', ca_file: '/etc/ca.pem', private_addresses: 'allowed' },
      ],
    );
  });
}

async function namesOf(store: RegistryStore, issuer?: string): Promise<string[]> {
  return (await store.listTrustRules(issuer)).map(({ rule }) => rule.name);
}

function digestOf(rule: TrustRule & { readonly id?: string }): string {
  return createHash('sha256').update(toCanonicalJson(rule)).digest('hex');
}

function actOf(action: AuditAction) {
  return { ...ACT, action };
}
