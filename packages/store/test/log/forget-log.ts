// Makes a database one that was upgraded to the log just now: all its versions are from before.

/** Statements for both engines; the triggers that refuse changes must be away. @param end - the last version before it */
export const forgetLog = (end = '(select coalesce(max(id), 0) from versions)'): string => `
  delete from log_entries;
  delete from log_nodes;
  delete from logged_versions;
  update log_state set size = 0, edge = '', backfilled_to = case when ${end} < 0 then ${end} else 0 end,
    backfill_end = ${end}`;
