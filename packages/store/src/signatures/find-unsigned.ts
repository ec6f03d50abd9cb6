// Finds publishes without the signature that their scope requires, in the transaction that inserts them: a key that is
// removed at the same time has either signed before, or not at all.
import { RegistryError } from '@prime-registry/protocol';
import type { Transaction } from '../sql/schema.ts';
import type { NameStanding } from '../versions/insert/name-owners.ts';
import type { Refusal, VersionInsert } from '../versions/insert/version-insert.ts';
import { findSigner } from './signer-finder.ts';

/** Finds the inserts without the signature that their scope requires. No statement unless a scope requires signatures. */
export async function findUnsigned(
  transaction: Transaction,
  inserts: readonly VersionInsert[],
  standings: ReadonlyMap<string, NameStanding | undefined>,
): Promise<Map<VersionInsert, Refusal>> {
  // What was published elsewhere or before was taken in under other rules.
  const asked = inserts.filter(
    ({ version: { act, name } }) => act.action === 'publish' && standings.get(name.full)?.signedScope != null,
  );
  const signatures = asked.flatMap((insert) =>
    (insert.version.signatures ?? []).map(({ fingerprint }) => ({ insert, fingerprint })),
  );
  const found = await findSigner.each(
    transaction,
    signatures.map(({ insert, fingerprint }) => ({ scope: insert.version.name.scope, fingerprint })),
  );
  const refused = new Map<VersionInsert, Refusal>();
  for (const insert of asked) {
    const { name, signatures: given = [] } = insert.version;
    if (given.length === 0) refused.set(insert, { reason: signatureRequired(name.scope) });
  }
  for (const [index, { insert, fingerprint }] of signatures.entries())
    if (found[index]?.[0] === undefined)
      refused.set(insert, { reason: signerNotAllowed(insert.version.name.scope, fingerprint) });
  return refused;
}

function signatureRequired(scope: string): RegistryError {
  return new RegistryError('signature_required', {
    detail: `${scope} takes only versions that are signed by one of its keys; send the signature in a part named 'signature'.`,
  });
}

/** The refusal of a key in a scope that requires signatures. */
export function signerNotAllowed(scope: string, fingerprint: string): RegistryError {
  return new RegistryError('signer_not_allowed', {
    detail: `The signature is good, but its key ${fingerprint} is not one of ${scope}, which requires signatures of its keys.`,
  });
}
