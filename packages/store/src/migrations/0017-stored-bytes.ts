// The usage of scopes counts the rows of versions too, not only tarballs. Atoms of earlier versions are not
// counted: contents that versions share have no owner.
import { type Kysely, type Migration, sql } from 'kysely';

export const storedBytes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      update scope_usage set size_bytes = size_bytes + coalesce((
        select sum(
          octet_length(source_manifest) + coalesce(octet_length(readme), 0) + octet_length(description)
          + octet_length(namespaces) + octet_length(tags)
        )
        from versions where versions.scope = scope_usage.scope and versions.origin is null
      ), 0)
    `.execute(db);
  },
};
