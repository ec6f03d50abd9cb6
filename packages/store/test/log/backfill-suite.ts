// Versions from before the log come into it while the registry goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LogEntry, parseLogEntry, RegistryError } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { ACT, insert, versionOf, yank } from '@prime-registry/testkit/versions';

/** A database that stores of this program and of one without a log open in turns. */
export interface LogUpgrade {
  /** Opens it, and migrates it as needed. The test closes the store. */
  readonly open: () => Promise<RegistryStore>;
  /**
   * Brings it back to the state before the log. No store may be open.
   * @param end - the id of the last version before the log; those behind it came from an older program
   */
  readonly forgetLog: (end?: string) => Promise<void>;
}

const OLD = 25;
const AT = Date.UTC(2026, 10, 23);

/** Declares the tests. @param create - creates an empty database */
export function testLogBackfill(create: () => Promise<LogUpgrade>): void {
  test('versions from before the log come into it once each, in their order', async () => {
    const { open, forgetLog } = await create();
    const before = await open();
    for (let index = 0; index < OLD; index += 1) await insert(before, old(index));
    await yank(before, '1.1.0', 'wrong', '@acme/p1');
    await before.close();
    await forgetLog();
    await using store = await openDisposable(open);

    assert.deepEqual(await store.findBackfillProgress(), { done: 0, of: OLD });
    assert.equal(await store.findLoggedVersion('@acme/p0', versionOf('1.0.0')), undefined);
    assert.deepEqual(await store.findDefects(), [], 'they are not missing yet');
    assert.deepEqual(await store.backfillLog(10, AT), { done: 10, of: OLD });
    assert.notEqual(await store.findLoggedVersion('@acme/p0', versionOf('1.0.0')), undefined);
    await insert(store, { name: '@acme/new' });
    await remove(store, '@acme/p0', '1.12.0');
    await remove(store, '@acme/p0', '1.3.0');
    assert.deepEqual(await store.backfillLog(10, AT), { done: 21, of: OLD });
    assert.deepEqual(await store.backfillLog(10, AT), { done: OLD, of: OLD });
    assert.deepEqual(await store.backfillLog(10, AT), { done: OLD, of: OLD });

    const entries = await readEntries(store);
    const imported = entries.flatMap((entry) => (entry.type === 'import' ? [entry] : []));
    const expected = Array.from({ length: OLD }, (_, index) => index).filter((index) => index !== 12);
    assert.deepEqual(
      imported.map(({ name, version }) => `${name} ${version}`),
      expected.map((index) => `${old(index).name} ${old(index).version}`),
    );
    const yanked = imported.filter((entry) => entry.yanked);
    assert.deepEqual(
      yanked.map(({ version, at, published_at, by }) => ({ version, at, published_at, by })),
      [
        {
          version: '1.1.0',
          at: '2026-11-23T00:00:00Z',
          published_at: '2026-01-01T00:00:01Z',
          by: 'token-1',
        },
      ],
    );
    assert.equal(entries.filter(({ type }) => type === 'publish').length, 1);
    assert.deepEqual(await store.findDefects(), []);
  });

  test('several processes that bring versions into the log bring each once', async () => {
    const { open, forgetLog } = await create();
    const before = await open();
    for (let index = 0; index < OLD; index += 1) await insert(before, old(index));
    await before.close();
    await forgetLog();
    await using one = await openDisposable(open);
    await using other = await openDisposable(open);
    const run = async (store: RegistryStore): Promise<void> => {
      for (let { done, of } = { done: 0, of: OLD }; done < of; )
        ({ done, of } = await store.backfillLog(3, AT));
    };
    const publishes = ['2.0.0', '3.0.0', '4.0.0'].map((version) =>
      insert(one, { name: '@acme/p1', version }),
    );
    await Promise.all([run(one), run(other), ...publishes, remove(other, '@acme/p2', '1.20.0')]);
    const entries = await readEntries(one);
    const places = entries.flatMap((entry) =>
      entry.type === 'import' ? [`${entry.name} ${entry.version}`] : [],
    );
    assert.equal(new Set(places).size, places.length, 'none twice');
    assert.deepEqual(await one.findDefects(), []);
  });

  test('nothing comes into a halted log, and everything afterwards', async () => {
    const { open, forgetLog } = await create();
    const before = await open();
    await insert(before);
    await before.close();
    await forgetLog();
    await using store = await openDisposable(open);
    await store.haltLog('a backup was restored');
    const isHalted = (error: unknown) => error instanceof RegistryError && error.code === 'log_halted';
    await assert.rejects(store.backfillLog(10, AT), isHalted);
    assert.deepEqual(await store.findBackfillProgress(), { done: 0, of: 1 });
    await store.resumeLog();
    assert.deepEqual(await store.backfillLog(10, AT), { done: 1, of: 1 });
    assert.deepEqual(await store.findDefects(), []);
  });

  test('versions that an older program published beside come into the log, and are looked at once', async () => {
    const { open, forgetLog } = await create();
    const before = await open();
    for (let index = 0; index < OLD; index += 1) await insert(before, old(index));
    await yank(before, '1.1.0', 'wrong', '@acme/p1');
    await before.close();
    await forgetLog('0');
    await using store = await openDisposable(open);
    assert.equal((await store.findDefects()).length, OLD, 'each is missing');
    await insert(store, { name: '@acme/new' });
    assert.equal(await store.logUnlogged(20, AT), 20);
    assert.equal(await store.logUnlogged(20, AT), OLD - 20);
    const { edge, logId } = await store.readLogHead();
    assert.equal(await store.logUnlogged(20, AT), 0);
    assert.deepEqual((await store.readLogHead()).edge, edge);
    assert.deepEqual(await store.findDefects(), []);
    const imported = (await readEntries(store)).flatMap((entry) => (entry.type === 'import' ? [entry] : []));
    assert.deepEqual(
      imported.map(({ name, version }) => `${name} ${version}`),
      Array.from({ length: OLD }, (_, index) => `${old(index).name} ${old(index).version}`),
    );
    assert.deepEqual(
      imported.filter((entry) => entry.yanked).map(({ version }) => version),
      ['1.1.0'],
    );
    await store.haltLog('a backup was restored');
    assert.equal(await store.logUnlogged(20, AT), 0, 'nothing is missing, so nothing fails');
    assert.equal((await store.readLogHead()).logId, logId);
  });

  test('ids that have no version without an entry are not looked at again', async () => {
    const { open, forgetLog } = await create();
    const before = await open();
    await insert(before, old(0));
    await before.close();
    await forgetLog('-3000');
    await using store = await openDisposable(open);
    assert.equal(await store.logUnlogged(20, AT), 1);
    assert.deepEqual(await store.findBackfillProgress(), { done: -1000, of: -1000 });
    assert.deepEqual(await store.findDefects(), []);
  });

  test('versions without an entry wait until the older ones are in', async () => {
    const { open, forgetLog } = await create();
    const before = await open();
    for (let index = 0; index < 3; index += 1) await insert(before, old(index));
    await before.close();
    await forgetLog('1');
    await using store = await openDisposable(open);
    assert.equal(await store.logUnlogged(20, AT), 0);
    assert.deepEqual(await store.backfillLog(20, AT), { done: 1, of: 1 });
    const both = [store.logUnlogged(20, AT), store.logUnlogged(20, AT)];
    assert.equal(
      (await Promise.all(both)).reduce((sum, added) => sum + added),
      2,
      'each once',
    );
    assert.deepEqual(await store.findDefects(), []);
  });
}

async function openDisposable(open: LogUpgrade['open']): Promise<RegistryStore & AsyncDisposable> {
  const store = await open();
  return { ...store, [Symbol.asyncDispose]: () => store.close() };
}

function old(index: number) {
  const name = `@acme/p${index % 3}`;
  return { name, version: `1.${index}.0`, publishedAtMs: Date.UTC(2026, 0, 1) + index * 1000 };
}

async function remove(store: RegistryStore, name: string, version: string): Promise<void> {
  const removal = { category: 'secret', reason: undefined, removedAtMs: 5, act: ACT } as const;
  await store.removeVersion({ ...removal, name, version: versionOf(version) });
}

async function readEntries(store: RegistryStore): Promise<LogEntry[]> {
  const { edge } = await store.readLogHead();
  return (await store.listLogEntries(0, edge.size)).map((entry) => parseLogEntry(entry) as LogEntry);
}
