// Deliveries to one webhook: in the order of the log, each message at least once, whatever fails at whatever step.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { LogEntry } from '@prime-registry/protocol';
import type { Act, NewWebhook, RegistryStore, Webhook } from '@prime-registry/store';
import { openSqliteStore } from '@prime-registry/store/sqlite';
import { SeededRandom } from '@prime-registry/testkit';
import type { Outcome } from '../../src/events/attempt.ts';
import { type DeliveryDeps, deliverWebhook } from '../../src/events/deliver-webhook.ts';
import { createDeliveryLease } from '../../src/events/deliverer.ts';

const DELIVERED: Outcome = { kind: 'delivered', status: '204' };
const FAILED: Outcome = { kind: 'failed', status: '500', waitMs: 0 };
const HOOK: NewWebhook = {
  ...{ id: 'wh_1', url: 'https://hooks.example/in', types: ['prime.yanked'], scopes: [] },
  ...{ allowsPrivateAddresses: false, createdAtMs: 1 },
};
const ACT: Act = {
  ...{ action: 'webhook-add', atMs: 1, actorId: 'operator', actorName: 'root' },
  ...{ address: undefined, requestId: undefined },
};

/** A store with a webhook at entry 0, and this many entries of a scope each. */
async function openStore(t: TestContext, entries: readonly string[], hook: Partial<NewWebhook> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-test-'));
  const store = await openSqliteStore(join(folder, 'registry.sqlite'));
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  await store.appendToLog(entries.map(yankOf));
  await store.insertWebhook({ ...HOOK, ...hook }, 0, ACT);
  return store;
}

function yankOf(scope: string): LogEntry {
  const common = { v: 1, at: '2026-11-21T09:30:00Z', by: 'environment' } as const;
  return { ...common, type: 'yank', name: `${scope}/a`, version: '1.0.0' };
}

async function findHook(store: RegistryStore): Promise<Webhook> {
  const webhook = await store.findWebhook(HOOK.id);
  assert.ok(webhook);
  return webhook;
}

/** Delivers with these changes. @returns the indexes that were sent */
async function deliver(
  store: RegistryStore,
  changes: Partial<Omit<DeliveryDeps, 'receiver'>> & { answer?: (index: number) => Outcome } = {},
): Promise<number[]> {
  const sent: number[] = [];
  const { logId, edge } = await store.readLogHead();
  const deps: DeliveryDeps = {
    store,
    source: { log: store, size: edge.size, logId, publicUrl: '' },
    receiver: {
      async send({ body }) {
        const { index } = JSON.parse(body).data;
        sent.push(index);
        return changes.answer?.(index) ?? DELIVERED;
      },
    },
    secrets: async () => ['whsec_'],
    now: () => 1_000_000,
    mayBegin: async () => true,
    isClosing: () => false,
    onAttempt: () => undefined,
    onState: () => undefined,
    ...changes,
  };
  await deliverWebhook(deps, await findHook(store));
  return sent;
}

/** The log begins with an entry about itself. */
const TEN = Array.from({ length: 10 }, () => '@acme');
const ONE_TO_TEN = TEN.map((_scope, index) => index + 1);

