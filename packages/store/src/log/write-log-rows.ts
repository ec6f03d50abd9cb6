// Writes the rows of an append with a statement for each table, for an engine to which a statement is no round trip.
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema, Transaction } from '../sql/schema.ts';
import type { LogRows } from './log-engine.ts';

const insertEntry = prepareQuery((db, row: Schema['log_entries']) =>
  db.insertInto('log_entries').values(row),
);
const insertNode = prepareQuery((db, row: Schema['log_nodes']) => db.insertInto('log_nodes').values(row));
const insertVersion = prepareQuery((db, row: Schema['logged_versions']) =>
  db.insertInto('logged_versions').values(row),
);
const updateState = prepareQuery((db, { size, edge }: Pick<Schema['log_state'], 'size' | 'edge'>) =>
  db.updateTable('log_state').set({ size, edge }),
);

export async function writeLogRows(
  transaction: Transaction,
  { first, entries, nodes, versions, size, edge }: LogRows,
): Promise<void> {
  const rows = entries.map((entry, index) => ({ entry_index: first + index, entry }));
  await insertEntry.each(transaction, rows);
  await insertNode.each(transaction, nodes);
  await insertVersion.each(transaction, versions);
  await updateState(transaction, { size, edge });
}
