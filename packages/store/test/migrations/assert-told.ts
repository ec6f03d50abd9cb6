// After an upgrade, webhooks are where they were in the log, and witnesses have cosigned what they had.
import assert from 'node:assert/strict';
import type { RegistryStore } from '@prime-registry/store';
import { parseNote } from '@prime-registry/tlog';
import type { Recording } from '../../../../scripts/record-fixture/recording.ts';

/** Compares both with what the recorded program said of them. */
export async function assertTold(
  store: RegistryStore,
  { webhooks = [], witnesses }: Recording,
): Promise<void> {
  const found = (await store.listWebhooks()).map(({ id, url, types, scopes, state, cursor, attempts }) => {
    return { ...{ id, url, types, scopes, state }, next_index: cursor, failed_attempts: attempts };
  });
  const expected = webhooks.map(({ id, url, types, scopes, state, next_index, failed_attempts }) => {
    return { id, url, types, scopes, state, next_index, failed_attempts };
  });
  assert.deepEqual(found, expected);
  const own = (await store.listWitnesses()).map(({ vkey, size }) => ({ vkey, size }));
  assert.deepEqual(own, witnesses?.witnesses ?? []);
  if (witnesses !== undefined) await assertWitnesses(store, witnesses);
}

async function assertWitnesses(
  store: RegistryStore,
  { witnesses, cosigned, witnessed }: NonNullable<Recording['witnesses']>,
): Promise<void> {
  const shown = parseNote(cosigned);
  const [{ size } = assert.fail('no witness')] = witnesses;
  const kept = parseNote((await store.findCosignedHead(size)) ?? assert.fail('no cosigned head'));
  assert.equal(kept.text, shown.text);
  // The other signature is that of the log, which is made anew.
  assert.deepEqual(kept.signatures, shown.signatures.slice(-witnesses.length));
  const { origin } = witnessed;
  const [log, ...others] = await store.listWitnessedLogs();
  assert.deepEqual([{ origin, size: log?.size, note: log?.note }, others], [witnessed, []]);
}
