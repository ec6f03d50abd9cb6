// The digests of versions that upstreams supplied: they outlive the versions, which can be evicted.
import { type Kysely, type Migration, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const seenVersions = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('seen_versions')
      .addColumn('name', types.text, (column) => column.notNull())
      // Without build metadata.
      .addColumn('identity', types.text, (column) => column.notNull())
      // Of its tarball.
      .addColumn('sha256', types.text, (column) => column.notNull())
      // Base URL of the upstream.
      .addColumn('origin', types.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('seen_versions_key', ['name', 'identity'])
      .execute();
    await sql`
      insert into seen_versions (name, identity, sha256, origin)
      select primes.name, versions.identity, versions.sha256, versions.origin
      from versions join primes on primes.id = versions.prime_id where versions.origin is not null`.execute(
      db,
    );
  },
});
