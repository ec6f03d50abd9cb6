// Webhooks: what an operator decides, and how far each is in the log.
import assert from 'node:assert/strict';
import {
  type Act,
  type AuditAction,
  MAX_WEBHOOKS,
  type NewWebhook,
  type RegistryStore,
  type Webhook,
} from '@prime-registry/store';
import { type OpenStore, testWithStore } from './with-store.ts';

export function testWebhooks(open: OpenStore): void {
  testWithStore(open, 'a webhook is as it was added, at the entry that was given', async (store) => {
    assert.equal(await store.insertWebhook(HOOK, 7, actOf('webhook-add')), true);
    assert.deepEqual(await store.listWebhooks(), [ADDED]);
    assert.deepEqual(await store.findWebhook(HOOK.id), ADDED);
    assert.equal(await store.findWebhook('other'), undefined);
  });

  testWithStore(open, 'webhooks are listed oldest first', async (store) => {
    await store.insertWebhook({ ...HOOK, id: 'a', createdAtMs: 2000 }, 0, actOf('webhook-add'));
    await store.insertWebhook({ ...HOOK, id: 'b', createdAtMs: 1000 }, 0, actOf('webhook-add'));
    assert.deepEqual(
      (await store.listWebhooks()).map(({ id }) => id),
      ['b', 'a'],
    );
  });

  testWithStore(open, 'there are at most so many webhooks', async (store) => {
    const insert = (index: number) =>
      store.insertWebhook({ ...HOOK, id: `hook ${index}` }, 0, actOf('webhook-add'));
    for (let index = 2; index < MAX_WEBHOOKS; index += 1) assert.equal(await insert(index), true);
    const last = await Promise.all(Array.from({ length: 5 }, (_, index) => insert(MAX_WEBHOOKS + index)));
    assert.equal(last.filter((isInserted) => isInserted).length, 2);
    assert.equal((await store.listWebhooks()).length, MAX_WEBHOOKS);
  });

  testWithStore(open, 'progress is recorded if nothing else has moved the webhook', async (store) => {
    await store.insertWebhook(HOOK, 7, actOf('webhook-add'));
    const failed = { ...ADDED, attempts: 1, nextAtMs: 5000, lastStatus: '500', lastAtMs: 4000 };
    assert.equal(await store.noteProgress(ADDED, failed), true);
    assert.deepEqual(await store.findWebhook(HOOK.id), failed);
    assert.equal(await store.noteProgress(ADDED, { ...ADDED, cursor: 8 }), false, 'from before');
    const delivered = { ...failed, cursor: 8, attempts: 0, nextAtMs: 0, lastStatus: '204' };
    assert.equal(await store.noteProgress(failed, delivered), true);
    assert.deepEqual(await store.findWebhook(HOOK.id), delivered);
  });

  testWithStore(open, 'a replay moves a webhook, and what was under way is not recorded', async (store) => {
    await store.insertWebhook(HOOK, 7, actOf('webhook-add'));
    const disabled = { ...ADDED, state: 'disabled', attempts: 3, nextAtMs: 9000 } as const;
    await store.noteProgress(ADDED, disabled, actOf('webhook-state'));
    const moved = await store.replayWebhook(HOOK.id, 2, actOf('webhook-replay'));
    assert.deepEqual(moved, { ...ADDED, cursor: 2 });
    assert.equal(await store.noteProgress(disabled, { ...disabled, cursor: 8 }), false);
    assert.deepEqual(await store.replayWebhook(HOOK.id, undefined, actOf('webhook-replay')), moved);
    assert.equal(await store.replayWebhook('other', 2, actOf('webhook-replay')), undefined);
    assert.deepEqual(await listActs(store), [
      ['webhook-add', { webhook: 'wh_1', receiver: 'https://hooks.example', types: HOOK.types, scopes: [] }],
      ['webhook-state', { webhook: 'wh_1', state: 'disabled', at: 7 }],
      ['webhook-replay', { webhook: 'wh_1', from: 2 }],
      ['webhook-replay', { webhook: 'wh_1', from: 2 }],
    ]);
  });

  testWithStore(open, 'a removed webhook is gone', async (store) => {
    await store.insertWebhook(HOOK, 7, actOf('webhook-add'));
    assert.deepEqual(await store.removeWebhook(HOOK.id, actOf('webhook-remove')), ADDED);
    assert.equal(await store.removeWebhook(HOOK.id, actOf('webhook-remove')), undefined);
    assert.deepEqual(await store.listWebhooks(), []);
    assert.equal(await store.noteProgress(ADDED, { ...ADDED, cursor: 8 }), false);
  });
}

const HOOK: NewWebhook = {
  id: 'wh_1',
  url: 'https://hooks.example/in/secret-path',
  types: ['prime.published', 'prime.yanked'],
  scopes: [],
  allowsPrivateAddresses: true,
  createdAtMs: 1000,
};
const ADDED: Webhook = {
  ...HOOK,
  cursor: 7,
  attempts: 0,
  nextAtMs: 0,
  state: 'active',
  lastStatus: undefined,
  lastAtMs: undefined,
};

function actOf(action: AuditAction): Act {
  return {
    ...{ action, atMs: 1000, actorId: 'operator', actorName: 'root' },
    ...{ address: undefined, requestId: undefined },
  };
}

async function listActs(store: RegistryStore) {
  const entries = await store.listAuditEntries({}, 0, 100);
  return entries.map(({ action, details }) => [action, details]);
}
