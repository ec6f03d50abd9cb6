// Yanking: a mark on a version, set once.
import assert from 'node:assert/strict';
import { ACT, insert, versionOf, yank } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';

const NAME = '@acme/web-style';

export function testYanks(open: OpenStore): void {
  testWithStore(open, 'a yanked version stays, marked as yanked, with the reason', async (store) => {
    await insert(store, { version: '1.0.0-rc.1+b' });
    await insert(store, { version: '1.0.0-rc.2' });
    const before = await store.findVersion(NAME, versionOf('1.0.0-rc.1'));
    const yanked = await yank(store, '1.0.0-rc.1', 'wrong “rules”');
    assert.deepEqual(yanked, { ...before, yankedAtMs: Date.UTC(2026, 5, 1), yankReason: 'wrong “rules”' });
    assert.deepEqual(await store.findVersion(NAME, versionOf('1.0.0-rc.1')), yanked);
    const marks = (await store.listVersions(NAME)).map((listed) => [listed.version, listed.yanked]);
    assert.deepEqual(marks, [
      ['1.0.0-rc.1+b', true],
      ['1.0.0-rc.2', false],
    ]);
  });

  testWithStore(open, 'a second yank changes nothing', async (store) => {
    await insert(store);
    const first = await yank(store, '1.0.0', 'first reason');
    const again = { yankedAtMs: Date.UTC(2027, 0, 1), reason: 'another', yankedBy: 'token-2', act: ACT };
    const second = await store.yankVersion({ name: NAME, version: versionOf('1.0.0+x'), ...again });
    assert.deepEqual(second, first);
  });

  testWithStore(open, 'a version that does not exist cannot be yanked', async (store) => {
    await insert(store);
    assert.equal(await yank(store, '1.0.1'), undefined);
    assert.equal(await yank(store, '1.0.0', undefined, '@acme/other'), undefined);
    assert.equal((await store.findVersion(NAME, versionOf('1.0.0')))?.yankedAtMs, undefined);
  });

  testWithStore(open, 'a yanked version cannot be inserted again', async (store) => {
    await insert(store);
    await yank(store, '1.0.0');
    assert.equal(await insert(store), false);
    assert.equal((await store.listVersions(NAME))[0]?.yanked, true);
  });
}
