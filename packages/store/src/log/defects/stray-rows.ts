// Rows of the log that belong to nothing, and versions without an entry. Each statement sees one state of the database.
import { sql } from 'kysely';
import type { Database } from '../../sql/schema.ts';

export async function findStrayRows(db: Database): Promise<string[]> {
  const { rows } = await sql<{ defect: string }>`
    select name || ' ' || version || ' is not in the log' as defect
    from versions
      join primes on primes.id = prime_id
      cross join log_state
      left join logged_versions on version_id = versions.id
    where entry_index is null and (versions.id <= backfilled_to or versions.id > backfill_end)
    union all
    select 'entry #' || entry_index || ' of the log is that of a version that does not exist'
    from logged_versions left join versions on versions.id = version_id
    where versions.id is null
    union all
    select 'entry #' || logged_versions.entry_index || ' of a version is not in the log'
    from logged_versions left join log_entries on log_entries.entry_index = logged_versions.entry_index
    where log_entries.entry_index is null
    union all
    select 'the log has an entry #' || entry_index || ' behind its end'
    from log_entries cross join log_state
    where entry_index >= size
    union all
    select 'the log has a node ' || position || ' of level ' || level || ' behind its end'
    from log_nodes cross join log_state
    where (position + 1) * (cast(1 as bigint) << (8 * level)) > size
    limit 1000
  `.execute(db);
  return rows.map(({ defect }) => defect);
}
