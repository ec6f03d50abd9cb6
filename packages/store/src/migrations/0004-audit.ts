// The audit log: who did what, when, from where. That its rows stay as they are is for each engine to see to.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const audit = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    // No index but the key: every publish pays for one, and the log is read in its order.
    await db.schema
      .createTable('audit_log')
      .addColumn('id', types.identity, (column) => column.primaryKey())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('action', types.text, (column) => column.notNull())
      .addColumn('actor_id', types.text, (column) => column.notNull())
      .addColumn('actor_name', types.text, (column) => column.notNull())
      .addColumn('address', types.text)
      .addColumn('request_id', types.text)
      // Not references: what is told here stays true whatever becomes of the other tables.
      .addColumn('prime_name', types.text)
      .addColumn('version', types.text)
      .addColumn('token_id', types.text)
      // A JSON object of small facts.
      .addColumn('details', types.text)
      .execute();
  },
});
