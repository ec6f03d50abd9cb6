// Connections that are lost around a commit: nothing happens twice, no acknowledged change is lost, and an
// unknown outcome is reported as unavailable.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RegistryError } from '@prime-registry/protocol';
import { eventually } from '@prime-registry/testkit';
import { query, sharedPostgres, startPostgres } from '@prime-registry/testkit/postgres';
import { ACT, insertNew, newVersion, versionOf } from '@prime-registry/testkit/versions';
import { openPostgresStore } from '../../src/postgres/open-postgres-store.ts';
import { startCommitBreaker } from './commit-breaker.ts';
import { createMigratedDatabase } from './migrated-database.ts';

await sharedPostgres();

const NAME = '@acme/web-style';

async function open(t: { after(task: () => unknown): void }) {
  const url = await createMigratedDatabase();
  const direct = await openPostgresStore(url, 3);
  const breaker = await startCommitBreaker(url);
  const store = await openPostgresStore(breaker.url, 3);
  t.after(async () => {
    await Promise.all([store.close(), direct.close()]);
    breaker.close();
  });
  return { url, store, breaker, direct };
}

describe('a publish', () => {
  for (const loss of ['before', 'after'] as const) {
    test(`whose connection is lost ${loss} the commit exists once, and its tarball is moved into place once`, async (t) => {
      const { url, store, breaker, direct } = await open(t);
      breaker.lose(1, loss);
      const placed: string[] = [];
      const versions = ['1.0.0', '1.1.0', '1.2.0'];
      const outcomes = await Promise.all(
        versions.map((version) =>
          insertNew(store, newVersion({ version }), async () => void placed.push(version)),
        ),
      );
      assert.equal(breaker.lost(), 1);
      assert.deepEqual(outcomes, [true, true, true]);
      assert.deepEqual(placed.toSorted(), versions);
      assert.deepEqual(
        (await store.listVersions(NAME)).map(({ version }) => version),
        versions,
      );
      const recorded = await query(
        url,
        "select version from audit_log where action = 'publish' order by version",
      );
      assert.deepEqual(
        recorded,
        versions.map((version) => ({ version })),
      );
      assert.equal((await store.findScopeUsage('@acme')).versions, 3);
      assert.equal((await store.readLogHead()).edge.size, 4, 'each is in the log once');
      assert.deepEqual(await direct.findDefects(), []);
    });
  }

  test('loses the race if another replica overtakes it during a retry', async (t) => {
    const { store, breaker, direct } = await open(t);
    breaker.lose(1, 'before');
    let overtaking: Promise<boolean> | undefined;
    const isNew = await insertNew(store, newVersion({ description: 'slow' }), async () => {
      // It waits for the lock, and gets it as soon as the connection is lost.
      overtaking = insertNew(direct, newVersion({ description: 'fast' }));
    });
    const outcomes = [isNew, await overtaking];
    assert.deepEqual(outcomes.toSorted(), [false, true], 'exactly one wins');
    const record = await direct.findVersion(NAME, versionOf('1.0.0'));
    assert.equal(record?.description, isNew ? 'slow' : 'fast');
  });

  test('whose tarball cannot be moved into place fails, however often the others are retried', async (t) => {
    const { store, breaker } = await open(t);
    breaker.lose(2, 'before');
    const failure = new Error('disk full');
    let tried = 0;
    const outcomes = await Promise.allSettled([
      insertNew(store, newVersion({ version: '0.9.0' })),
      insertNew(store, newVersion({ version: '1.0.0' }), async () => {
        tried += 1;
        throw failure;
      }),
      insertNew(store, newVersion({ version: '1.1.0' })),
    ]);
    assert.deepEqual(outcomes, [
      { status: 'fulfilled', value: true },
      { status: 'rejected', reason: failure },
      { status: 'fulfilled', value: true },
    ]);
    assert.equal(tried, 1);
    assert.equal(breaker.lost(), 2);
  });

  test('with an unknown outcome fails as unavailable', async (t) => {
    const { store, breaker, direct } = await open(t);
    breaker.lose(1, 'after');
    const inserting = store.insertVersion(newVersion(), async () => {
      // The outcome cannot be read any more.
      breaker.close();
    });
    await assert.rejects(inserting, (error) => error instanceof RegistryError && error.status === 503);
    assert.equal(breaker.lost(), 1);
    assert.equal((await direct.listVersions(NAME)).length, 1, 'it was committed');
  });
});

