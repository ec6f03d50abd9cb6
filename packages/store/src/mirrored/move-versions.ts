// Moves versions of a mirrored Prime, and its tombstones, to another owner of the name.
import { scopeOf } from '@prime-registry/protocol';
import type { Rebinding } from '../contracts/mirror/binding-store.ts';
import { primeIdOf } from '../sql/named-versions.ts';
import type { Transaction } from '../sql/schema.ts';
import { changeScopeUsage } from '../versions/scope-usage.ts';
import { countAtoms } from './count-atoms.ts';
import { changeMirrorUsage } from './mirror-usage.ts';

/** Moves what stays. */
export async function moveVersions(
  transaction: Transaction,
  { name, from, to, stays }: Rebinding,
): Promise<void> {
  if (to === undefined || stays.length === 0) return;
  const scope = scopeOf(name);
  const ids = stays.map(({ id }) => id);
  const rowBytes = stays.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  const moved = { versions: stays.length, sizeBytes: rowBytes + (await countAtoms(transaction, ids)) };
  await transaction
    .updateTable('versions')
    .set({ origin: to })
    .where('origin', '=', from)
    .where('prime_id', '=', primeIdOf(transaction, name))
    .execute();
  await changeMirrorUsage(transaction, [
    { origin: to, scope, ...moved },
    { origin: from, scope, versions: -moved.versions, sizeBytes: -moved.sizeBytes },
  ]);
}

/** The removed versions go with the name; if it belongs to this registry from now on, its scope counts them. */
export async function moveTombstones(transaction: Transaction, { name, from, to }: Rebinding): Promise<void> {
  const moved = await transaction
    .updateTable('removed_versions')
    .set({ origin: to ?? null })
    .where('name', '=', name)
    .where('origin', '=', from)
    .returning('identity')
    .execute();
  if (to === undefined && moved.length > 0)
    await changeScopeUsage(transaction, scopeOf(name), { versions: moved.length });
}
