// Data for the eviction of mirrored versions: the last read of each, the total size, and indexes for the rows
// that refer to a version.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

const DAY_MS = 86_400_000;

export const eviction = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    // Separate from `versions`, whose rows are large: this row changes on every day with a read.
    await db.schema
      .createTable('mirrored_versions')
      .addColumn('version_id', types.wholeNumber, (column) =>
        column.primaryKey().notNull().references('versions.id'),
      )
      .addColumn('pulled_at_ms', 'bigint', (column) => column.notNull())
      // Days since 1970-01-01, in UTC; the day of the pull until the first read.
      .addColumn('last_read_day', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('mirrored_versions_read')
      .on('mirrored_versions')
      .columns(['last_read_day', 'version_id'])
      .execute();
    // By scope, because a counting transaction holds the lock of the scope: pulls from one upstream do not
    // wait for each other.
    await db.schema
      .createTable('mirror_usage')
      .addColumn('origin', types.text, (column) => column.notNull())
      .addColumn('scope', types.text, (column) => column.notNull())
      .addColumn('versions', 'bigint', (column) => column.notNull())
      .addColumn('size_bytes', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('mirror_usage_key', ['origin', 'scope'])
      .execute();
    await fill(db as Kysely<Tables>, Date.now());

    // References to versions and texts, which every removal and the engine's foreign key checks look up.
    await db.schema.createIndex('downloads_version').on('downloads').column('version_id').execute();
    await db.schema.createIndex('atom_contents_texts').on('atom_contents').column('texts_id').execute();
    await db.schema
      .createIndex('mirrored_lists_checked')
      .on('mirrored_lists')
      .columns(['checked_at_ms', 'origin'])
      .execute();
  },
});

/** The time of earlier pulls is unknown, so existing versions count from now. */
async function fill(db: Kysely<Tables>, nowMs: number): Promise<void> {
  const isMirrored = db.selectFrom('versions').where('origin', 'is not', null);
  await db
    .insertInto('mirrored_versions')
    .columns(['version_id', 'pulled_at_ms', 'last_read_day'])
    .expression(
      isMirrored.select(({ cast, val }) => [
        'id',
        cast<number>(val(nowMs), 'bigint').as('pulled_at_ms'),
        cast<number>(val(Math.floor(nowMs / DAY_MS)), 'integer').as('last_read_day'),
      ]),
    )
    .execute();
  await db
    .insertInto('mirror_usage')
    .columns(['origin', 'scope', 'versions', 'size_bytes'])
    .expression(
      isMirrored
        .groupBy(['origin', 'scope'])
        .select(({ fn }) => [
          'origin',
          'scope',
          fn.countAll<number>().as('versions'),
          fn.sum<number>('size_bytes').as('size_bytes'),
        ]),
    )
    .execute();
}

interface Tables {
  versions: { id: number; scope: string; size_bytes: number; origin: string };
  mirrored_versions: { version_id: number; pulled_at_ms: number; last_read_day: number };
  mirror_usage: { origin: string; scope: string; versions: number; size_bytes: number };
}
