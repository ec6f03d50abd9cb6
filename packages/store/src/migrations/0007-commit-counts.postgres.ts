// The commit counters, which show replicas that another one has committed.
import { type Migration, sql } from 'kysely';

export const commitCounts: Migration = {
  async up(db) {
    // Free space in each page, so that an update changes no index (a heap-only tuple).
    await sql`
      create table commit_counts (id integer primary key, count bigint not null) with (fillfactor = 10)
    `.execute(db);
    await sql`insert into commit_counts (id, count) select id, 0 from generate_series(0, 15) as id`.execute(
      db,
    );
  },
};
