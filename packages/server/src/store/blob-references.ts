// Which blobs versions need.
import { createAuditRecorder } from './audit-log.ts';
import type { BlobReferences } from './maintenance-store.ts';
import type { SqlStoreDeps } from './sql-store.ts';

export function createBlobReferences({ transact, locks, reader }: SqlStoreDeps): BlobReferences {
  const record = createAuditRecorder();
  return {
    async listReferencedBlobs(from, below) {
      const rows = await reader
        .selectFrom('versions')
        .where('sha256', '>=', from)
        .where('sha256', '<', below)
        .select(['sha256', 'size_bytes'])
        .distinct()
        .orderBy('sha256')
        .execute();
      return rows.map((row) => ({ sha256: row.sha256, sizeBytes: row.size_bytes }));
    },

    async listVersionsOfBlob(sha256) {
      const rows = await reader
        .selectFrom('versions')
        .innerJoin('primes', 'primes.id', 'versions.prime_id')
        .where('sha256', '=', sha256)
        .select(['primes.name', 'versions.version'])
        .orderBy('versions.id')
        .execute();
      return rows.map(({ name, version }) => ({ name, version }));
    },

    async countVersions() {
      const blobs = reader.selectFrom('versions').select(['sha256', 'size_bytes']).distinct().as('blobs');
      const { versions } = await reader
        .selectFrom('versions')
        .select(({ fn }) => fn.countAll<number>().as('versions'))
        .executeTakeFirstOrThrow();
      const { count, bytes } = await reader
        .selectFrom(blobs)
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.sum<number | null>('size_bytes').as('bytes'),
        ])
        .executeTakeFirstOrThrow();
      return { versions, blobs: count, blobBytes: bytes ?? 0 };
    },

    whileUnreferenced: (digests, work) =>
      // Every publish needs what is locked here before it puts its blob in place.
      transact(async (transaction) => {
        await locks.lockPublishes(transaction);
        const rows = await transaction
          .selectFrom('versions')
          .where('sha256', 'in', digests)
          .select('sha256')
          .distinct()
          .execute();
        const referenced = new Set(rows.map(({ sha256 }) => sha256));
        const entries = await work(digests.filter((sha256) => !referenced.has(sha256)));
        for (const entry of entries) await record(transaction, entry);
      }),
  };
}