test('a publish that a crash rolled back is not confused with a later transaction of the same id', async (t) => {
  // Uncommitted data is only in the memory of the server.
  const server = await startPostgres({ wal_writer_delay: '10s' });
  await query(server.urlOf('postgres'), 'create database registry');
  const url = server.urlOf('registry');
  const breaker = await startCommitBreaker(url);
  const store = await openPostgresStore(breaker.url, 3);
  t.after(async () => {
    await store.close();
    breaker.close();
    await server.remove();
  });
  breaker.lose(1, 'before');
  const reopen = breaker.shutThen();
  const inserting = store.insertVersion(newVersion(), async () => undefined);
  await eventually(async () => assert.equal(breaker.lost(), 1));
  await server.stop('crash');
  await server.start();
  for (let others = 0; others < 20; others += 1) await query(url, 'select pg_current_xact_id()');
  reopen();
  await assert.rejects(inserting, (error) => error instanceof RegistryError && error.status === 503);
  assert.deepEqual(await store.listVersions(NAME), []);
});

test('a yank and a token whose commit was lost exist once', async (t) => {
  const { url, store, breaker } = await open(t);
  await store.insertVersion(newVersion(), async () => undefined);
  for (const loss of ['before', 'after'] as const) {
    breaker.lose(1, loss);
    const id = `id-${loss}`;
    const secret = Buffer.alloc(32, loss);
    const never = { expiresAtMs: undefined, revokedAtMs: undefined, lastUsedAtMs: undefined };
    const token = { id, name: 'x', permissions: [], scopes: ['*'], createdAtMs: 1, ...never };
    await store.insertToken(token, secret, { ...ACT, action: 'token-create' });
    assert.equal((await store.findTokenBySecret(secret))?.id, id);
  }
  breaker.lose(1, 'after');
  const mark = { yankedAtMs: 5, reason: 'wrong', yankedBy: 'me', act: { ...ACT, action: 'yank' } } as const;
  const yanked = await store.yankVersion({ name: NAME, version: versionOf('1.0.0'), ...mark });
  assert.equal(yanked?.yankReason, 'wrong');
  assert.equal(breaker.lost(), 3);
  const recorded = await query(url, 'select action from audit_log order by id');
  assert.deepEqual(
    recorded.map(({ action }) => action),
    ['publish', 'token-create', 'token-create', 'yank'],
  );
});

test('connections that break during publishes lose no acknowledged publish', async (t) => {
  const { url, direct } = await open(t);
  let isOver = false;
  const ending = (async () => {
    for (; !isOver; ) {
      await query(
        url,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'prime-registry' and datname = current_database()",
      );
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  })();
  const placed = new Map<string, number>();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 150 }, async (_, index) => {
      const version = `1.${index % 50}.0`;
      await new Promise((resolve) => setTimeout(resolve, 7 * index));
      const isNew = await insertNew(direct, newVersion({ version, name: `@s${index % 3}/p` }), async () => {
        const key = `${index % 3} ${version}`;
        placed.set(key, (placed.get(key) ?? 0) + 1);
      });
      return { scope: index % 3, version, isNew };
    }),
  );
  isOver = true;
  await ending;
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  for (const reason of refusals)
    assert.ok(reason instanceof RegistryError && reason.status === 503, String(reason));
  const winners = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' && outcome.value.isNew ? [outcome.value] : [],
  );
  for (const scope of [0, 1, 2]) {
    const listed = (await direct.listVersions(`@s${scope}/p`)).map(({ version }) => version).toSorted();
    const won = winners
      .filter((winner) => winner.scope === scope)
      .map(({ version }) => version)
      .toSorted();
    if (refusals.length === 0) assert.deepEqual(listed, won);
    for (const version of won) assert.ok(listed.includes(version));
    assert.equal(new Set(won).size, won.length, 'no version has two winners');
    assert.equal((await direct.findScopeUsage(`@s${scope}`)).versions, listed.length);
    for (const version of listed)
      assert.ok(placed.has(`${scope} ${version}`), 'every version has its tarball');
  }
  assert.deepEqual(await direct.findDefects(), [], 'each version is in the log once');
});

test('a publish that waits too long for a lock fails as unavailable, and the next succeeds', async (t) => {
  const { url, direct } = await open(t);
  const gate = Promise.withResolvers<void>();
  const other = await openPostgresStore(url, 3);
  t.after(() => other.close());
  const underWay = Promise.withResolvers<void>();
  const slow = insertNew(direct, newVersion(), () => {
    underWay.resolve();
    return gate.promise;
  });
  await underWay.promise;
  const inOtherScope = await insertNew(other, newVersion({ name: '@other/p' }));
  assert.equal(inOtherScope, true, 'other scopes do not wait');
  const waiting = other.insertVersion(newVersion({ version: '2.0.0' }), async () => undefined);
  const refused = assert.rejects(waiting, (error) => error instanceof RegistryError && error.status === 503);
  // Also if it is not refused: the transaction of the first one would stay open.
  await refused.finally(() => gate.resolve());
  assert.equal(await slow, true);
  assert.equal(await insertNew(other, newVersion({ version: '2.0.0' })), true);
});
