// Lets channels name versions, in the transaction of a publish or alone.
import { MAX_CHANNELS, RegistryError } from '@prime-registry/protocol';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema, Transaction } from '../sql/schema.ts';
import type { InsertedVersion, Refusal, VersionInsert } from '../versions/insert/version-insert.ts';

type ChannelRow = Schema['channels'];

/** What became of a channel. */
interface SetChannel {
  /** The version that it named before. */
  readonly before: string | undefined;
  /** Why it was not set: `invalid_request`, if the Prime has {@link MAX_CHANNELS} others. */
  readonly refusal?: RegistryError;
}

const list = prepareQuery((db, { name }: Pick<ChannelRow, 'name'>) =>
  db.selectFrom('channels').where('name', '=', name).select(['channel', 'version']),
);
const upsert = prepareQuery((db, row: ChannelRow) =>
  db
    .insertInto('channels')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['name', 'channel']).doUpdateSet(({ ref }) => ({
        identity: ref('excluded.identity'),
        version: ref('excluded.version'),
        set_at_ms: ref('excluded.set_at_ms'),
      })),
    ),
);

/** Sets a channel. */
export async function setChannel(transaction: Transaction, row: ChannelRow): Promise<SetChannel> {
  const known = await list(transaction, { name: row.name });
  const before = known.find(({ channel }) => channel === row.channel)?.version;
  if (before === undefined && known.length >= MAX_CHANNELS)
    return { before, refusal: tooManyChannels(row.name) };
  await upsert(transaction, row);
  return { before };
}

/** Sets the channels of new versions, and returns the versions whose channel is one too many. */
export async function setPublishedChannels(
  transaction: Transaction,
  inserted: readonly InsertedVersion[],
): Promise<Map<VersionInsert, Refusal>> {
  const refusals = new Map<VersionInsert, Refusal>();
  for (const { insert } of inserted) {
    const { name, version, channel, act } = insert.version;
    if (channel === undefined) continue;
    const { full, identity } = version;
    const row = { name: name.full, channel, identity, version: full, set_at_ms: act.atMs };
    const { refusal } = await setChannel(transaction, row);
    if (refusal !== undefined) refusals.set(insert, { reason: refusal });
  }
  return refusals;
}

function tooManyChannels(name: string): RegistryError {
  const message = `there are ${MAX_CHANNELS} channels already: remove one`;
  return new RegistryError('invalid_request', {
    detail: `${name}: ${message}.`,
    errors: [{ field: 'channel', message }],
  });
}
