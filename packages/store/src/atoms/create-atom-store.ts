// Assembles the AtomStore: reads, and replacing inventories that are missing or of an old format.
import { parseAssessment } from '@prime-registry/lint';
import type { AtomStore } from '../contracts/atom-store.ts';
import { INVENTORY_FORMAT } from '../contracts/atom-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { changeMirrorUsage } from '../mirrored/mirror-usage.ts';
import { type VersionKey, versionOf } from '../sql/named-versions.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import { whileFresh } from '../versions/insert/removed-numbers.ts';
import { refreshLatest } from '../versions/latest-version.ts';
import { changeScopeUsage } from '../versions/scope-usage.ts';
import { INVENTORY_BYTES } from '../versions/stored-bytes.ts';
import { createAtomReads } from './atom-reads.ts';
import { unpackContents } from './content-list.ts';
import { createLinkReads } from './link-reads.ts';
import { prepareInventory } from './prepare-inventory.ts';
import { removeContents } from './remove-contents.ts';
import { writeInventories } from './write-inventory.ts';

/** Whether a stored assessment is of today's rules. */
function isAssessed(assessment: string | null): boolean {
  return assessment !== null && parseAssessment(assessment) !== undefined;
}

export function createAtomStore({ transact, locks, reader, searchIndex }: SqlStoreDeps): AtomStore {
  const findVersion = prepareQuery((db, version: VersionKey) =>
    versionOf(db, version).select(['id', 'prime_id', 'origin']),
  );
  const findInventory = prepareQuery((db, { versionId }: { versionId: number }) =>
    db
      .selectFrom('inventories')
      .where('version_id', '=', versionId)
      .select(['contents', INVENTORY_BYTES.as('bytes')]),
  );

  return {
    ...createAtomReads(reader),
    ...createLinkReads(reader),

    async listUnreadVersions(afterId, limit) {
      const rows = await reader
        .selectFrom('versions')
        .innerJoin('primes', 'primes.id', 'versions.prime_id')
        .leftJoin('inventories', (join) =>
          join
            .onRef('inventories.version_id', '=', 'versions.id')
            // PostgreSQL may merge both tables by id, and would read this one from its beginning.
            .on('inventories.version_id', '>', afterId),
        )
        .where('versions.id', '>', afterId)
        .orderBy('versions.id')
        .limit(limit)
        .select([
          'versions.id',
          'primes.name',
          'versions.version',
          'sha256',
          'size_bytes',
          'format',
          'assessment',
        ])
        .execute();
      const unread = rows.filter(
        ({ format, assessment }) => format !== INVENTORY_FORMAT || !isAssessed(assessment),
      );
      return {
        unread: unread.map(({ id, name, version, sha256, size_bytes: sizeBytes }) => ({
          ...{ id, name, version, sha256, sizeBytes },
        })),
        count: rows.length,
        lastId: rows.at(-1)?.id,
      };
    },

    replaceInventory: (name, { identity }, inventory) =>
      whileFresh(reader, name.full, async (removals) => {
        const [known] = await findVersion(reader, { name: name.full, identity });
        if (known === undefined) return false;
        const prepared = await prepareInventory(reader, name.full, inventory, {
          isEvictable: known.origin !== null,
        });
        return transact(async (transaction) => {
          await locks.lockScopes(transaction, [name.scope]);
          const [version] = await findVersion(transaction, { name: name.full, identity });
          if (version === undefined) return false;
          await removals.requireSame(transaction);
          const { id: versionId, prime_id: primeId, origin } = version;
          const [before] = await findInventory(transaction, { versionId });
          const written = await writeInventories(transaction, [
            { versionId, inventory: prepared, isCounted: true },
          ]);
          await refreshLatest(searchIndex, transaction, [primeId]);
          const listed = before === undefined ? [] : unpackContents(before.contents);
          const freed = await removeContents(transaction, primeId, new Set(listed.map(({ id }) => id)));
          const sizeBytes = (written.get(versionId) ?? 0) - (before?.bytes ?? 0) - freed;
          if (origin === null) await changeScopeUsage(transaction, name.scope, { sizeBytes });
          else await changeMirrorUsage(transaction, [{ origin, scope: name.scope, versions: 0, sizeBytes }]);
          return true;
        });
      }),
  };
}
