// Signatures with what they are of, in plain SQL.
import type { SignatureStore, SignedBytes } from '../contracts/signature-store.ts';
import type { LedgerConnection } from './connection.ts';

type LedgerSignatures = Pick<SignatureStore, 'listSignedBytes'>;

export function createLedgerSignatures({ select }: Pick<LedgerConnection, 'select'>): LedgerSignatures {
  return {
    async listSignedBytes({ versionId, position }, limit) {
      return select<SignedBytes>(
        `select version_id as versionId, position, name, version, sha256, source_manifest as sourceManifest,
          fingerprint, armored
        from (
          select version_id, position, fingerprint, armored from version_signatures
          where (version_id, position) > (:versionId, :position) order by version_id, position limit :limit
        ) as signatures
        join versions on versions.id = version_id
        join primes on primes.id = versions.prime_id
        order by version_id, position`,
        { versionId, position, limit },
      ).map((row) => ({ ...row }));
    },
  };
}
