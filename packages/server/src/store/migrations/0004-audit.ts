// The audit log: who did what, when, from where. That its rows stay as they are is for each engine to see to.
import type { Kysely, Migration } from 'kysely';

export const audit: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // No index but the key: every publish pays for one, and the log is read in its order.
    await db.schema
      .createTable('audit_log')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'text', (column) => column.notNull())
      .addColumn('actor_name', 'text', (column) => column.notNull())
      .addColumn('address', 'text')
      .addColumn('request_id', 'text')
      // Not references: what is told here stays true whatever becomes of the other tables.
      .addColumn('prime_name', 'text')
      .addColumn('version', 'text')
      .addColumn('token_id', 'text')
      // A JSON object of small facts.
      .addColumn('details', 'text')
      .execute();
  },
};
