// Inserts of lost versions. Only the very same version comes back; if the log has its entry, it comes back as the log
// left it: at its place, and yanked if it was.
import { hash } from 'node:crypto';
import { RegistryError } from '@prime-registry/protocol';
import type { Selectable } from 'kysely';
import type { YankMark } from '../../contracts/version-store.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Schema, Transaction } from '../../sql/schema.ts';
import type { NameStanding } from './name-owners.ts';
import type { InsertedVersion, Refusal, VersionInsert } from './version-insert.ts';

/** What the log says about a lost version. */
interface ReturningVersion {
  /** The place of the entry that tells its digest. */
  readonly entryIndex: number;
  /** Undefined if it is not yanked. */
  readonly yank: YankMark | undefined;
}

/** The lost ones among some inserts. */
interface LostInserts {
  readonly refused: ReadonlyMap<VersionInsert, Refusal>;
  readonly returning: ReadonlyMap<VersionInsert, ReturningVersion>;
}

type LostRow = Selectable<Schema['lost_versions']> & { readonly entry: Uint8Array | null };

/** Finds the inserts of lost versions: those with other bytes, and those that are in the log. */
export async function findLost(
  transaction: Transaction,
  inserts: readonly VersionInsert[],
  standings: ReadonlyMap<string, NameStanding | undefined>,
): Promise<LostInserts> {
  const asked = inserts.filter(({ version: { name } }) => standings.get(name.full)?.lostName != null);
  const found = await findLostRows.each(transaction, asked.map(keyOf));
  const refused = new Map<VersionInsert, Refusal>();
  const returning = new Map<VersionInsert, ReturningVersion>();
  for (const [index, insert] of asked.entries()) {
    const rows = found[index] ?? [];
    const same = rows.find(({ sha256 }) => sha256 === insert.version.sha256);
    if (same === undefined) {
      if (rows.length > 0) refused.set(insert, { reason: publishedBefore(insert, rows) });
    } else if (same.entry !== null && insert.version.origin === undefined) {
      if (isLoggedAs(same.entry, insert)) returning.set(insert, toReturning(same));
      else refused.set(insert, { reason: otherManifest(insert) });
    }
  }
  return { refused, returning };
}

const forget = prepareQuery((db, { name, identity }: ReturnType<typeof keyOf>) =>
  db
    .updateTable('lost_versions')
    .set({ entry_index: null, yanked_at_ms: null, yanked_by: null, yank_reason: null })
    .where('name', '=', name)
    .where('identity', '=', identity),
);

/** Notes that lost versions are back: from now on, they have their entries as others do. */
export async function noteReturns(
  transaction: Transaction,
  inserted: readonly InsertedVersion[],
): Promise<void> {
  const returned = inserted.filter(({ entryIndex }) => entryIndex !== undefined);
  await forget.each(
    transaction,
    returned.map(({ insert }) => keyOf(insert)),
  );
}

/** Whether the log has the entry of this version; its receipt then proves what was sent. */
function isLoggedAs(entry: Uint8Array, { version }: VersionInsert): boolean {
  const said = JSON.parse(Buffer.from(entry).toString()) as Readonly<Record<string, unknown>>;
  return (
    said.version === version.version.full &&
    said.manifest_sha256 === hash('sha256', version.sourceManifest, 'hex')
  );
}

function toReturning(row: LostRow): ReturningVersion {
  const { entry_index: entryIndex, yanked_at_ms: atMs, yanked_by: by, yank_reason: reason } = row;
  const yank = atMs === null ? undefined : { atMs, by: by ?? 'operator', reason: reason ?? undefined };
  return { entryIndex: entryIndex ?? 0, yank };
}

function keyOf({ version: { name, version } }: VersionInsert) {
  return { name: name.full, identity: version.identity };
}

const findLostRows = prepareQuery((db, { name, identity }: ReturnType<typeof keyOf>) =>
  db
    .selectFrom('lost_versions')
    .leftJoin('log_entries', 'log_entries.entry_index', 'lost_versions.entry_index')
    .where('name', '=', name)
    .where('identity', '=', identity)
    .selectAll('lost_versions')
    .select('entry')
    .orderBy('sha256'),
);

function publishedBefore({ version: { name, version } }: VersionInsert, rows: readonly LostRow[]) {
  const digests = rows.map(({ sha256 }) => sha256).join(' or ');
  return new RegistryError('version_exists', {
    detail:
      `${name.full} ${version.full} was published before this registry went back to an older state, such as a backup, ` +
      `with another tarball (SHA-256 ${digests}), and a version is never replaced; ` +
      'publish that tarball again, or a higher version.',
  });
}

function otherManifest({ version: { name, version } }: VersionInsert) {
  return new RegistryError('version_exists', {
    detail:
      `${name.full} ${version.full} was published before this registry went back to an older state, such as a backup, ` +
      'with the same tarball and another pack.yaml, and a version is never replaced; publish it with the pack.yaml ' +
      'that is in the tarball, or publish a higher version.',
  });
}