describe('a delivery', () => {
  test('sends everything in order, and nothing twice', async (t) => {
    const store = await openStore(t, TEN);
    assert.deepEqual(await deliver(store), ONE_TO_TEN);
    assert.deepEqual(await deliver(store), []);
    assert.equal((await findHook(store)).cursor, 11);
  });

  test('sends only what the webhook wants, and does not read the rest again', async (t) => {
    const scopes = ['@other', '@acme', '@other', '@acme', ...Array(100).fill('@other')];
    const store = await openStore(t, scopes, { scopes: ['@acme'] });
    assert.deepEqual(await deliver(store), [2, 4]);
    assert.equal((await findHook(store)).cursor, scopes.length + 1);
    const deaf = await openStore(t, TEN, { types: ['prime.removed'] });
    assert.deepEqual(await deliver(deaf), []);
    assert.equal((await findHook(deaf)).cursor, 11);
  });

  test('stops at a failure, and continues with the same message', async (t) => {
    const store = await openStore(t, TEN);
    const answer = (index: number): Outcome => (index === 4 ? FAILED : DELIVERED);
    assert.deepEqual(await deliver(store, { answer }), [1, 2, 3, 4]);
    const { cursor, attempts, nextAtMs, lastStatus } = await findHook(store);
    assert.deepEqual([cursor, attempts, lastStatus], [4, 1, '500']);
    assert.ok(nextAtMs > 1_000_000);
    assert.deepEqual(await deliver(store), [4, 5, 6, 7, 8, 9, 10]);
    assert.equal((await findHook(store)).attempts, 0);
  });

  test('a change of the state is told once, and audited', async (t) => {
    const store = await openStore(t, TEN);
    const told: string[] = [];
    const onState: DeliveryDeps['onState'] = (_before, { state }) => told.push(state);
    for (let attempt = 0; attempt < 12; attempt += 1) await deliver(store, { onState, answer: () => FAILED });
    assert.deepEqual(told, ['failing']);
    await deliver(store, { onState });
    await store.replayWebhook(HOOK.id, 5, { ...ACT, action: 'webhook-replay' });
    await deliver(store, { onState, answer: () => ({ kind: 'gone', status: '410' }) });
    assert.deepEqual(told, ['failing', 'active', 'disabled']);
    const audited = await store.listAuditEntries({ actions: ['webhook-state'] }, 0, 10);
    assert.deepEqual(
      audited.map(({ actorId, details }) => [actorId, details]),
      [
        ['registry', { webhook: 'wh_1', state: 'failing', reason: '500', at: 1 }],
        ['registry', { webhook: 'wh_1', state: 'active', reason: '204', at: 1 }],
        ['registry', { webhook: 'wh_1', state: 'disabled', reason: '410', at: 5 }],
      ],
    );
  });

  test('sends nothing without a secret, which is no failed attempt', async (t) => {
    const store = await openStore(t, TEN);
    assert.deepEqual(await deliver(store, { secrets: async () => [] }), []);
    const { cursor, attempts, lastStatus } = await findHook(store);
    assert.deepEqual([cursor, attempts], [0, 0]);
    assert.match(lastStatus ?? '', /^not sent: its secret is not in the file of secrets/);
    assert.deepEqual(await deliver(store), ONE_TO_TEN);
  });

  test('ends with a log that went back meanwhile', async (t) => {
    const store = await openStore(t, TEN);
    const { logId } = await store.readLogHead();
    let notes = 0;
    const noteProgress: RegistryStore['noteProgress'] = (...args) => {
      notes += 1;
      assert.ok(notes <= 20, 'it notes the same on and on');
      return store.noteProgress(...args);
    };
    const source = { log: store, size: 100, logId, publicUrl: '' };
    assert.deepEqual(await deliver(store, { store: { noteProgress }, source }), ONE_TO_TEN);
    assert.equal((await findHook(store)).cursor, 11);
  });

  test('sends nothing without the lease', async (t) => {
    const store = await openStore(t, TEN);
    let left = 3;
    const mayBegin = async (): Promise<boolean> => left-- > 0;
    assert.deepEqual(await deliver(store, { mayBegin }), [1, 2, 3]);
  });

  test('stops when a replay moves the webhook meanwhile, and the replay counts', async (t) => {
    const store = await openStore(t, TEN);
    await deliver(store);
    await store.replayWebhook(HOOK.id, 5, ACT);
    let isReplayed = false;
    const mayBegin = async (): Promise<boolean> => {
      if (!isReplayed) await store.replayWebhook(HOOK.id, 2, ACT);
      isReplayed = true;
      return true;
    };
    assert.deepEqual(await deliver(store, { mayBegin }), [5]);
    assert.deepEqual(await deliver(store), ONE_TO_TEN.slice(1));
  });

  for (const seed of [1, 2, 3, 4, 5])
    test(`of processes that die at any step keeps the order, at least once (seed ${seed})`, async (t) => {
      const random = new SeededRandom(seed);
      const store = await openStore(t, TEN);
      /** Dies before the progress is recorded, or just after. */
      const noteProgress: RegistryStore['noteProgress'] = async (...args) => {
        if (random.chance(0.25)) throw new Error('killed before');
        const isNoted = await store.noteProgress(...args);
        if (random.chance(0.25)) throw new Error('killed after');
        return isNoted;
      };
      const sent: number[] = [];
      const answer = (index: number): Outcome => {
        sent.push(index);
        return random.chance(0.2) ? FAILED : DELIVERED;
      };
      while ((await findHook(store)).cursor < 11)
        await deliver(store, { store: { noteProgress }, answer }).catch((error: Error) =>
          assert.match(error.message, /^killed/),
        );
      assert.deepEqual(
        sent,
        sent.toSorted((a, b) => a - b),
        'never out of order',
      );
      assert.deepEqual([...new Set(sent)], ONE_TO_TEN, 'at least once');
    });
});

describe('the right to deliver', () => {
  test('belongs to one process until it ends or is given back', async (t) => {
    const store = await openStore(t, []);
    let nowMs = 1_000_000;
    const now = (): number => nowMs;
    const [one, two] = [createDeliveryLease({ store, now }), createDeliveryLease({ store, now })];
    assert.equal(await one.hold(), true);
    assert.equal(await two.hold(), false);
    nowMs += 29_000;
    assert.equal(await one.hold(), true, 'renewed');
    nowMs += 29_000;
    assert.equal(await two.hold(), false);
    nowMs += 2000;
    assert.equal(await two.hold(), true, 'the first one was silent for too long');
    assert.equal(await one.hold(), false);
    await one.end();
    assert.equal(await two.hold(), true);
    await two.end();
    assert.equal(await one.hold(), true);
  });

  test('is not enough for an attempt if the process was paused while it asked', async (t) => {
    const store = await openStore(t, []);
    let nowMs = 1_000_000;
    const lease = createDeliveryLease({
      store: {
        endLease: store.endLease,
        async tryLease(request) {
          const isTaken = await store.tryLease(request);
          nowMs += 20_000;
          return isTaken;
        },
      },
      now: () => nowMs,
    });
    assert.equal(await lease.hold(), false);
  });
});
