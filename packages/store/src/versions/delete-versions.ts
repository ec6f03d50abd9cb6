// Deletes versions with everything that belongs to them except their blobs and what counts them. Evictions and
// removals use it.
import { unpackContents } from '../atoms/content-list.ts';
import { removeContents } from '../atoms/remove-contents.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Transaction } from '../sql/schema.ts';
import { refreshLatest } from './latest-version.ts';
import { INVENTORY_BYTES, VERSION_BYTES } from './stored-bytes.ts';

/** The bytes of a version that was deleted, or of atoms of a Prime whose last version with them is gone. */
export interface FreedBytes {
  readonly primeId: number;
  /** Base URL of the upstream it came from; null if it was published here. */
  readonly origin: string | null;
  readonly scope: string;
  /** 1 for a version, 0 for atoms. */
  readonly versions: 0 | 1;
  /** Of a version: its tarball, its row and its inventory. */
  readonly sizeBytes: number;
}

/** Deletes versions in a transaction that holds the locks of their scopes. */
export async function deleteVersions(
  searchIndex: SearchIndex,
  transaction: Transaction,
  ids: readonly number[],
): Promise<readonly FreedBytes[]> {
  const freed: FreedBytes[] = [];
  const primes = new Map<number, { readonly freed: FreedBytes; readonly contents: Set<number> }>();
  for (const id of ids) {
    await queries.deleteDownloads(transaction, { id });
    await queries.deleteMirrored(transaction, { id });
    await queries.deleteLogged(transaction, { id });
    await queries.deleteProof(transaction, { id });
    await queries.deleteSignatures(transaction, { id });
    const [inventory] = await queries.deleteInventory(transaction, { id });
    const [gone] = await queries.deleteVersion(transaction, { id });
    if (gone === undefined) throw new Error(`there is no version ${id}`);
    const { prime_id: primeId, bytes, ...owner } = gone;
    const version = { primeId, ...owner, versions: 1, sizeBytes: bytes + (inventory?.bytes ?? 0) } as const;
    freed.push(version);
    const prime = primes.get(primeId) ?? { freed: version, contents: new Set() };
    primes.set(primeId, prime);
    for (const content of inventory === undefined ? [] : unpackContents(inventory.contents))
      prime.contents.add(content.id);
  }
  await refreshLatest(searchIndex, transaction, primes.keys());
  // Only now: refreshLatest needs the contents of the old latest versions. No other transaction uses these rows.
  for (const [primeId, { freed: owner, contents }] of primes) {
    const sizeBytes = await removeContents(transaction, primeId, contents);
    freed.push({ ...owner, versions: 0, sizeBytes });
  }
  return freed;
}

const queries = {
  deleteDownloads: prepareQuery((db, { id }: { id: number }) =>
    db.deleteFrom('downloads').where('version_id', '=', id),
  ),
  deleteMirrored: prepareQuery((db, { id }: { id: number }) =>
    db.deleteFrom('mirrored_versions').where('version_id', '=', id),
  ),
  deleteLogged: prepareQuery((db, { id }: { id: number }) =>
    db.deleteFrom('logged_versions').where('version_id', '=', id),
  ),
  deleteProof: prepareQuery((db, { id }: { id: number }) =>
    db.deleteFrom('origin_proofs').where('version_id', '=', id),
  ),
  deleteSignatures: prepareQuery((db, { id }: { id: number }) =>
    db.deleteFrom('version_signatures').where('version_id', '=', id),
  ),
  deleteInventory: prepareQuery((db, { id }: { id: number }) =>
    db
      .deleteFrom('inventories')
      .where('version_id', '=', id)
      .returning(['contents', INVENTORY_BYTES.as('bytes')]),
  ),
  deleteVersion: prepareQuery((db, { id }: { id: number }) =>
    db
      .deleteFrom('versions')
      .where('id', '=', id)
      .returning(['prime_id', 'scope', 'origin', VERSION_BYTES.as('bytes')]),
  ),
};
