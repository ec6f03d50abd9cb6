// Read leases, for both engines: what a process may send without a look at the store is never older than what one of
// them has shown.
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@prime-registry/testkit';
import { ACT, insert, versionOf, yank } from '@prime-registry/testkit/versions';
import type { RegistryStore } from '../../src/contracts/registry-store.ts';

/** A new database. */
export interface LeasedDatabase {
  /** Opens it as one process does. */
  open(): Promise<RegistryStore>;
  /** The rows of the table `leases`. */
  listLeases(): Promise<readonly { readonly name: string }[]>;
  run(statement: string): Promise<unknown>;
}

const NAME = '@acme/web-style';
const LEASE_MS = 300;
const MINUTE_MS = 60_000;

/** @param create - makes a new database */
export function testReadLeases(create: () => Promise<LeasedDatabase>): void {
  async function openTwo(t: TestContext) {
    const database = await create();
    const one = await database.open();
    const other = await database.open();
    t.after(() => Promise.all([one.close(), other.close()]));
    await insert(one, { version: '1.0.0' });
    const listHolds = async (): Promise<string[]> =>
      (await database.listLeases()).map(({ name }) => name).filter((name) => name.startsWith('read-hold/'));
    return { database, one, other, listHolds };
  }

  const isYanked = async (store: RegistryStore): Promise<boolean> =>
    (await store.findVersion(NAME, versionOf('1.0.0')))?.yankedAtMs !== undefined;

  /** The changes of what a manifest or a tarball answers. */
  const CHANGES: Readonly<Record<string, (store: RegistryStore) => Promise<unknown>>> = {
    yank: (store) => yank(store, '1.0.0'),
    unyank: (store) => store.unyankVersion({ name: NAME, version: versionOf('1.0.0'), atMs: 1, act: ACT }),
    deprecation: (store) =>
      store.setDeprecation(
        { name: NAME, act: ACT, atMs: 1 },
        { range: '*', message: 'old', successor: undefined },
      ),
    'end of a deprecation': (store) => store.removeDeprecation({ name: NAME, act: ACT, atMs: 1 }, '*'),
    signature: (store) =>
      store.addSignature({
        ...{ name: NAME, version: versionOf('1.0.0'), act: { ...ACT, action: 'sign' } },
        ...{ fingerprint: `SHA256:${'a'.repeat(42)}A`, armored: 'signature' },
      }),
    'recovery of the log': async (store) => {
      const { edge } = await store.readLogHead();
      await store.recoverEntries({ first: edge.size, entries: [], edge, isLast: true });
    },
    move: (store) => store.movePrime({ name: NAME, act: ACT, atMs: 1 }, '@acme/new'),
    removal: (store) =>
      store.removeVersion({
        ...{ name: NAME, version: versionOf('1.0.0'), act: ACT },
        ...{ category: 'law', reason: undefined, removedAtMs: 1 },
      }),
  };

  // Most of their time is waiting.
  describe('a change of what a version answers', { concurrency: true }, () => {
    for (const [what, change] of Object.entries(CHANGES))
      test(`waits until all read leases have ended: ${what}`, async (t) => {
        const { one, other, listHolds } = await openTwo(t);
        if (what === 'unyank') await yank(one, '1.0.0');
        if (what === 'end of a deprecation') await CHANGES.deprecation?.(one);
        await other.registerReadLeases(LEASE_MS, MINUTE_MS);
        const stamp = await other.findLeasableStamp();
        assert.equal(stamp, await other.changeStamp());
        const startMs = performance.now();
        let doneMs = 0;
        const changing = change(one).then(() => {
          doneMs = performance.now();
        });
        await eventually(async () => assert.equal((await listHolds()).length, 1));
        assert.notEqual(
          await other.changeStamp(),
          stamp,
          'who looks at the store sees that something is under way',
        );
        if (doneMs === 0) assert.equal(await other.findLeasableStamp(), undefined, 'no lease begins');
        await changing;
        assert.ok(doneMs - startMs >= LEASE_MS, `${doneMs - startMs} ms`);
        await eventually(async () =>
          assert.equal(await other.findLeasableStamp(), await other.changeStamp()),
        );
        assert.deepEqual(await listHolds(), []);
      });

    test('is visible to nobody before that', async (t) => {
      const { one, other } = await openTwo(t);
      await other.registerReadLeases(LEASE_MS, MINUTE_MS);
      const startMs = performance.now();
      const changing = yank(one, '1.0.0');
      let visibleMs = 0;
      while (visibleMs === 0) {
        await delay(5);
        if (await isYanked(other)) visibleMs = performance.now();
      }
      assert.ok(visibleMs - startMs >= LEASE_MS, `${visibleMs - startMs} ms`);
      await changing;
    });

    test('waits for the longest leases that are registered', async (t) => {
      const { one, other } = await openTwo(t);
      await other.registerReadLeases(2 * LEASE_MS, MINUTE_MS);
      await other.registerReadLeases(1, MINUTE_MS);
      const startMs = performance.now();
      await yank(one, '1.0.0');
      assert.ok(performance.now() - startMs >= 2 * LEASE_MS);
    });

    test('waits for nothing if nobody uses leases, or not any more', async (t) => {
      const { database, one, other, listHolds } = await openTwo(t);
      await yank(one, '1.0.0');
      assert.deepEqual(await database.listLeases(), []);
      // An hour, to be noticed.
      await other.registerReadLeases(3_600_000, MINUTE_MS);
      await database.run("update leases set until_ms = 1 where name like 'read-leases/%'");
      await CHANGES.unyank?.(one);
      assert.equal(await isYanked(other), false);
      assert.deepEqual(await listHolds(), []);
    });

    test('shares a hold with those at the same time', async (t) => {
      const { one, other, listHolds } = await openTwo(t);
      await insert(one, { version: '2.0.0' });
      await other.registerReadLeases(LEASE_MS, MINUTE_MS);
      let isDone = false;
      const changing = Promise.all([yank(one, '1.0.0'), yank(one, '2.0.0')]).then(() => {
        isDone = true;
      });
      const holds = new Set<string>();
      while (!isDone) {
        await delay(5);
        for (const hold of await listHolds()) holds.add(hold);
      }
      await changing;
      assert.equal(holds.size, 1);
    });

    test('waits again if its hold has ended before the commit', async (t) => {
      const { database, one, other, listHolds } = await openTwo(t);
      await other.registerReadLeases(LEASE_MS, MINUTE_MS);
      let isDone = false;
      const changing = yank(one, '1.0.0').then(() => {
        isDone = true;
      });
      await eventually(async () => assert.equal((await listHolds()).length, 1));
      const holds = new Set(await listHolds());
      // As if the process had been stopped for a minute.
      await database.run("update leases set until_ms = 1 where name like 'read-hold/%'");
      while (!isDone) {
        await delay(5);
        for (const hold of await listHolds()) holds.add(hold);
      }
      await changing;
      assert.equal(holds.size, 2);
      assert.ok(await isYanked(other));
    });

    test('fails if the hold cannot be written, and the next one succeeds', async (t) => {
      const { database, one, other } = await openTwo(t);
      await other.registerReadLeases(LEASE_MS, MINUTE_MS);
      await database.run('alter table leases rename to leases_away');
      await assert.rejects(yank(one, '1.0.0'));
      assert.equal(await isYanked(other), false);
      await database.run('alter table leases_away rename to leases');
      await yank(one, '1.0.0');
      assert.ok(await isYanked(other));
    });
  });

  test('publishes and channels wait for no lease', async (t) => {
    const { one, other, listHolds } = await openTwo(t);
    // An hour, to be noticed.
    await other.registerReadLeases(3_600_000, MINUTE_MS);
    await insert(one, { version: '2.0.0' });
    await one.setChannel({ name: NAME, act: ACT, atMs: 1 }, 'beta', versionOf('2.0.0'));
    assert.deepEqual(await listHolds(), []);
  });

  test('nor do yanks that change nothing', async (t) => {
    const { one, other, listHolds } = await openTwo(t);
    // An hour, to be noticed.
    await other.registerReadLeases(3_600_000, MINUTE_MS);
    await CHANGES.unyank?.(one);
    const unknown = { name: NAME, version: versionOf('9.0.0'), atMs: 1, act: ACT };
    assert.equal(await one.unyankVersion(unknown), undefined);
    await insert(one, { name: '@elsewhere/x', version: '1.0.0', origin: 'https://upstream.example' });
    const mirrored = { name: '@elsewhere/x', version: versionOf('1.0.0'), act: ACT };
    for (const reason of ['old', 'again']) {
      const yanked = await one.yankVersion({ ...mirrored, yankedAtMs: 1, reason, yankedBy: 'mirror' });
      assert.equal(yanked?.yankReason, 'old');
    }
    assert.equal((await one.unyankVersion({ ...mirrored, atMs: 1 }))?.yankedAtMs, undefined);
    assert.deepEqual(await listHolds(), []);
  });

  test('nor do other changes of what a version answers that change nothing', async (t) => {
    const { database, one, other, listHolds } = await openTwo(t);
    await insert(one, { version: '2.0.0' });
    const { removal, signature } = CHANGES;
    const change = { name: NAME, act: ACT, atMs: 1 };
    const deprecation = { range: '*', message: 'old', successor: { name: '@acme/new', range: '^2' } };
    const unknown = { ...change, version: versionOf('9.0.0'), category: 'law', reason: undefined } as const;
    const next: (string | undefined)[] = [];
    const repeat = async (): Promise<void> => {
      await one.setDeprecation(change, deprecation);
      await one.movePrime(change, '@acme/new', (moved) => next.push(moved));
      await signature?.(one);
    };
    await repeat();
    await one.movePrime({ ...change, name: '@acme/new' }, '@acme/newer');
    // An hour, to be noticed.
    await other.registerReadLeases(3_600_000, MINUTE_MS);
    await repeat();
    assert.equal(next.at(-1), '@acme/newer', 'the check is made all the same');
    assert.equal(await one.removeDeprecation(change, '<1.0.0'), false);
    await one.movePrime({ ...change, name: '@acme/other' }, undefined);
    assert.equal(await one.removeVersion({ ...unknown, removedAtMs: 1 }), undefined);
    assert.deepEqual(await listHolds(), []);
    await database.run('delete from leases');
    await removal?.(one);
    await other.registerReadLeases(3_600_000, MINUTE_MS);
    await removal?.(one);
    assert.deepEqual(await listHolds(), []);
  });

  test('the hold of a process that has died ends, and the next hold removes it', async (t) => {
    const { database, one, other, listHolds } = await openTwo(t);
    const hold = (untilMs: string): string =>
      `insert into leases (name, holder, until_ms) values ('read-hold/x', 'x', ${untilMs})`;
    await database.run(hold('9007199254740991'));
    assert.equal(await other.findLeasableStamp(), undefined);
    await database.run("update leases set until_ms = 1 where name = 'read-hold/x'");
    assert.equal(await other.findLeasableStamp(), await other.changeStamp());
    await other.registerReadLeases(1, MINUTE_MS);
    await yank(one, '1.0.0');
    assert.ok(!(await listHolds()).includes('read-hold/x'));
  });

  test('a store that is closed during a change leaves its hold: the change may still be committed', async (t) => {
    const { database, one, other, listHolds } = await openTwo(t);
    const third = await database.open();
    await one.registerReadLeases(LEASE_MS, MINUTE_MS);
    const yanking = yank(third, '1.0.0').catch(() => undefined);
    await eventually(async () => assert.equal((await listHolds()).length, 1));
    await third.close();
    assert.equal((await listHolds()).length, 1);
    await yanking;
    assert.equal(await other.findLeasableStamp(), undefined);
  });

  test('a store that is closed leaves no hold', async (t) => {
    const { database, one, listHolds } = await openTwo(t);
    const third = await database.open();
    await one.registerReadLeases(1, MINUTE_MS);
    await yank(third, '1.0.0');
    await third.close();
    assert.deepEqual(await listHolds(), []);
  });
}
