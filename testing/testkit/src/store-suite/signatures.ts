// Signatures, the keys of scopes, and what a scope requires.
import assert from 'node:assert/strict';
import { MAX_SIGNERS } from '@prime-registry/protocol';
import type { NewSignature, RegistryStore, Signer } from '@prime-registry/store';
import { ACT, insert, newVersion, versionOf } from './inserts/new-version.ts';
import { readWholeLog } from './log/read-log.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const NAME = '@acme/web-style';
const FIRST = versionOf('1.0.0');
const SIGN = { ...ACT, action: 'sign' } as const;
const SIGNER = { ...ACT, action: 'signer' } as const;
const POLICY = { ...ACT, action: 'signing-policy' } as const;

const fingerprint = (letter: string): string => `SHA256:${letter.repeat(42)}A`;
const signature = (letter: string): NewSignature => ({
  fingerprint: fingerprint(letter),
  armored: `signature ${letter}`,
});
const signer = (letter: string, principal?: string): Signer => {
  return { fingerprint: fingerprint(letter), key: `ssh-ed25519 ${letter}`, principal };
};

async function fingerprintsOf(store: RegistryStore, version = FIRST): Promise<string[]> {
  return (await store.listSignatures(NAME, version)).map((each) => each.fingerprint);
}

export function testSignatures(open: OpenStore): void {
  testWithStore(open, 'signatures come with their version, in its transaction', async (store) => {
    const signatures = [signature('b'), signature('a')];
    const failing = async (): Promise<void> => {
      throw new Error('the disk is full');
    };
    await assert.rejects(store.insertVersion(newVersion({ signatures }), failing), /the disk is full/);
    assert.deepEqual(await fingerprintsOf(store), []);
    assert.equal(await insert(store, { signatures }), true);
    assert.equal(await insert(store, { signatures: [signature('c')] }), false, 'it is there already');
    assert.deepEqual(await fingerprintsOf(store), [fingerprint('b'), fingerprint('a')]);
    const keys = [fingerprint('b'), fingerprint('a')];
    assert.deepEqual((await store.findVersion(NAME, FIRST))?.signedBy, keys);
    assert.deepEqual((await store.findWholeVersion(NAME, FIRST))?.signedBy, keys);
    const entry = (await readWholeLog(store)).at(-1);
    assert.deepEqual(entry?.type === 'publish' && entry.signed_by, keys);
    await insert(store, { version: '1.1.0' });
    assert.equal((await store.findVersion(NAME, versionOf('1.1.0')))?.signedBy, undefined);
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(open, 'a check of a version keeps no signature', async (store) => {
    assert.equal(await store.checkVersion(newVersion({ signatures: [signature('a')] })), true);
    assert.deepEqual(await store.listSignedBytes({ versionId: 0, position: -1 }, 10), []);
  });

  testWithStore(open, 'signatures go with their version', async (store) => {
    await insert(store, { signatures: [signature('a')] });
    const removal = { category: 'law', reason: undefined, removedAtMs: 5, act: ACT } as const;
    await store.removeVersion({ ...removal, name: NAME, version: FIRST });
    assert.deepEqual(await store.listSignedBytes({ versionId: 0, position: -1 }, 10), []);
    assert.equal(
      await store.addSignature({ ...signature('b'), name: NAME, version: FIRST, act: SIGN }),
      undefined,
    );
  });

  testWithStore(open, 'all signatures can be listed with what they are of', async (store) => {
    const sourceManifest = Buffer.from('of 1.1.0');
    await insert(store, { signatures: [signature('a'), signature('b')] });
    await insert(store, { version: '1.1.0' });
    await insert(store, { version: '1.2.0', signatures: [signature('c')], sourceManifest });
    const all = await store.listSignedBytes({ versionId: 0, position: -1 }, 10);
    assert.deepEqual(
      all.map((each) => [each.name, each.version, each.position, each.fingerprint, each.armored]),
      [
        [NAME, '1.0.0', 0, fingerprint('a'), 'signature a'],
        [NAME, '1.0.0', 1, fingerprint('b'), 'signature b'],
        [NAME, '1.2.0', 0, fingerprint('c'), 'signature c'],
      ],
    );
    assert.deepEqual(Buffer.from(all[2]?.sourceManifest ?? []), sourceManifest);
    const [first, second] = all;
    assert.ok(first !== undefined && second !== undefined);
    assert.deepEqual(await store.listSignedBytes(first, 1), [second]);
  });

  testWithStore(
    open,
    'a key is known from the entry that adds it to the one that removes it',
    async (store) => {
      await store.addSigner('@acme', signer('a', 'ada@example.com'), SIGNER);
      await insert(store, { signatures: [signature('a'), signature('b')] });
      assert.equal(await store.removeSigner('@acme', fingerprint('b'), SIGNER), false);
      assert.equal(await store.removeSigner('@other', fingerprint('a'), SIGNER), false);
      assert.equal(await store.removeSigner('@acme', fingerprint('a'), SIGNER), true);
      assert.equal(await store.removeSigner('@acme', fingerprint('a'), SIGNER), false);
      await insert(store, { version: '1.1.0', signatures: [signature('a')] });
      // 0 begins the log.
      const { signers } = await store.findScopeSigning('@acme');
      assert.deepEqual(signers, [{ ...signer('a', 'ada@example.com'), sinceIndex: 1, untilIndex: 3 }]);
      const who = (version: string) =>
        store
          .listSignatures(NAME, versionOf(version))
          .then((all) => all.map(({ principal, sinceIndex }) => [principal, sinceIndex]));
      assert.deepEqual(await who('1.0.0'), [
        ['ada@example.com', 1],
        [undefined, undefined],
      ]);
      assert.deepEqual(await who('1.1.0'), [[undefined, undefined]]);
    },
  );

  testWithStore(open, 'a scope has at most a hundred keys at the same time', async (store) => {
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const nth = (index: number): Signer => {
      const letters = `${digits[Math.floor(index / 26)]}${digits[index % 26]}`;
      return {
        fingerprint: `SHA256:${letters}${'x'.repeat(40)}A`,
        key: 'ssh-ed25519 x',
        principal: undefined,
      };
    };
    for (let index = 0; index < MAX_SIGNERS; index += 1) await store.addSigner('@acme', nth(index), SIGNER);
    await assert.rejects(store.addSigner('@acme', nth(MAX_SIGNERS), SIGNER), /has 100 keys/);
    await store.addSigner('@acme', { ...nth(1), principal: 'ada' }, SIGNER);
    await store.removeSigner('@acme', nth(0).fingerprint, SIGNER);
    await store.addSigner('@acme', nth(MAX_SIGNERS), SIGNER);
  });

  testWithStore(
    open,
    'a scope that requires signatures refuses publishes, and nothing else',
    async (store) => {
      await store.addSigner('@acme', signer('a'), SIGNER);
      await store.setSigningPolicy('@acme', true, POLICY);
      assert.equal((await store.findScopeSigning('@acme')).requiresSignature, true);
      assert.equal((await store.findScopeSigning('@other')).requiresSignature, false);
      const publish = (version: string, signatures?: NewSignature[]) =>
        insert(store, { version, signatures });
      const refusals = await Promise.allSettled([
        publish('1.0.0'),
        publish('1.1.0', [signature('b')]),
        publish('1.2.0', [signature('a')]),
        publish('1.3.0', [signature('a'), signature('b')]),
        insert(store, { name: '@other/a' }),
      ]);
      assert.deepEqual(
        refusals.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code)),
        ['signature_required', 'signer_not_allowed', true, 'signer_not_allowed', true],
      );
      assert.equal(await insert(store, { version: '2.0.0', act: { ...ACT, action: 'import' } }), true);
      await store.setSigningPolicy('@acme', false, POLICY);
      assert.equal(await publish('1.0.0'), true);
      assert.deepEqual(await store.listSigningScopes('', 10), ['@acme']);
      assert.deepEqual(await store.listSigningScopes('@acme', 10), []);
    },
  );

  testWithStore(open, 'every change is in the audit log', async (store) => {
    await insert(store);
    await store.addSigner('@acme', signer('a', 'ada'), SIGNER);
    await store.addSignature({ ...signature('a'), name: NAME, version: FIRST, act: SIGN });
    await store.setSigningPolicy('@acme', true, POLICY);
    await store.removeSigner('@acme', fingerprint('a'), SIGNER);
    const entries = await store.listAuditEntries({ actions: ['sign', 'signer', 'signing-policy'] }, 0, 10);
    assert.deepEqual(
      entries.map(({ action, details }) => [action, details]),
      [
        ['signer', { scope: '@acme', fingerprint: fingerprint('a'), principal: 'ada', change: 'add' }],
        ['sign', { fingerprint: fingerprint('a') }],
        ['signing-policy', { scope: '@acme', require_signature: 'yes' }],
        ['signer', { scope: '@acme', fingerprint: fingerprint('a'), principal: 'ada', change: 'remove' }],
      ],
    );
  });

  testWithStore(open, 'keys and policies come back with the log, at their places', async (store) => {
    const later = await open();
    await later.addSigner('@acme', signer('a', 'ada'), SIGNER);
    await later.addSigner('@acme', signer('b'), SIGNER);
    await insert(later, { signatures: [signature('a')] });
    await later.addSignature({ ...signature('b'), name: NAME, version: FIRST, act: SIGN });
    await later.setSigningPolicy('@acme', true, POLICY);
    await later.removeSigner('@acme', fingerprint('a'), SIGNER);
    await later.addSigner('@acme', signer('b', 'bob'), SIGNER);
    const { edge } = await later.readLogHead();
    const missing = { first: 0, entries: await later.listLogEntries(0, edge.size), edge, isLast: true };
    const recovered = await store.recoverEntries(missing);
    assert.deepEqual(
      recovered?.unfollowed.map(({ index, reason }) => [index, /has to be sent again/.test(reason)]),
      [[4, true]],
    );
    const signing = await later.findScopeSigning('@acme');
    assert.equal(signing.signers.length, 3);
    assert.deepEqual(await store.findScopeSigning('@acme'), signing);
    assert.deepEqual(await readWholeLog(store), await readWholeLog(later));
    assert.deepEqual(await store.findDefects(), []);
    await later.close();
  });
}
