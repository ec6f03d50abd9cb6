// Assembles the LogStore.
import type { LogStore } from '../contracts/log/log-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { createLogAppender } from './append-entries.ts';
import { createLogBackfill } from './backfill-log.ts';
import { createLogNames } from './log-names.ts';
import { createStateReader } from './log-state.ts';
import { createLogReader } from './read-log.ts';
import { createUnloggedFinder } from './unlogged-versions.ts';

export function createLogStore(deps: SqlStoreDeps): LogStore {
  const { transact, reader, log } = deps;
  const state = createStateReader(log);
  const append = createLogAppender(log);
  return {
    ...createLogReader(reader),
    ...createLogBackfill(deps),
    ...createUnloggedFinder(deps),
    ...createLogNames(deps),
    readLogHead: () => state.read(reader),

    appendToLog: (entries) =>
      transact((transaction) =>
        append(
          transaction,
          entries.map((entry) => ({ entry })),
        ),
      ),

    async haltLog(reason) {
      await transact((transaction) =>
        transaction.updateTable('log_state').set({ halted: reason }).where('halted', 'is', null).execute(),
      );
    },

    async resumeLog() {
      await transact((transaction) => transaction.updateTable('log_state').set({ halted: null }).execute());
    },
  };
}
