// The transparency log: entries in a Merkle tree, its state, its names, and where versions are in it.
import { type Kysely, type Migration, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** What differs between the engines. */
interface LogTables {
  /** An expression for 16 random hexadecimal digits. */
  readonly randomId: string;
  /** Ends the creation of a table whose only row is often updated. */
  readonly freeSpace: string;
  /** Makes a table one that can only be added to. */
  readonly freeze: (table: string) => readonly string[];
}

const log = (types: ColumnTypes, { randomId, freeSpace, freeze }: LogTables): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('log_entries')
      // From 0, without gaps.
      .addColumn('entry_index', types.wholeNumber, (column) => column.primaryKey())
      // JSON in the form of RFC 8785. A leaf of the tree is its hash.
      .addColumn('entry', types.bytes, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('log_nodes')
      // The root of a full subtree of 256^level entries; level 1 and above.
      .addColumn('level', 'integer', (column) => column.notNull())
      // Counted in subtrees of this size, from 0.
      .addColumn('position', types.wholeNumber, (column) => column.notNull())
      .addColumn('hash', types.bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('log_nodes_key', ['level', 'position'])
      .execute();
    await db.schema
      .createTable('log_state')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('log_id', types.text, (column) => column.notNull())
      // Number of entries.
      .addColumn('size', types.wholeNumber, (column) => column.notNull())
      // The right edge of the tree: the roots of its largest full subtrees, from the left, 32 bytes each.
      .addColumn('edge', types.bytes, (column) => column.notNull())
      // Why nothing may be appended; null if it may.
      .addColumn('halted', 'text')
      // Versions up to this id, of those up to backfill_end, are in the log.
      .addColumn('backfilled_to', types.wholeNumber, (column) => column.notNull())
      // The last version from before the log.
      .addColumn('backfill_end', types.wholeNumber, (column) => column.notNull())
      .modifyEnd(sql.raw(freeSpace))
      .execute();
    await sql`
      insert into log_state (id, log_id, size, edge, backfilled_to, backfill_end)
      select 1, ${sql.raw(randomId)}, 0, ${new Uint8Array()}, 0, coalesce(max(id), 0) from versions
    `.execute(db);
    await db.schema
      .createTable('logged_versions')
      // Not a column of versions: most of a row there is large.
      .addColumn('version_id', types.wholeNumber, (column) => column.primaryKey())
      // The entry that tells its digest.
      .addColumn('entry_index', types.wholeNumber, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('log_names')
      .addColumn('origin', types.text, (column) => column.notNull())
      .addColumn('log_id', types.text, (column) => column.notNull())
      // A verifier key (C2SP signed-note).
      .addColumn('vkey', types.text, (column) => column.notNull())
      .addColumn('began_at_size', types.wholeNumber, (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      // Null for the current name.
      .addColumn('ended_at_size', types.wholeNumber)
      .addColumn('reason', 'text')
      .addPrimaryKeyConstraint('log_names_key', ['origin', 'vkey'])
      .execute();
    await db.schema
      .createTable('log_heads')
      .addColumn('size', types.wholeNumber, (column) => column.primaryKey())
      // A checkpoint with cosignatures.
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .execute();
    for (const table of ['log_entries', 'log_nodes'])
      for (const statement of freeze(table)) await sql.raw(statement).execute(db);
  },
});

export const logOfSqlite = (types: ColumnTypes): Migration =>
  log(types, {
    randomId: 'lower(hex(randomblob(8)))',
    freeSpace: '',
    freeze: (table) =>
      ['update', 'delete'].map(
        (change) => `
          create trigger ${table}_no_${change} before ${change} on ${table}
          begin
            select raise(abort, 'the transparency log can only be added to');
          end`,
      ),
  });

export const logOfPostgres = (types: ColumnTypes): Migration =>
  log(types, {
    // The first six bytes of a random UUID are random (RFC 9562, section 5.4).
    randomId: `encode(substring(uuid_send(gen_random_uuid()) from 1 for 6)
      || substring(uuid_send(gen_random_uuid()) from 1 for 2), 'hex')`,
    // So that an update changes no index (a heap-only tuple).
    freeSpace: 'with (fillfactor = 10)',
    freeze: (table) => [
      `create or replace function refuse_log_change() returns trigger language plpgsql as $$
       begin
         raise exception 'the transparency log can only be added to';
       end $$`,
      `create trigger ${table}_only_grows before update or delete or truncate on ${table}
       for each statement execute function refuse_log_change()`,
    ],
  });
