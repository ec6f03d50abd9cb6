// The types of the tables of the transparency log; see schema.ts.

export interface LogSchema {
  log_entries: LogEntriesTable;
  log_nodes: LogNodesTable;
  log_state: LogStateTable;
  logged_versions: LoggedVersionsTable;
  log_names: LogNamesTable;
}

interface LogEntriesTable {
  entry_index: number;
  entry: Uint8Array;
}

interface LogNodesTable {
  level: number;
  position: number;
  hash: Uint8Array;
}

interface LogStateTable {
  id: number;
  log_id: string;
  size: number;
  edge: Uint8Array;
  halted: string | null;
  backfilled_to: number;
  backfill_end: number;
}

interface LoggedVersionsTable {
  version_id: number;
  entry_index: number;
}

interface LogNamesTable {
  origin: string;
  log_id: string;
  vkey: string;
  began_at_size: number;
  at_ms: number;
  ended_at_size: number | null;
  reason: string | null;
}
