// Stores the signatures that come with new versions, in the transaction that inserts them.
import type { NewSignature } from '../contracts/signature-store.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema, Transaction } from '../sql/schema.ts';
import type { InsertedVersion } from '../versions/insert/version-insert.ts';
import { findSigner } from './signer-finder.ts';

type SignatureRow = Schema['version_signatures'];

/** A signature, and the version that it is of. */
export interface PlacedSignature {
  readonly versionId: number;
  readonly scope: string;
  readonly position: number;
  readonly atMs: number;
  readonly signature: NewSignature;
}

const insert = prepareQuery((db, row: SignatureRow) => db.insertInto('version_signatures').values(row));

/** Stores signatures with what their scope knows of their keys. No statement without any. */
export async function insertSignatures(
  transaction: Transaction,
  placed: readonly PlacedSignature[],
): Promise<void> {
  const signers = await findSigner.each(
    transaction,
    placed.map(({ scope, signature: { fingerprint } }) => ({ scope, fingerprint })),
  );
  const rows = placed.map(({ versionId, position, atMs, signature }, index): SignatureRow => {
    const { fingerprint, armored, before } = signature;
    const [signer] = before === undefined ? (signers[index] ?? []) : [];
    return {
      ...{ version_id: versionId, fingerprint, position, armored },
      signed_at_ms: before?.signedAtMs ?? atMs,
      principal: (before === undefined ? signer?.principal : before.principal) ?? null,
      since_index: signer?.since_index ?? null,
    };
  });
  await insert.each(transaction, rows);
}

/** Stores the signatures of new versions. */
export async function keepSignatures(
  transaction: Transaction,
  inserted: readonly InsertedVersion[],
): Promise<void> {
  const placed = inserted.flatMap(({ id, insert: { version } }) =>
    (version.signatures ?? []).map((signature, position) => ({
      ...{ versionId: id, scope: version.name.scope, position, atMs: version.act.atMs, signature },
    })),
  );
  await insertSignatures(transaction, placed);
}

/** The fingerprints as a column of a version; null if there are none. */
export function encodeSignedBy(signatures: readonly Pick<NewSignature, 'fingerprint'>[] = []): string | null {
  return signatures.length === 0 ? null : signatures.map(({ fingerprint }) => fingerprint).join(' ');
}

/** The fingerprints in the column; undefined if there are none. */
export function decodeSignedBy(column: string | null): readonly string[] | undefined {
  return column === null ? undefined : column.split(' ');
}
