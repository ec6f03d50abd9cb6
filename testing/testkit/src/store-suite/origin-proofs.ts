// What a mirror knows of the logs of its upstreams, and the proofs that come with versions.
import assert from 'node:assert/strict';
import { getValue, parseVersion } from '@prime-registry/protocol';
import type { EvictableVersion, OriginProof, RegistryStore } from '@prime-registry/store';
import { ACT, insert, type VersionDraft } from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const ONE = 'https://one.example';
const TWO = 'https://two.example';
const PROOF: OriginProof = { url: ONE, vkey: 'one.example+0123abcd+AQ==', text: 'proof\n\nnote\n' };
const FORGET = { ...ACT, action: 'forget' } as const;
const FIRST = getValue(parseVersion('1.0.0'));

export function testOriginProofs(open: OpenStore): void {
  testWithStore(open, 'a head of a log replaces only the one that it was compared with', async (store) => {
    const log = { url: ONE, vkeys: ['a+0123abcd+AQ==', 'b+0123abcd+AQ=='], note: 'first' };
    assert.equal(await store.findUpstreamLog(ONE), undefined);
    assert.equal(await store.saveUpstreamLog(log, { ...log, note: 'another' }, 1), false);
    const atOnce = [log, { ...log, note: 'other' }].map((each) => store.saveUpstreamLog(each, undefined, 1));
    assert.deepEqual((await Promise.all(atOnce)).toSorted(), [false, true]);
    const stored = (await store.findUpstreamLog(ONE)) ?? assert.fail('a log');
    const second = { ...log, vkeys: ['c+0123abcd+AQ=='], note: 'second' };
    for (const other of [{ note: 'another' }, { vkeys: log.vkeys.slice(0, 1) }])
      assert.equal(await store.saveUpstreamLog(second, { ...stored, ...other }, 2), false);
    assert.equal(await store.saveUpstreamLog(second, stored, 1e13), true);
    assert.deepEqual(await store.findUpstreamLog(ONE), second);
    assert.equal(await store.findUpstreamLog(TWO), undefined);
  });

  testWithStore(open, 'an operator can forget a log', async (store) => {
    await store.saveUpstreamLog({ url: ONE, vkeys: ['a+0123abcd+AQ=='], note: 'first' }, undefined, 1);
    assert.equal(await store.forgetUpstreamLog(TWO, FORGET), false);
    assert.equal(await store.forgetUpstreamLog(ONE, FORGET), true);
    assert.equal(await store.findUpstreamLog(ONE), undefined);
    assert.equal((await store.listAuditEntries({ actions: ['forget'] }, 0, 10)).length, 1);
  });

  testWithStore(open, 'a proof comes and goes with its version', async (store) => {
    await pull(store, { originProof: PROOF });
    await pull(store, { version: '2.0.0' });
    assert.deepEqual(await store.findOriginProof('@lib/a', FIRST), PROOF);
    assert.equal(await store.findOriginProof('@lib/a', getValue(parseVersion('2.0.0'))), undefined);
    assert.equal(await store.findOriginProof('@lib/b', FIRST), undefined);
    await store.evictVersions(await store.listLeastRead({ lastReadDay: 0, id: 0 }, 10), toEntry);
    assert.equal(await store.findOriginProof('@lib/a', FIRST), undefined);
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(open, 'a proof can come later, once, and only for what is here', async (store) => {
    await store.saveOriginProof('@lib/a', FIRST, PROOF);
    await pull(store, {});
    assert.equal(await store.findOriginProof('@lib/a', FIRST), undefined);
    await store.saveOriginProof('@lib/a', FIRST, PROOF);
    await store.saveOriginProof('@lib/a', FIRST, { ...PROOF, text: 'another' });
    assert.deepEqual(await store.findOriginProof('@lib/a', FIRST), PROOF);
  });

  testWithStore(open, 'a Prime that goes to another upstream leaves its proofs behind', async (store) => {
    await pull(store, { originProof: PROOF });
    const stays = await store.listBoundVersions('@lib/a');
    const rebinding = { name: '@lib/a', from: ONE, to: TWO, stays, removed: [] };
    assert.equal(await store.rebindPrime(rebinding, { ...ACT, action: 'rebind' }, toEntry), true);
    assert.equal(await store.findOriginProof('@lib/a', FIRST), undefined);
  });
}

function pull(store: RegistryStore, draft: VersionDraft): Promise<boolean> {
  return insert(store, { name: '@lib/a', origin: ONE, act: { ...ACT, action: 'mirror' }, ...draft });
}

function toEntry({ name, version }: Pick<EvictableVersion, 'name' | 'version'>) {
  return { ...ACT, action: 'evict', name, version } as const;
}
