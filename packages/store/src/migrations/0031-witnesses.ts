// Witnesses: how far those of this log have cosigned it, and which heads of other logs this registry has cosigned.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const witnesses = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('log_witnesses')
      // A verifier key (C2SP signed-note).
      .addColumn('vkey', types.text, (column) => column.primaryKey().notNull())
      // The largest head that it has cosigned; 0 for none.
      .addColumn('size', types.wholeNumber, (column) => column.notNull())
      // When it did, null for never.
      .addColumn('cosigned_at_ms', 'bigint')
      // Attempts that failed since then.
      .addColumn('failures', 'integer', (column) => column.notNull())
      // When to ask again.
      .addColumn('next_at_ms', 'bigint', (column) => column.notNull())
      // Why the last attempt failed; null if it did not.
      .addColumn('problem', 'text')
      .execute();
    await db.schema
      .createTable('witnessed_logs')
      // The name of the log of another registry.
      .addColumn('origin', types.text, (column) => column.primaryKey().notNull())
      // The base URL of the upstream that it is of.
      .addColumn('url', types.text, (column) => column.notNull())
      // The keys of the log, a JSON list of verifier keys.
      .addColumn('vkeys', 'text', (column) => column.notNull())
      // Of the last head that was cosigned; 0 before the first one.
      .addColumn('size', types.wholeNumber, (column) => column.notNull())
      // That head, with the signatures of the log and of this registry; null before the first one.
      .addColumn('note', 'text')
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .execute();
  },
});
