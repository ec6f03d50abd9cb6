// Finds defects of a database by reading all of it. A server with data checksums fails to read a damaged
// page. References between tables are compared.
import { sql } from 'kysely';
import { findAtomDefects } from '../atoms/find-atom-defects.ts';
import { findLogDefects } from '../log/defects/find-log-defects.ts';
import type { Database, Transaction } from '../sql/schema.ts';
import { postgresLog } from './postgres-log.ts';

const TABLES = [
  ...['primes', 'versions', 'tokens', 'audit_log', 'scope_usage', 'downloads', 'download_totals'],
  ...['inventories', 'atom_contents', 'atom_texts'],
  ...['latest_atoms', 'latest_contents', 'latest_edges', 'latest_requires'],
  ...['log_entries', 'log_nodes', 'log_state', 'logged_versions', 'log_names'],
  ...['log_heads', 'log_witnesses', 'witnessed_logs'],
  ...['index_states', 'migration_programs', 'known_upstreams', 'leases', 'webhooks', 'commit_counts'],
  ...['seen_versions', 'feed_cursors', 'upstream_logs', 'origin_proofs'],
  ...['trust_rules', 'trust_issuers'],
  ...['exchanged_tokens', 'used_assertions', 'issuer_keys'],
  ...['version_signatures', 'scope_signers', 'signing_policies'],
  ...['search_entries', 'search_contents', 'search_passages', 'search_spellings'],
];

/** Reads every row. @returns one line for each defect */
export async function findPostgresDefects(db: Database): Promise<string[]> {
  const defects = await withoutTimeout(db, findTableDefects);
  // In a transaction of its own: until its end, a transaction keeps locks that a rebuild of the search index waits for.
  return [
    ...defects,
    ...(await withoutTimeout(db, (transaction) => findLogDefects(transaction, postgresLog))),
  ];
}

/** The database may be large. */
function withoutTimeout<T>(db: Database, read: (transaction: Transaction) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    return read(transaction);
  });
}

async function findTableDefects(transaction: Transaction): Promise<string[]> {
  const defects: string[] = [];
  for (const table of TABLES) {
    try {
      await sql`savepoint before_reading`.execute(transaction);
      await sql`select sum(length(row::text)) from ${sql.table(table)} as row`.execute(transaction);
    } catch (error) {
      const cause = (error as Error).cause ?? error;
      defects.push(`${table} cannot be read: ${(cause as Error).message}`);
      await sql`rollback to before_reading`.execute(transaction);
    }
  }
  const { rows } = await sql<{ defect: string }>`
    select 'version ' || versions.id || ' has no row in primes' as defect
    from versions left join primes on primes.id = prime_id where primes.id is null
    union all
    select 'search shows Prime ' || search_entries.prime_id || ', which has no such version'
    from search_entries left join versions using (prime_id, version) where versions.id is null
  `.execute(transaction);
  return [...defects, ...rows.map(({ defect }) => defect), ...(await findAtomDefects(transaction))];
}
