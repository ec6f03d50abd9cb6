// The types of the tables of the transparency log; see schema.ts.

export interface LogSchema {
  log_entries: LogEntriesTable;
  log_nodes: LogNodesTable;
  log_state: LogStateTable;
  logged_versions: LoggedVersionsTable;
  log_names: LogNamesTable;
  log_heads: LogHeadsTable;
  log_witnesses: LogWitnessesTable;
  witnessed_logs: WitnessedLogsTable;
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

interface LogHeadsTable {
  size: number;
  note: string;
  at_ms: number;
}

interface LogWitnessesTable {
  vkey: string;
  size: number;
  cosigned_at_ms: number | null;
  failures: number;
  next_at_ms: number;
  problem: string | null;
}

interface WitnessedLogsTable {
  origin: string;
  url: string;
  /** JSON. */
  vkeys: string;
  size: number;
  note: string | null;
  at_ms: number;
}
