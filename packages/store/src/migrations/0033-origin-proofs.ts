// What a mirror knows of the transparency logs of others: whose key it trusts, and the proofs of what came from there.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const originProofs = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('upstream_logs')
      // Base URL of the registry whose log it is.
      .addColumn('url', types.text, (column) => column.primaryKey().notNull())
      // Verifier keys (C2SP signed-note) with spaces between them.
      .addColumn('vkeys', 'text', (column) => column.notNull())
      // The newest signed head that was seen.
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('since_ms', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('origin_proofs')
      .addColumn('version_id', types.wholeNumber, (column) => column.primaryKey())
      // Base URL of the registry whose log has the entry.
      .addColumn('url', types.text, (column) => column.notNull())
      // The key that has signed the head in the proof.
      .addColumn('vkey', 'text', (column) => column.notNull())
      // C2SP tlog-proof.
      .addColumn('proof', 'text', (column) => column.notNull())
      .execute();
  },
});
