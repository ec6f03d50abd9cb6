// Which identity published a version, as this registry verified it, or as the export or the upstream says.
import type { Kysely, Migration } from 'kysely';

export const versionProvenance: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // JSON as in its log entry; null for versions that were published with a token that somebody made.
    await db.schema.alterTable('versions').addColumn('provenance', 'text').execute();
  },
};
