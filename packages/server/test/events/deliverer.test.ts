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

test('a message that arrives while the deliverer looks for more is sent once', async (t) => {
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
  t.after(async () => {
    await deliverer.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  deliverer.start();
  await eventually(async () => assert.ok(changes > 3 && looks >= 2));
  assert.equal(sent.length, 1);
  assert.equal((await store.findWebhook(WEBHOOK))?.attempts, 0);
});
