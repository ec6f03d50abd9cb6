// Lets channels name versions, in the transaction of a publish or alone.
import type { Transaction } from 'kysely';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema } from '../sql/schema.ts';

type ChannelRow = Schema['channels'];

/** Creates a function that sets channels, and returns the rows before, in order. */
export function createChannelSetter() {
  const find = prepareQuery((db, { name, channel }: Pick<ChannelRow, 'name' | 'channel'>) =>
    db.selectFrom('channels').where('name', '=', name).where('channel', '=', channel).selectAll(),
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
  return async (
    transaction: Transaction<Schema>,
    rows: readonly ChannelRow[],
  ): Promise<(ChannelRow | undefined)[]> => {
    const before: (ChannelRow | undefined)[] = [];
    for (const row of rows) {
      const [known] = await find(transaction, { name: row.name, channel: row.channel });
      await upsert(transaction, row);
      before.push(known);
    }
    return before;
  };
}
