// Writes everything that belongs to new versions except their rows, in the transaction that inserts them.
import { writeInventories } from '../../atoms/write-inventory.ts';
import { record } from '../../audit-log.ts';
import type { AuditEntry } from '../../contracts/audit-store.ts';
import type { NewVersion } from '../../contracts/version-store.ts';
import { recordMirrored } from '../../mirrored/mirrored-versions.ts';
import { keepProofs } from '../../mirrored/origin-proofs.ts';
import { noteSeen } from '../../mirrored/seen-versions.ts';
import { keepSignatures } from '../../signatures/keep-signatures.ts';
import type { Transaction } from '../../sql/schema.ts';
import { together } from '../../sql/together.ts';
import { addScopeUsage } from '../scope-usage.ts';
import type { InsertedVersion } from './version-insert.ts';

/** Counts new versions, stores their inventories and records them in the audit log. */
export async function recordVersions(
  transaction: Transaction,
  inserted: readonly InsertedVersion[],
): Promise<void> {
  await together(
    transaction,
    () => addScopeUsage(transaction, inserted),
    () => record(transaction, ...inserted.map(({ insert }) => toAuditEntry(insert.version))),
    () => recordContents(transaction, inserted),
    () => noteSeen(transaction, inserted),
    () => keepProofs(transaction, inserted),
    () => keepSignatures(transaction, inserted),
  );
}

/** Stores inventories, and what mirrored versions take with them. */
async function recordContents(transaction: Transaction, inserted: readonly InsertedVersion[]): Promise<void> {
  const atomBytes = await writeInventories(
    transaction,
    inserted.flatMap(({ id, insert: { version, inventory } }) =>
      inventory === undefined ? [] : [{ versionId: id, inventory, isCounted: version.origin !== undefined }],
    ),
  );
  await recordMirrored(transaction, inserted, atomBytes);
}

function toAuditEntry(published: NewVersion): AuditEntry {
  const { act, name, version, sha256, sizeBytes, secrets, channel, promotedFrom, restores } = published;
  const details = {
    sha256,
    size_bytes: sizeBytes,
    secrets,
    channel,
    promoted_from: promotedFrom?.registry,
    restores_removed: restores,
    signed_by: published.signatures?.map(({ fingerprint }) => fingerprint),
  };
  return { ...act, name: name.full, version: version.full, details };
}
