// The logs that this registry is a witness of. One statement decides which head follows a size, so that two requests can
// never both have theirs cosigned.
import type { Selectable } from 'kysely';
import type { WitnessedLog, WitnessStore } from '../contracts/log/witness-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema } from '../sql/schema.ts';

/** Names that the log of an upstream may have had: it could give itself another one each minute. */
const MAX_LOGS = 20;

export function createWitnessedLogs(
  deps: SqlStoreDeps,
): Pick<WitnessStore, 'findWitnessedLog' | 'listWitnessedLogs' | 'keepWitnessedLog' | 'advanceWitnessedLog'> {
  const { transact, reader } = deps;
  const find = prepareQuery((db, { origin }: { origin: string }) =>
    db.selectFrom('witnessed_logs').where('origin', '=', origin).selectAll(),
  );
  return {
    async findWitnessedLog(origin) {
      const [row] = await find(reader, { origin });
      return row && toWitnessedLog(row);
    },

    async listWitnessedLogs() {
      const rows = await reader.selectFrom('witnessed_logs').selectAll().orderBy('origin').execute();
      return rows.map(toWitnessedLog);
    },

    async keepWitnessedLog({ origin, url, vkeys }, atMs) {
      const values = { vkeys: JSON.stringify(vkeys), at_ms: atMs };
      return transact(async (transaction) => {
        const { count } = await transaction
          .selectFrom('witnessed_logs')
          .where('url', '=', url)
          .where('origin', '!=', origin)
          .select((eb) => eb.fn.countAll().as('count'))
          .executeTakeFirstOrThrow();
        if (Number(count) >= MAX_LOGS) return false;
        const kept = await transaction
          .insertInto('witnessed_logs')
          .values({ origin, url, size: 0, note: null, ...values })
          .onConflict((conflict) =>
            conflict.column('origin').doUpdateSet(values).where('witnessed_logs.url', '=', url),
          )
          .returning('origin')
          .execute();
        return kept.length > 0;
      });
    },

    async advanceWitnessedLog(origin, fromSize, { size, note, atMs }) {
      const advanced = await transact((transaction) =>
        transaction
          .updateTable('witnessed_logs')
          .set({ size, note, at_ms: atMs })
          .where('origin', '=', origin)
          .where('size', '=', fromSize)
          .returning('origin')
          .execute(),
      );
      return advanced.length > 0;
    },
  };
}

function toWitnessedLog(row: Selectable<Schema['witnessed_logs']>): WitnessedLog {
  return {
    ...{ origin: row.origin, url: row.url, note: row.note ?? undefined },
    vkeys: JSON.parse(row.vkeys) as string[],
    size: Number(row.size),
  };
}
