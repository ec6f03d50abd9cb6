// The audit log: who did what, when, from where. A migration of each engine makes it append-only.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const audit = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    // No index except the key: every publish would pay for it, and the log is read in the order of the key.
    await db.schema
      .createTable('audit_log')
      .addColumn('id', types.identity, (column) => column.primaryKey())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('action', types.text, (column) => column.notNull())
      .addColumn('actor_id', types.text, (column) => column.notNull())
      .addColumn('actor_name', types.text, (column) => column.notNull())
      .addColumn('address', types.text)
      .addColumn('request_id', types.text)
      // No foreign keys: an entry remains valid after the rows it names are removed.
      .addColumn('prime_name', types.text)
      .addColumn('version', types.text)
      .addColumn('token_id', types.text)
      // A small JSON object.
      .addColumn('details', types.text)
      .execute();
  },
});
