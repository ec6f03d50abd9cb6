// References from versions to blobs.
import { record } from '../audit-log.ts';
import type { BlobReferences } from '../contracts/maintenance-store.ts';
import type { SqlStoreDeps } from '../engine.ts';

export function createBlobReferences({ transact, locks, reader }: SqlStoreDeps): BlobReferences {
  return {
    async listReferencedBlobs(from, below) {
      const rows = await reader
        .selectFrom('versions')
        .where('sha256', '>=', from)
        .where('sha256', '<', below)
        .groupBy(['sha256', 'size_bytes'])
        .select(({ fn }) => ['sha256', 'size_bytes', fn.countAll<number>().as('versions')])
        .orderBy('sha256')
        .execute();
      return rows.map(({ sha256, size_bytes, versions }) => ({ sha256, sizeBytes: size_bytes, versions }));
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

    whileUnreferenced: (digests, work) =>
      // Every publish needs this lock before it moves its blob into place.
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
        await record(transaction, ...entries);
      }),
  };
}
