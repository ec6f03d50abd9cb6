// Webhooks: who is told of changes, and how far. The log is the queue, so there is no row for each event. The secrets are
// not in the database.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const webhooks = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('webhooks')
      .addColumn('id', types.text, (column) => column.primaryKey().notNull())
      .addColumn('url', types.text, (column) => column.notNull())
      // The types of events, a JSON list.
      .addColumn('types', 'text', (column) => column.notNull())
      // The scopes of Primes, a JSON list; empty for all.
      .addColumn('scopes', 'text', (column) => column.notNull())
      // Index of the log entry that is next.
      .addColumn('cursor', types.wholeNumber, (column) => column.notNull())
      // Failed attempts to deliver that entry.
      .addColumn('attempts', 'integer', (column) => column.notNull())
      // When to try again.
      .addColumn('next_at_ms', 'bigint', (column) => column.notNull())
      // active, failing or disabled.
      .addColumn('state', types.text, (column) => column.notNull())
      // The outcome of the last attempt; null before the first.
      .addColumn('last_status', 'text')
      .addColumn('last_at_ms', 'bigint')
      // 1 if the URL may lead to a private address.
      .addColumn('allow_private', 'integer', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .execute();
  },
});
