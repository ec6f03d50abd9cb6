// The deliveries of one process: what begins while others end.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { LogEntry } from '@prime-registry/protocol';
import { openSqliteStore } from '@prime-registry/store/sqlite';
import { eventually } from '@prime-registry/testkit';
import type { Outcome } from '../../src/events/attempt.ts';
import { Deliverer } from '../../src/events/deliverer.ts';
import { makeWebhookSecret, parseWebhookSecrets } from '../../src/events/webhook-secrets.ts';

const WEBHOOK = 'wh_1';
const SECRETS = parseWebhookSecrets(`${WEBHOOK} ${makeWebhookSecret()}`);
const YANK: LogEntry = {
  ...{ v: 1, at: '2026-11-21T09:30:00Z', by: 'environment' },
  ...{ type: 'yank', name: '@acme/a', version: '1.0.0' },
};

/** A store with a webhook, and a message for it. */
async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-test-'));
  const store = await openSqliteStore(join(folder, 'registry.sqlite'));
  await store.insertWebhook(
    {
      ...{ id: WEBHOOK, url: 'https://hooks.example/in', types: ['prime.yanked'], scopes: [] },
      ...{ allowsPrivateAddresses: false, createdAtMs: 1 },
    },
    0,
    {
      ...{ action: 'webhook-add', atMs: 1, actorId: 'operator', actorName: 'root' },
      ...{ address: undefined, requestId: undefined },
    },
  );
  await store.appendToLog([YANK]);
  const close = async (): Promise<void> => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { store, close };
}

test('a message that arrives while the deliverer looks for more is sent once', async (t) => {
  const { store, close } = await openStore();
  const sent: number[] = [];
  const [answer, closed] = [Promise.withResolvers<Outcome>(), Promise.withResolvers<void>()];
  let [changes, looks] = [0, 0];
  const deliverer = new Deliverer({
    store,
    changeStamp: () => ++changes,
    now: () => 1_000_000,
    publicUrl: '',
    openReceiver: () => ({
      send: ({ body }) => {
        sent.push(JSON.parse(body).data.index);
        return answer.promise;
      },
      close: async () => closed.resolve(),
    }),
    // The second look has read the webhook: now its first message is answered.
    async readSecrets() {
      if (++looks === 2) {
        answer.resolve({ kind: 'delivered', status: '204' });
        await closed.promise;
        await new Promise(setImmediate);
      }
      return SECRETS;
    },
    onAttempt: () => undefined,
    onState: () => undefined,
    onFailure: assert.ifError,
  });
  deliverer.start();
  t.after(() => deliverer.close().then(close));
  await eventually(async () => assert.ok(changes > 3 && looks >= 2));
  assert.equal(sent.length, 1);
  assert.equal((await store.findWebhook(WEBHOOK))?.attempts, 0);
});

test('an attempt that a clock far ahead has put off is made at once', async (t) => {
  const { store, close } = await openStore();
  const [webhook] = await store.listWebhooks();
  assert.ok(webhook);
  const aYearMs = 365 * 86_400_000;
  await store.noteProgress(webhook, { ...webhook, attempts: 1, nextAtMs: aYearMs, lastStatus: '500' });
  const sent = Promise.withResolvers<void>();
  const deliverer = new Deliverer({
    store,
    ...{ changeStamp: () => 1, now: () => 1_000_000, publicUrl: '', readSecrets: async () => SECRETS },
    openReceiver: () => ({
      async send() {
        sent.resolve();
        return { kind: 'delivered', status: '204' };
      },
      close: async () => undefined,
    }),
    ...{ onAttempt: () => undefined, onState: () => undefined, onFailure: assert.ifError },
  });
  t.after(() => deliverer.close().then(close));
  deliverer.start();
  await sent.promise;
});
