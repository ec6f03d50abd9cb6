// Signatures of versions: their reads, and those that come after the publish.
import { MAX_SIGNATURES, scopeOf } from '@prime-registry/protocol';
import type { SignatureStore } from '../contracts/signature-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { versionIdOf, versionOf } from '../sql/named-versions.ts';
import type { Database } from '../sql/schema.ts';
import { signerNotAllowed } from './find-unsigned.ts';
import { decodeSignedBy, insertSignatures } from './keep-signatures.ts';
import { createSigningRecorder } from './record-signing.ts';
import { createScopeSigners, requiresSignature } from './scope-signers.ts';
import { findSigner } from './signer-finder.ts';
import { tooMany } from './too-many.ts';

/** @param placeOf - the index of an entry, from the one that its append returned: a recovery does entries again */
export function createSignatureStore(
  deps: SqlStoreDeps,
  placeOf = (index: number): number => index,
): SignatureStore {
  const { transactAfterLeases, locks, reader, log } = deps;
  const recordChange = createSigningRecorder(log, placeOf);

  return {
    ...createScopeSigners(deps, recordChange),

    async listSignatures(name, { identity }) {
      const rows = await reader
        .selectFrom('version_signatures')
        .where('version_id', '=', versionIdOf(reader, { name, identity }))
        .selectAll()
        .orderBy('position')
        .execute();
      return rows.map(({ fingerprint, armored, signed_at_ms, principal, since_index }) => ({
        ...{ fingerprint, armored, signedAtMs: signed_at_ms },
        ...{ principal: principal ?? undefined, sinceIndex: since_index ?? undefined },
      }));
    },

    async addSignature({ name, version: { identity }, act, ...signature }) {
      const { fingerprint } = signature;
      const find = async (db: Database) => {
        const row = await versionOf(db, { name, identity })
          .select(['versions.id', 'version', 'sha256', 'signed_by'])
          .executeTakeFirst();
        return row && { ...row, signedBy: decodeSignedBy(row.signed_by) ?? [] };
      };
      // What changes nothing waits for no read lease.
      const known = await find(reader);
      if (known === undefined) return undefined;
      if (known.signedBy.includes(fingerprint)) return 'known';
      return transactAfterLeases(async (transaction) => {
        const scope = scopeOf(name);
        await locks.lockScopes(transaction, [scope]);
        const row = await find(transaction);
        if (row === undefined) return undefined;
        const { signedBy } = row;
        if (signedBy.includes(fingerprint)) return 'known';
        if (signedBy.length >= MAX_SIGNATURES) throw tooMany(`the version has ${MAX_SIGNATURES} signatures`);
        const [signer] = await findSigner(transaction, { scope, fingerprint });
        if (signer === undefined && (await requiresSignature(transaction, scope)))
          throw signerNotAllowed(scope, fingerprint);
        const placed = { versionId: row.id, scope, position: signedBy.length, atMs: act.atMs, signature };
        await insertSignatures(transaction, [placed]);
        await transaction
          .updateTable('versions')
          .set({ signed_by: [...signedBy, fingerprint].join(' ') })
          .where('id', '=', row.id)
          .execute();
        const { version, sha256 } = row;
        const logged = { type: 'sign', name, version, sha256, fingerprint } as const;
        await recordChange(transaction, act, logged, { name, version, details: { fingerprint } });
        return 'added';
      });
    },

    async listSignedBytes({ versionId, position }, limit) {
      return reader
        .selectFrom('version_signatures')
        .innerJoin('versions', 'versions.id', 'version_id')
        .innerJoin('primes', 'primes.id', 'versions.prime_id')
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('version_id', 'position'), '>', tuple(versionId, position)),
        )
        .orderBy('version_id')
        .orderBy('position')
        .limit(limit)
        .select([
          ...(['version_id as versionId', 'position', 'primes.name', 'version', 'sha256'] as const),
          ...(['source_manifest as sourceManifest', 'fingerprint', 'armored'] as const),
        ])
        .execute();
    },
  };
}
