// Lost versions whose entry is in the log again. When such a version is published again, it keeps its place in the log.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const recoveredVersions = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    // One column at a time: SQLite adds no more with a statement.
    const table = () => db.schema.alterTable('lost_versions');
    // The entry that tells its digest; null if the log has none, or the version is back.
    await table().addColumn('entry_index', types.wholeNumber).execute();
    // How the entries after it left the version.
    await table().addColumn('yanked_at_ms', 'bigint').execute();
    await table().addColumn('yanked_by', types.text).execute();
    await table().addColumn('yank_reason', 'text').execute();
  },
});
