// After an upgrade, the versions from before the log come into it.
import assert from 'node:assert/strict';
import { getValue, parseVersion } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import type { Recording } from '../../../../scripts/record-fixture/recording.ts';

/** Brings the versions into the log, as a server does. */
export async function assertLogged(store: RegistryStore, { versions }: Recording): Promise<void> {
  for (let { done, of } = await store.findBackfillProgress(); done < of; )
    ({ done, of } = await store.backfillLog(3, Date.UTC(2026, 10, 23)));
  for (const { name, version, sha256 } of versions) {
    const logged = await store.findLoggedVersion(name, getValue(parseVersion(version)));
    assert.ok(Buffer.from(logged?.entry ?? []).includes(sha256), `${name} ${version}`);
  }
  assert.deepEqual(await store.findDefects(), []);
}
