// The transparency log on PostgreSQL.
import { sql } from 'kysely';
import type { LogEngine, LogRows } from '../log/log-engine.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import { together } from '../sql/together.ts';
import { countCommit } from './change-counter.ts';

/** Four tables in one statement, which is one round trip. */
const write = prepareQuery(
  (_, { first, entries, levels, positions, hashes, ids, indexes, size, edge }: Columns) => sql`
    with entries as (
      insert into log_entries (entry_index, entry)
      select ${first}::bigint + place - 1, entry
      from unnest(${entries}::bytea[]) with ordinality as new (entry, place)
    ), nodes as (
      insert into log_nodes (level, position, hash)
      select * from unnest(${levels}::int[], ${positions}::bigint[], ${hashes}::bytea[])
    ), versions as (
      insert into logged_versions (version_id, entry_index)
      select * from unnest(${ids}::bigint[], ${indexes}::bigint[])
    )
    update log_state set size = ${size}::bigint, edge = ${edge}::bytea`,
);

export const postgresLog: LogEngine = {
  rowLock: sql`for update`,
  server: sql<string>`pg_postmaster_start_time()::text`,
  async writeRows(transaction, rows) {
    // An append is the last step of its transaction, so the commit is counted in the same round trip.
    await together(
      transaction,
      () => write(transaction, toColumns(rows)),
      () => countCommit(transaction),
    );
  },
};

interface Columns extends Pick<LogRows, 'first' | 'entries' | 'size' | 'edge'> {
  readonly levels: readonly number[];
  readonly positions: readonly number[];
  readonly hashes: readonly Uint8Array[];
  readonly ids: readonly number[];
  readonly indexes: readonly number[];
}

function toColumns({ nodes, versions, ...rest }: LogRows): Columns {
  return {
    ...rest,
    levels: nodes.map(({ level }) => level),
    positions: nodes.map(({ position }) => position),
    hashes: nodes.map(({ hash }) => hash),
    ids: versions.map(({ version_id }) => version_id),
    indexes: versions.map(({ entry_index }) => entry_index),
  };
}
