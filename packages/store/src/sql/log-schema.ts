// The types of the tables of the transparency log; see schema.ts.

export interface LogSchema {
  log_entries: {
    entry_index: number;
    entry: Uint8Array;
  };
  log_nodes: {
    level: number;
    position: number;
    hash: Uint8Array;
  };
  log_state: {
    id: number;
    log_id: string;
    size: number;
    edge: Uint8Array;
    halted: string | null;
    backfilled_to: number;
    backfill_end: number;
  };
  logged_versions: {
    version_id: number;
    entry_index: number;
  };
  log_names: {
    origin: string;
    log_id: string;
    vkey: string;
    began_at_size: number;
    at_ms: number;
    ended_at_size: number | null;
    reason: string | null;
  };
  log_heads: {
    size: number;
    note: string;
    at_ms: number;
  };
  log_witnesses: {
    vkey: string;
    size: number;
    cosigned_at_ms: number | null;
    failures: number;
    next_at_ms: number;
    problem: string | null;
  };
  witnessed_logs: {
    origin: string;
    url: string;
    /** JSON. */
    vkeys: string;
    size: number;
    note: string | null;
    at_ms: number;
  };
}
