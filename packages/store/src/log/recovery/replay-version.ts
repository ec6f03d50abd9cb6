// The entries of versions. Their tarballs are not in the log, so a version that the database lacks is lost; it keeps its
// place in the log, and comes back as the later entries leave it.
import { getValue, parseVersion, type Version, type VersionLogEntry } from '@prime-registry/protocol';
import type { Selectable } from 'kysely';
import type { VersionDigest } from '../../contracts/log/lost-version-store.ts';
import { type VersionKey, versionOf } from '../../sql/named-versions.ts';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Schema, Transaction } from '../../sql/schema.ts';

/** The yank of a version, or the end of one. */
interface YankState {
  readonly name: string;
  readonly version: Version;
  readonly yankedAtMs?: number;
  readonly yankedBy?: string;
  readonly reason?: string | undefined;
}

const find = prepareQuery((db, version: VersionKey) =>
  versionOf(db, version).select(['versions.id', 'sha256']),
);

async function link(transaction: Transaction, versionId: number, index: number): Promise<void> {
  await transaction
    .insertInto('logged_versions')
    .values({ version_id: versionId, entry_index: index })
    .onConflict((conflict) => conflict.column('version_id').doNothing())
    .execute();
}

async function lose(
  transaction: Transaction,
  version: VersionDigest,
  state: Omit<Selectable<Schema['lost_versions']>, keyof VersionDigest>,
): Promise<void> {
  await transaction
    .insertInto('lost_versions')
    .values({ ...version, ...state })
    .onConflict((conflict) => conflict.columns(['name', 'identity', 'sha256']).doUpdateSet(state))
    .execute();
}

export async function replayVersion(
  transaction: Transaction,
  entry: VersionLogEntry,
  index: number,
): Promise<{ readonly lost?: VersionDigest; readonly reason?: string } | undefined> {
  const { name, sha256 } = entry;
  const { full, identity } = getValue(parseVersion(entry.version));
  const [row] = await find(transaction, { name, identity });
  if (row !== undefined && row.sha256 !== sha256)
    return { reason: `is of ${name} ${full}, which is here with another tarball` };
  if (row !== undefined) {
    await link(transaction, row.id, index);
    return undefined;
  }
  const version = { name, identity, sha256 };
  if ('origin' in entry && entry.origin !== undefined) {
    // It can be pulled again, with these bytes only.
    await transaction
      .insertInto('seen_versions')
      .values({ ...version, origin: entry.origin })
      .onConflict((conflict) => conflict.columns(['name', 'identity']).doNothing())
      .execute();
    return undefined;
  }
  const yank = 'yanked' in entry && entry.yanked === true ? entry : undefined;
  await lose(transaction, version, {
    entry_index: index,
    yanked_at_ms: yank === undefined ? null : Date.parse(yank.at),
    yanked_by: yank?.by ?? null,
    yank_reason: null,
  });
  const reason =
    entry.channel === undefined
      ? undefined
      : `lets the channel ${entry.channel} of ${name} name ${full}, which is not here`;
  return { lost: version, ...(reason !== undefined && { reason }) };
}

/** What a version that is not here comes back as. */
export async function keepYank(
  transaction: Transaction,
  { name, version: { identity }, yankedAtMs, yankedBy, reason }: YankState,
): Promise<void> {
  await transaction
    .updateTable('lost_versions')
    .set({
      yanked_at_ms: yankedAtMs ?? null,
      yanked_by: yankedBy ?? null,
      yank_reason: reason ?? null,
    })
    .where('name', '=', name)
    .where('identity', '=', identity)
    .where('entry_index', 'is not', null)
    .execute();
}

/** A removed version does not come back. */
export async function forgetLost(transaction: Transaction, { name, identity }: VersionKey): Promise<void> {
  await transaction
    .deleteFrom('lost_versions')
    .where('name', '=', name)
    .where('identity', '=', identity)
    .where('entry_index', 'is not', null)
    .execute();
}
